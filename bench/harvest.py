"""Makes a tactical suite from games against ourselves: what a deep search finds there and a quick one misses.

    python -m frabjous.bench.harvest omega omega.txt --known tests/data/acceptance/omega.json

Each move of these games is that of a quick search, or now and then a random one if that errs too seldom. Where a somewhat
deeper one would play another and sees far more in it, a deep search of two variations judges: its move is taken if the next
best is worth 200 centipawns less, and if it wins two pawns' worth along the deep search's line, or is proven to mate in at
most three moves. No game gives more than two. The file is written anew; the mates at the end of known games and known
puzzles come first.
"""
import argparse
import json
import random
import sys
from pathlib import Path

from ..engine.limits import MATE_BOUND, Limits, Report, mate_distance
from ..engine.notation import read_move, write_fen
from ..engine.proof import Prover
from ..engine.search import Searcher
from ..protocol.arguments import Parser, known_game
from .openings import Opening, RandomOpenings
from .suite import Puzzle, balance, written

GAP = 200  # centipawns between the best move and the next
GAIN = 2  # pawns that the line of a win must win
LONGEST_MATE = 3
LONGEST_GAME = 120  # plies
DECIDED = 700  # centipawns; beyond them a game is of no more use
MOST_OF_A_GAME = 2


def search(searcher, game, nodes, lines=1):
    """The reports of the last finished iteration, the best variation first; where none was finished, of no score."""
    reports = []
    searcher.new_game()
    line = searcher.think(game, Limits(nodes=nodes, lines=lines), reports.append)
    reports = [report for report in reports if not report.bound]  # bounds are told when a search lasts, by the clock
    return reports[-min(lines, len(game.legal_moves())):] or [Report(0, 0, 0, nodes, 0.0, 0, line)]


def mate(game, longest=LONGEST_MATE):
    """The puzzle that the present position is, if there is a mate in at most `longest` moves; else None."""
    moves, keys = Prover(game).shortest(longest)
    if not keys:
        return None
    return Puzzle(write_fen(game.rules, game.setup()), moves, tuple(written(game, key) for key in keys))


def win(game, line):
    """The puzzle that a variation solves by winning material; None if it does not."""
    fen, moves, after = write_fen(game.rules, game.setup()), [], game.copy()
    for move in line:
        moves.append(written(after, move))
        after.make(move)
    side = "wb"[game.turn]
    gain = balance(write_fen(after.rules, after.setup()), side) - balance(fen, side)
    return Puzzle(fen, 0, tuple(moves)) if gain >= GAIN else None


def puzzle_of(game, deep):
    """The puzzle that the deep search's reports find in a position; None if there is none."""
    best = deep[0]
    if best.score <= 0 or best.score - deep[-1].score < GAP:
        return None
    if abs(best.score) < MATE_BOUND:
        return win(game, best.line)
    return mate(game) if mate_distance(best.score) <= LONGEST_MATE else None


class Harvest:
    """Looks for puzzles in games. `nodes`: of the quick search, of the one that finds what it misses, of the judge;
    `errors`: how likely a move is a random one."""

    def __init__(self, page, nodes, errors=0.0):
        self.page, self.nodes, self.errors = page, nodes, errors
        self.searcher = Searcher(hash_megabytes=64)

    def game(self, dice):
        """The puzzles of one game."""
        game, found = RandomOpenings(self.page, dice.random(), dice.randrange(6, 14))[0].game(self.page), []
        for _ in range(LONGEST_GAME):
            if game.result()[0] != "*" or len(found) == MOST_OF_A_GAME:
                break
            here = Opening(write_fen(game.rules, game.setup())).game(self.page)  # without the positions before it
            quick = search(self.searcher, here, self.nodes[0])[0]
            if puzzle := self.missed(here, quick):
                found.append(puzzle)
            if abs(quick.score) >= DECIDED:
                break
            errs = self.errors and dice.random() < self.errors
            game.make(dice.choice(sorted(game.legal_moves())) if errs else quick.line[0])
        return found

    def missed(self, game, quick):
        """The puzzle that a position is, if the quick search does not solve it."""
        if len(game.legal_moves()) < 2 or abs(quick.score) >= DECIDED:
            return None
        better = search(self.searcher, game, self.nodes[1])[0]
        if better.line[0] == quick.line[0] or better.score < max(quick.score, 0) + GAP // 2:
            return None
        puzzle = puzzle_of(game, search(self.searcher, game, self.nodes[2], lines=2))
        return puzzle if puzzle and written(game, quick.line[0]) not in puzzle.solutions else None


def known_mates(page, path):
    """The mates in at most two moves of an acceptance file: its puzzles, and the ends of its games."""
    record = json.loads(Path(path).read_text(encoding="utf-8"))
    for puzzle in record.get("puzzles", []):
        yield mate(Opening(puzzle["ofen"]).game(page))
    for played in record["games"]:
        game, moves = Opening().game(page), played.get("uci") or played["moves"]
        for move in moves:
            game.make(read_move(game, move))
        if game.legal_moves() or not game.in_check():
            continue
        for plies in (1, 2):
            if len(moves) >= 2 * plies - 1:
                for _ in range(plies):
                    game.undo()
                yield mate(game, plies)


def main(arguments=None):
    parser = Parser(prog="python -m frabjous.bench.harvest", description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", metavar="GAME", type=known_game)
    parser.add_argument("file")
    parser.add_argument("--known", help="an acceptance file, whose mates are taken too")
    parser.add_argument("--puzzles", type=int, default=20, help="to be found in games (20)")
    parser.add_argument("--nodes", type=int, nargs=3, default=(2000, 40_000, 500_000),
                        help="of the three searches (2000 40000 500000)")
    parser.add_argument("--errors", type=float, default=0.0, help="how likely a move is a random one (0)")
    parser.add_argument("--seed", type=int, default=1)
    choice = parser.parse_args(arguments)
    page, dice, found = choice.page, random.Random(choice.seed), []
    command = f"python -m frabjous.bench.harvest {' '.join(sys.argv[1:] if arguments is None else arguments)}"
    known = list(filter(None, known_mates(page, choice.known))) if choice.known else []
    harvest = Harvest(page, choice.nodes, choice.errors)
    while True:
        different = {puzzle.fen.rsplit(" ", 2)[0]: puzzle for puzzle in known + found}  # in more than counters
        with open(choice.file, "w", encoding="utf-8") as file:
            file.write("\n".join([f"# Made by {command}", *map(str, different.values()), ""]))
        if len(found) >= choice.puzzles:
            break
        found += harvest.game(dice)


if __name__ == "__main__":
    main()
