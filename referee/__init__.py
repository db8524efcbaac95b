"""The rules of Pesten: cards, rule sets, states, verdicts, scores, game records. Pure: same events, same verdicts."""
