"""The public interface of Isonova."""
