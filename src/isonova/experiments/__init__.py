"""Experiments: configurations x tasks x limits, run under guard, recorded once each, resumed where they stopped."""
