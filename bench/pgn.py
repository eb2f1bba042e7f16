"""Games as PGN. Scores, clocks and times of moves stand in comments: `[%eval]` as White sees it, `[%clk]`, `[%emt]`."""
import textwrap

from ..engine.limits import mate_distance
from ..engine.variants import page_named
from . import files
from .player import FALSE_CLAIM, FLAG, GARBLED, ILLEGAL, LATE, OUT_OF_TURN, REFUSAL

BY_FAULT = {**dict.fromkeys((LATE, FLAG), "time forfeit"),
            **dict.fromkeys((ILLEGAL, GARBLED, FALSE_CLAIM, REFUSAL, OUT_OF_TURN), "rules infraction")}
TIED = "\0"  # stands for a space at which no line may be broken


def write_pgn(record, event, game, controls):
    """A record of `game` as text; `controls`: the time controls of both sides, as text."""
    tags = write_tags(record, event, page_named(game), controls)
    lines = [f'[{name} "{escaped(value)}"]' for name, value in tags.items()]
    moves = textwrap.fill(movetext(record), 80, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", moves.replace(TIED, " "), "", ""])


def write_tags(record, event, page, controls):
    number = record["number"]
    tags = {"Event": event, "Site": "?", "Date": record["begun"][:10].replace("-", "."), "Round": f"{number // 2 + 1}.{number % 2 + 1}",
            "White": record["players"][0], "Black": record["players"][1], "Result": record["result"],
            "Variant": "normal" if page.NAME == "chess" else page.NAME}
    if record["fen"] or page.NAME != "chess":
        tags |= {"SetUp": "1", "FEN": record["fen"] or page.ARRAY}
    if record["opening"]:
        tags["Opening"] = record["opening"]
    if controls[0] == controls[1]:
        tags["TimeControl"] = controls[0]
    else:
        tags |= {"WhiteTimeControl": controls[0], "BlackTimeControl": controls[1]}
    return tags | {"PlyCount": str(len(record["moves"])), "Termination": termination(record), "Reason": record["reason"]}


def escaped(value):
    return str(value).replace("\\", "\\\\").replace('"', '\\"')


def termination(record):
    """In the words that the standard knows."""
    if record["result"] == "*":
        return "unterminated"
    if record["fault"]:
        return BY_FAULT.get(record["fault"]["kind"], "abandoned")
    return "adjudication" if "by adjudication" in record["reason"] or "by length" in record["reason"] else "normal"


def movetext(record):
    fields = ((record["fen"] or "x w - - 0 1").split() + ["0", "1"])[:6]
    blacks = fields[1] == "b"
    first = int(fields[5]) * 2 + blacks
    words = []
    for index, san in enumerate(record["san"]):
        ply = first + index
        after = index - record["book"]
        if ply % 2 == 0:
            words.append(f"{ply // 2}.")
        elif not words or after > 0 or index == record["book"]:
            words.append(f"{ply // 2}...")
        words += [san, *(comment(record, after, ply % 2) if after >= 0 else [])]
        if after == -1:
            words.append("{book}")
    ending = record["reason"].replace("{", "(").replace("}", ")")
    return " ".join([*words, f"{{{ending}}}", record["result"]])


def comment(record, index, blacks):
    """What is known about a move after the opening, as one comment; [] if nothing is."""
    parts = []
    score, depth, clock = (record[name][index] for name in ("scores", "depths", "clocks"))
    if score is not None:
        parts.append(f"[%eval{TIED}{written_score(-score if blacks else score)}{f',{depth}' if depth else ''}]")
    if clock is not None:
        parts.append(f"[%clk{TIED}{written_time(clock)}]")
    parts.append(f"[%emt{TIED}{written_time(record['seconds'][index])}]")
    return [f"{{{' '.join(parts)}}}"]


def written_score(score):
    mate = mate_distance(score)
    return f"{score / 100:.2f}" if mate is None else f"#{mate}"


def written_time(seconds):
    minutes, seconds = divmod(max(seconds, 0.0), 60)
    return f"{int(minutes) // 60}:{int(minutes) % 60:02}:{min(seconds, 59.999):06.3f}"


class PgnFile:
    """A file that has all games so far.

    `texts` are those of games that were played before, in order. A kill may leave the file without some of them, and
    games end in any order, so an ordinary file is written anew at both ends.
    """

    def __init__(self, path, texts):
        self.path, self.is_replaceable = path, files.is_replaceable(path)
        if self.is_replaceable:
            files.replace(path, texts)
        self.file = open(path, "ab", buffering=0)
        if not self.is_replaceable:
            for text in texts:
                self.add(text)

    def add(self, text):
        """A game has been played."""
        files.append(self.file, text.encode())

    def finish(self, texts):
        """All games have been played."""
        self.file.close()
        if self.is_replaceable:
            files.replace(self.path, texts)
