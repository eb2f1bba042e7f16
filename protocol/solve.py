"""How a proof of mate is reported on the command line."""
import textwrap

from ..engine.proof import Prover
from ..engine.san import write_san
from .rulebook import terminal_width

STEP = "   "  # by which a defence stands further right than the move before it


def report(game, most, keys_alone=False):
    """The lines of a proof: what has no mate, the keys, and the tree of each. Raises ValueError if the game is over."""
    if not game.legal_moves():
        raise ValueError(f"there is nothing to solve: {game.result()[1]}")
    prover = Prover(game)
    for moves in range(1, most + 1):
        keys = prover.keys(moves)
        count = f"nodes {prover.positions()}"
        if keys:
            yield f"mate in {moves}, {len(keys)} key{'s' * (len(keys) > 1)} ({count})"
            break
        yield f"no mate in {moves} ({count})"
    texts = {key: write_san(game, key) for key in keys}
    for key in sorted(keys, key=texts.get):
        yield from [f"1. {texts[key]}"] if keys_alone else tree(game, prover.solution(key, moves))


def tree(game, mate, number=1, indent=""):
    """The lines of a move that forces mate and of all defences; defences that are answered alike share theirs."""
    lines = [f"{indent}{number}. {write_san(game, mate.move)}"]
    game.make(mate.move)
    alike = {}  # the lines of the answers: the defences
    for reply, answers in mate.defences:
        text = write_san(game, reply)
        game.make(reply)
        alike.setdefault(following(game, answers, number + 1, indent + 2 * STEP), []).append(text)
        game.undo()
    game.undo()
    for answers, replies in sorted(alike.items(), key=lambda item: item[1]):
        end, below = (answers[0], []) if len(answers) == 1 else ("", answers)
        lines += wrapped(f"{indent}{STEP}{', '.join(sorted(replies))}: {end}", indent + 2 * STEP)
        lines += below
    return lines


def following(game, mates, number, indent):
    """The lines of what follows a defence: one for all mates in one, else a tree."""
    if mates[0].moves == 1:
        return (f"{number}. {' or '.join(sorted(write_san(game, mate.move) for mate in mates))}",)
    return tuple(line for mate in mates for line in tree(game, mate, number, indent))


def wrapped(line, indent):
    """A line broken where it is too wide for the terminal."""
    return textwrap.wrap(line, terminal_width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
