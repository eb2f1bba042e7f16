"""The settings that a GUI may change, and how each protocol describes them."""
import re
from dataclasses import dataclass

from ..engine.variants import GAMES
from .lines import shortened
from .session import Refused


@dataclass(frozen=True)
class Option:
    """One setting. `kind` is "check", "spin", "combo" or "button", as both protocols name them."""
    name: str
    kind: str
    default: object = None
    least: int = 0  # of a spin
    most: int = 0
    values: tuple = ()  # of a combo
    is_open: bool = False  # a combo that takes more than is offered; whoever sets it decides

    def read(self, text):
        """The value that a text means. Raises Refused if there is none."""
        if self.kind == "button":
            return None
        if self.kind == "check":
            values = {"true": True, "1": True, "false": False, "0": False}
            if text.lower() not in values:
                raise Refused(f"{shortened(text)!r} is neither true nor false")
            return values[text.lower()]
        if self.kind == "combo":
            if text not in self.values and not self.is_open:
                raise Refused(f"{self.name} is one of {', '.join(self.values)}")
            return text
        if not re.fullmatch("-?[0-9]{1,9}", text):
            raise Refused(f"{shortened(text)!r} is not a number")
        if not self.least <= int(text) <= self.most:
            raise Refused(f"{text} is not between {self.least} and {self.most}")
        return int(text)

    def for_uci(self):
        """The line that describes it to a UCI client."""
        more = {"spin": f" default {self.default} min {self.least} max {self.most}",
                "check": f" default {str(self.default).lower()}",
                "combo": f" default {self.default}{''.join(f' var {value}' for value in self.values)}"}
        return f"option name {self.name} type {self.kind}{more.get(self.kind, '')}"

    def for_cecp(self):
        """What describes it to XBoard. There a name is one word, as python-chess wants it."""
        more = {"spin": f" {self.default} {self.least} {self.most}",
                "check": f" {int(bool(self.default))}",
                "combo": " " + " /// ".join("*" * (value == self.default) + value for value in self.values)}
        return f"{self.name.replace(' ', '')} -{self.kind}{more.get(self.kind, '')}"


# Those that both protocols have.
CLEAR_HASH = Option("Clear Hash", "button")
MULTI_PV = Option("MultiPV", "spin", 1, 1, 256)
MOVE_OVERHEAD = Option("Move Overhead", "spin", 30, 0, 5000)  # milliseconds
SKILL_LEVEL = Option("Skill Level", "spin", 20, 0, 20)


def rules_left_open():
    """An option for each rule that some game leaves open."""
    return [Option(name, "combo", values[0], values=values)
            for name, values in {name: values for page in GAMES.values() for name, values in page.OPTIONS.items()}.items()]


class Options:
    """A protocol's options, found by their names, in which case and blanks do not count.

    `setters` has for each the function that takes its value, or nothing for a button; None where the value is only
    kept, to be looked up with `options[OPTION]`.
    """

    def __init__(self, setters):
        self._setters = setters
        self._values = {option: option.default for option in setters}
        self._named = {self._key(option.name): option for option in setters}

    @staticmethod
    def _key(name):
        return name.replace(" ", "").lower()

    def __iter__(self):
        return iter(self._setters)

    def __getitem__(self, option):
        return self._values[option]

    def set(self, name, text):
        """Set one; False if there is none of this name. Raises Refused for a value that it cannot have."""
        option = self._named.get(self._key(name))
        if option is None:
            return False
        value, setter = option.read(text), self._setters[option]
        if setter:
            setter(*[value] * (option.kind != "button"))
        self._values[option] = value
        return True
