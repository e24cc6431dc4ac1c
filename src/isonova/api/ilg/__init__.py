"""The instance learning graph of a state: its colours, and pictures of it."""
