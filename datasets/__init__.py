"""Making training and test pictures, training the networks, measuring them."""
