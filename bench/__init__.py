"""What measures the engine: speed of move generation against other programs, and the signature of its play."""
