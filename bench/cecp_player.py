"""An engine that speaks CECP, XBoard's protocol."""
import math
import re

from .player import (CLAIM, COMPLAINT, MOVE, OFFER, PREPARING, REFUSAL, RESIGN, STALL, Fault, Player, Unsuitable,
                     mate_score)

FEATURE = re.compile(r'(\w+)=(?:"([^"]*)"|(\S+))')
ACCEPTED = set("ping setboard playother usermove time draw sigint sigterm reuse analyze myname variants colors ics name pause "
               "nps debug memory smp exclude highlight option done".split())
MOVED = re.compile(r"(?:move|My move is ?:)\s+(\S+)")
CLAIMED = re.compile(r"(1-0|0-1|1/2-1/2)\b\s*(.*)")
REFUSED = re.compile(r"Illegal move|Error \(.*illegal move.*\)", re.IGNORECASE)
THOUGHT = re.compile(r"\s*([0-9]{1,9})\S?\s+([-+]?[0-9]{1,9})\s+[0-9.]+\s+([0-9]{1,18})\b")
OLD_PROTOCOL = 5.0  # seconds after which an engine that has not answered `protover` is taken to speak version 1
XBOARD_MATE = 100000  # plus the moves to the mate


class CecpPlayer(Player):
    FORM = "xboard"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.features = {}
        self.options = {}  # name in lower case: (name, type)
        self.variants = ["normal"]
        self.pings = 0
        self.told = None  # the match of the last line of thinking
        self.sent = set()  # the moves that it was sent last

    # ---------------------------------------------------------------- the start
    def shake_hands(self):
        self.say("xboard", "protover 2")
        try:
            self.hear_features(OLD_PROTOCOL)
        except Fault as fault:
            if fault.kind != STALL:
                raise
        while self.features.get("done") == "0":
            self.hear_features(PREPARING * self.patience)
        self.own_name = self.features.get("myname", self.own_name)
        self.is_reusable = self.features.get("ping") == "1" and self.features.get("reuse", "1") == "1"

    def hear_features(self, seconds):
        """Take features up to the last, or one that asks for more time."""
        for line in self.hear(seconds):
            if line.startswith("feature ") and self.take_features(line):
                return

    def take_features(self, line):
        """Note what a line offers, and answer; whether it says something about being done."""
        answers = []
        for name, quoted, plain in FEATURE.findall(line):
            value = quoted or plain
            if name == "option":
                self.take_option(value)
            elif name == "variants":
                self.variants = [variant.strip() for variant in value.split(",")]
            self.features[name] = value
            answers.append(f"{'accepted' if name in ACCEPTED else 'rejected'} {name}")
        if answers:
            self.say(*answers)
        return any(name == "done" for name, _, _ in FEATURE.findall(line))

    def take_option(self, text):
        """`NAME -TYPE VALUES`."""
        if match := re.match(r"(.*?) -(\w+)", text):
            self.options[match[1].lower()] = match[1], match[2]

    def choose_game(self):
        self.variant = self.engine.variant or ("normal" if self.page.NAME == "chess" else self.page.NAME)
        if self.variant not in self.variants:
            raise Unsuitable(f"it does not play {self.variant}; it plays {', '.join(self.variants)}")
        for name, value in self.engine.options.items():
            self.set_option(name, value)

    def set_option(self, name, value):
        """Hash and Threads are understood for any engine that has the feature."""
        for usual, feature, command in (("hash", "memory", "memory"), ("threads", "smp", "cores")):
            if name.lower() in (usual, command) and self.features.get(feature) == "1":
                self.say(f"{command} {value}")
                return
        if name.lower() not in self.options:
            raise Unsuitable(f"it has no option {name}; it has {', '.join(option[0] for option in self.options.values()) or 'none'}")
        name, kind = self.options[name.lower()]
        value = {"true": "1", "false": "0"}.get(str(value).lower(), value) if kind == "check" else value
        self.say(f"option {name}" if kind in ("button", "save", "reset") else f"option {name}={value}")

    def be_ready(self):
        if self.features.get("ping") == "1":
            self.pings += 1
            self.say(f"ping {self.pings}")
            for line in self.hear(PREPARING * self.patience):
                if line == f"pong {self.pings}":
                    return
                if self.is_refusal(line):
                    raise Fault(REFUSAL, line)

    # ---------------------------------------------------------------- a game
    def require(self, control, sets_up):
        if control.nodes:
            raise Unsuitable("it speaks CECP, which has no limit by nodes")
        if sets_up and self.features.get("setboard") != "1":
            raise Unsuitable("it cannot be set up a position (feature setboard=0)")

    def new_game(self, fen, texts, colour, controls):
        self.controls, self.colour = controls, colour
        self.known = len(texts)  # moves it has seen
        self.is_forced = True
        self.sent = set(texts)
        self.say("new", *([f"variant {self.variant}"] if self.variant != "normal" else []), *self.time_control(), "post", "easy",
                 "force", *([f"setboard {fen}"] if fen else []), *map(self.moved, texts))
        self.be_ready()

    def time_control(self):
        """The lines that set it."""
        own, lines = self.controls[self.colour], []
        if own.base is not None:
            minutes, seconds = divmod(max(math.ceil(own.base), 1), 60)
            lines.append(f"level {own.moves or 0} {minutes}{f':{seconds:02}' if seconds else ''} {own.increment:g}")
        elif own.movetime is not None:
            lines.append(f"st {own.movetime:g}")
        return lines + ([f"sd {own.depth}"] if own.depth else [])

    def moved(self, text):
        return f"usermove {text}" if self.features.get("usermove") == "1" else text

    def go(self, texts, clocks):
        self.told, self.garbage = None, ""
        news = [self.moved(text) for text in texts[self.known:]]
        self.sent = set(texts[self.known:])
        self.known = len(texts) + 1  # with the one it will make
        if self.is_forced:
            self.say(*news, *self.times(clocks), "go")
            self.is_forced = False
        else:
            self.say(*self.times(clocks), *news)

    def times(self, clocks):
        """The clocks in centiseconds, its own and the opponent's."""
        own, other = (clock.remaining for clock in (clocks[self.colour], clocks[1 - self.colour]))
        movetime = self.controls[self.colour].movetime
        if movetime and movetime % 1:
            own = movetime  # some engines read whole seconds from `st`, but this too
        if self.features.get("time", "1") == "0" or own is None:
            return []
        return [f"time {round(own * 100)}", f"otim {round((own if other is None else other) * 100)}"]

    def hurry(self):
        self.say("?")

    def end_game(self, result, reason):
        self.say(f"result {result} {{{reason}}}", "force")

    def offer_draw(self):
        if self.features.get("draw", "1") != "0":
            self.say("draw")

    def event(self, line):
        if match := THOUGHT.match(line):
            self.told = match
        elif match := MOVED.match(line):
            return MOVE, match[1]
        elif match := CLAIMED.match(line):
            return CLAIM, f"{match[1]} {match[2]}".strip()
        elif line.startswith("resign"):
            return RESIGN, ""
        elif line.startswith("offer draw"):
            return OFFER, ""
        elif self.is_refusal(line):
            return COMPLAINT, line
        return None

    def is_refusal(self, line):
        """Whether it refuses a move that it was just sent. (Some say `illegal move or unknown command`.)"""
        return bool(REFUSED.match(line)) and line.rpartition(":")[2].strip() in self.sent

    def report(self):
        if not self.told:
            return None, None, None
        depth, value, nodes = map(int, self.told.groups())
        if abs(value) >= XBOARD_MATE:
            moves = abs(value) - XBOARD_MATE
            value = mate_score(moves or 1) if value > 0 else mate_score(-moves)
        return value, depth, nodes
