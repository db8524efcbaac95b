"""Weights as shipped, one folder and one model card each."""
