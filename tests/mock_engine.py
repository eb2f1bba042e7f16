"""An engine for tests, in plain Python: it speaks UCI and CECP, moves as it is told, and makes the faults it is told.

    python mock_engine.py [--script FILE] [--random SEED] [--fault KIND@PLY] [--delay SECONDS] [--score N]
                          [--variants A,B] [--starts FILE] [--starts-fail-from N] [--no-ping]

It plays the moves of a script, a move for each ply of the game; or, at chess, a random legal move that depends on
the position and the seed alone.
"""
import argparse
import os
import sys
import time

FOREVER = 10 ** 6


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--script")
    parser.add_argument("--random")
    parser.add_argument("--fault", default="@-1")
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--score", type=int)
    parser.add_argument("--variants", default="normal,chess,omega,alice,hostage,chessgi")
    parser.add_argument("--starts")
    parser.add_argument("--starts-fail-from", type=int)
    parser.add_argument("--no-ping", action="store_true")
    return parser.parse_args()


def write(text):
    """Send bytes in one piece."""
    os.write(1, text if isinstance(text, bytes) else text.encode())


class Mock:
    def __init__(self, chosen):
        self.chosen = chosen
        self.fault, _, ply = chosen.fault.partition("@")
        self.faulty_ply = int(ply)
        self.script = open(chosen.script).read().split() if chosen.script else []
        self.fen, self.moves = None, []
        self.is_forced = True
        self.word = "bestmove"

    # ---------------------------------------------------------------- choosing
    def choice(self):
        """The move for the present ply."""
        if self.chosen.random is None:
            return self.script[len(self.moves)] if len(self.moves) < len(self.script) else "0000"

        import random

        import chess
        board = chess.Board(self.fen) if self.fen else chess.Board()
        for move in self.moves:
            board.push_uci(move)
        return random.Random(f"{self.chosen.random} {board.fen()}").choice(sorted(map(str, board.legal_moves)))

    def move(self):
        """Say a move, or make the fault that is due."""
        time.sleep(self.chosen.delay)
        text = self.choice()
        if self.chosen.score is not None:
            write(f"info depth 5 score cp {self.chosen.score} nodes 123 time 1 pv {text}\n" if self.word == "bestmove"
                  else f"5 {self.chosen.score} 1 123 {text}\n")
        if len(self.moves) in (self.faulty_ply, self.faulty_ply + 1) and self.fault:
            getattr(self, "fault_" + self.fault)(text)
        else:
            write(f"{self.word} {text}\n")
        self.moves.append(text)

    # ---------------------------------------------------------------- faults
    def fault_illegal(self, text):
        write(f"{self.word} a1a1\n")

    def fault_wrong(self, text):
        write(f"{self.word} {text[2:4]}{text[:2]}\n")

    def fault_null(self, text):
        write(f"{self.word} 0000\n")

    def fault_garbled(self, text):
        write(f"{self.word} ".encode() + b"\xff\x01%%\xfe\n")

    def fault_noise(self, text):
        write(b"\x00\xff\xfe" + self.word[2:].encode() + b"\n")

    def fault_crash(self, text):
        print("Segmentation fault (mock)", file=sys.stderr, flush=True)
        os._exit(3)

    def fault_killed(self, text):
        os.kill(os.getpid(), 9)

    def fault_close(self, text):
        os.close(1)
        time.sleep(FOREVER)

    def fault_stall(self, text):
        pass

    def fault_deaf(self, text):
        write(f"{self.word} {text}\n" if self.faulty_ply >= 0 else "")
        time.sleep(FOREVER)

    def fault_late(self, text):
        time.sleep(1.5)
        write(f"{self.word} {text}\n")

    def fault_win(self, text):
        write("1-0 {White mates}\n0-1 {Black mates}\n")

    def fault_draw(self, text):
        write("1/2-1/2 {Draw by repetition}\n")

    def fault_eager(self, text):
        write(f"{self.word} {text}\n{self.word} {text}\n")

    def fault_refuse(self, text):
        write(f"Illegal move: {self.moves[-1]}\n")

    def fault_resign(self, text):
        write("resign\n")

    def fault_offer(self, text):
        write(f"offer draw\n{self.word} {text}\n")

    def fault_flood(self, text):
        """So much that a pipe cannot hold it, and then the move."""
        for _ in range(3000):
            write("info string " + "x" * 200 + "\n")
        write(f"{self.word} {text}\n")

    # ---------------------------------------------------------------- protocols
    def uci(self, line):
        word, _, rest = line.partition(" ")
        if word == "uci":
            names = "".join(f" var {name}" for name in self.chosen.variants.split(","))
            write(f"id name Mock\noption name UCI_Variant type combo default chess{names}\n"
                  "option name Hash type spin default 1 min 1 max 9\nuciok\n")
        elif word == "isready":
            write("readyok\n")
        elif word == "position":
            position, _, moves = rest.partition(" moves ")
            self.fen = position[4:] if position.startswith("fen ") else None
            self.moves = moves.split()
        elif word == "go":
            self.move()

    def cecp(self, line):
        word, _, rest = line.partition(" ")
        if word == "protover":
            ping = 0 if self.chosen.no_ping else 1
            write(f'feature done=0\nfeature ping={ping} setboard=1 usermove=1 myname="Mock" variants="{self.chosen.variants}"\n'
                  'feature option="Style -combo solid /// *wild" memory=1 done=1\n')
            self.word = "move"
        elif word == "ping":
            write(f"pong {rest}\n")
        elif word == "new":
            self.fen, self.moves, self.is_forced = None, [], False
        elif word == "setboard":
            self.fen = rest
        elif word in ("force", "result"):
            self.is_forced = True
        elif word == "go":
            self.is_forced = False
            self.move()
        elif word == "usermove":
            self.moves.append(rest)
            if not self.is_forced:
                self.move()


def main():
    chosen = options()
    if chosen.starts:
        with open(chosen.starts, "a") as file:
            file.write("start\n")
        if chosen.starts_fail_from and len(open(chosen.starts).readlines()) >= chosen.starts_fail_from:
            sys.exit("no licence")
    mock = Mock(chosen)
    if mock.fault == "start":
        sys.exit("no licence")
    if mock.fault == "mute":
        time.sleep(FOREVER)
    speak = None
    while line := sys.stdin.readline():
        line = line.strip()
        if line == "quit":
            return
        speak = speak or {"uci": mock.uci, "xboard": mock.cecp}.get(line)
        if speak:
            speak(line)


if __name__ == "__main__":
    main()
