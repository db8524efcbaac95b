"""The live table: joins vision and referee, keeps the journal, serves the pages and the command line."""
