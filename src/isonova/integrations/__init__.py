"""Isonova inside other libraries. Each module needs the extra that it names."""
