"""Weights in text: a term's name, then its numbers, `middle/end`, so many a line as suits the term."""
import numpy as np


def write_weights(weights, widths):
    """The text of term -> array (size, 2); `widths`: numbers a line, 8 by default."""
    lines = []
    for name, pairs in weights.items():
        lines.append(name)
        width = widths.get(name, 8)
        texts = [f"{middle}/{end}" for middle, end in np.round(pairs).astype(int).tolist()]
        lines += ["    " + " ".join(text.rjust(9) for text in texts[i:i + width]) for i in range(0, len(texts), width)]
    return "\n".join(lines) + "\n"


def read_weights(text):
    """term -> array (size, 2). Lines that begin with # say nothing. Raises ValueError for a number that is none."""
    found, name = {}, None
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line[0].isspace():
            name = line.strip()
            found[name] = []
        else:
            found[name] += [[int(number) for number in pair.split("/")] for pair in line.split()]
    return {term: np.array(pairs) for term, pairs in found.items()}
