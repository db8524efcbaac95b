"""Seeing cards: cameras, card detector, card reader, pile tracker. Knows cards, knows no rules."""
