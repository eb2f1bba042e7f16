"""An engine that speaks UCI."""
import re

from .player import COMPLAINT, GARBLED, MOVE, PREPARING, Fault, Player, Unsuitable, mate_score

OPTION = re.compile(r"option\s+name\s+(?P<name>.*?)\s+type\s+(?P<type>\S+)(?P<rest>.*)")
SCORE = re.compile(r"\bscore (cp|mate) (-?[0-9]{1,9})\b")
DEPTH = re.compile(r"\bdepth ([0-9]{1,9})\b")
NODES = re.compile(r"\bnodes ([0-9]{1,18})\b")


class UciPlayer(Player):
    FORM = "page"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.options = {}  # name in lower case: (name, type, values of a combo in lower case)
        self.is_thinking = False
        self.told = ""  # the last line with a score

    # ---------------------------------------------------------------- the start
    def shake_hands(self):
        self.say("uci")
        for line in self.hear(self.patience):
            if line == "uciok":
                return
            if line.startswith("Error"):  # so answers an engine that speaks CECP only
                raise Fault(GARBLED, line)
            if line.startswith("id name "):
                self.own_name = line[8:].strip()
            elif match := OPTION.match(line):
                values = [value.strip() for value in re.split(r"\bvar\b", match["rest"])[1:]]
                self.options[match["name"].lower()] = match["name"], match["type"], [value.lower() for value in values]

    def choose_game(self):
        variant = self.engine.variant or self.page.NAME
        _, _, known = self.options.get("uci_variant", (None, None, ["chess"]))
        for name, value in self.engine.options.items():
            self.set_option(name, value)
        if known and variant.lower() not in known and "variantpath" not in map(str.lower, self.engine.options):
            raise Unsuitable(f"it does not play {variant}; it plays {', '.join(known)}")
        if "uci_variant" in self.options:
            self.set_option("UCI_Variant", variant)
        if "ponder" in self.options and "ponder" not in map(str.lower, self.engine.options):
            self.set_option("Ponder", "false")

    def set_option(self, name, value):
        if name.lower() not in self.options:
            raise Unsuitable(f"it has no option {name}; it has {', '.join(option[0] for option in self.options.values()) or 'none'}")
        name, kind, _ = self.options[name.lower()]
        self.say(f"setoption name {name}" if kind == "button" else f"setoption name {name} value {value}")

    def be_ready(self):
        self.say("isready")
        self.wait_for("readyok", PREPARING * self.patience)

    def rehearse(self):
        self.say("position startpos", "go depth 1")
        for line in self.hear(PREPARING * self.patience):
            if line.startswith("bestmove"):
                return

    # ---------------------------------------------------------------- a game
    def new_game(self, fen, texts, colour, controls):
        self.start_text = f"position fen {fen}" if fen else "position startpos"
        self.controls, self.colour = controls, colour
        self.say("ucinewgame")
        self.be_ready()

    def go(self, texts, clocks):
        moves = f" moves {' '.join(texts)}" if texts else ""
        self.told, self.garbage, self.is_thinking = "", "", True
        self.say(self.start_text + moves, f"go {self.limits(clocks)}")

    def limits(self, clocks):
        """What follows `go`."""
        own = self.controls[self.colour]
        words = [f"depth {own.depth}"] if own.depth else []
        if own.nodes:
            words.append(f"nodes {own.nodes}")
        if own.movetime:
            words.append(f"movetime {round(own.movetime * 1000)}")
        if own.base is not None:
            for side, clock in zip("wb", clocks):
                if clock.remaining is not None:
                    words.append(f"{side}time {max(round(clock.remaining * 1000), 1)} {side}inc {round(clock.control.increment * 1000)}")
            if clocks[self.colour].moves_to_go:
                words.append(f"movestogo {clocks[self.colour].moves_to_go}")
        return " ".join(words)

    def hurry(self):
        self.say("stop")

    def end_game(self, result, reason):
        if self.is_thinking:
            self.say("stop")

    def event(self, line):
        if line.startswith("info"):
            if " score " in line:
                self.told = line
        elif line.startswith("bestmove"):
            self.is_thinking = False
            return MOVE, " ".join(line.split()[1:2])
        elif line.startswith(("info string position not taken", "info string illegal", "Illegal move")):
            return COMPLAINT, line
        return None

    def report(self):
        score, depth, nodes = (pattern.search(self.told) for pattern in (SCORE, DEPTH, NODES))
        value = score and int(score[2])
        if score and score[1] == "mate":
            value = mate_score(value)
        return value, depth and int(depth[1]), nodes and int(nodes[1])
