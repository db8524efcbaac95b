"""The rules of Pesten: cards, rule sets, states, verdicts, scores and game records. Pure: same events, same verdicts."""
