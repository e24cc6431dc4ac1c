"""The compiled core of Isonova."""
