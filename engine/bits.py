"""Masks: one integer as wide as a board, and its operations.

A mask is an LLVM integer of 64, 128, 192, 256, ... bits, so a board of any size has set operations,
shifts and bit scans that compile to a few instructions. `masks(width)` gives the compiled operations
for one width; specialised kernels see them as the global names of `OPERATIONS`.

Plain `uint64` would not do even for 64 squares: Numba turns uint64 with int64 into int64, so `>>`
would become arithmetic without a word.
"""
import functools
import operator
from types import SimpleNamespace

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

WORD = ir.IntType(64)
SHORT = ir.IntType(16)

OPERATIONS = ("empty", "bit", "load", "store", "lowest", "without_lowest", "count", "several", "forward", "backward",
              "fill_between", "word")


class MaskType(types.Type):
    """Numba's type of a mask of `width` bits; `width` is a multiple of 64."""

    def __init__(self, width):
        self.width = width
        super().__init__(name=f"mask{width}")


@register_model(MaskType)
class MaskModel(models.PrimitiveModel):
    def __init__(self, manager, mask):
        super().__init__(manager, mask, ir.IntType(mask.width))


def _register_operator(function, method):
    """Let `mask OP mask` compile to one LLVM instruction, without a function of its own."""

    @infer_global(function)
    class Template(AbstractTemplate):
        def generic(self, args, kws):
            if len(args) == 2 and isinstance(args[0], MaskType) and args[0] == args[1]:
                return signature(args[0], *args)

    @lower_builtin(function, MaskType, MaskType)
    def lower(context, builder, sig, args):
        return getattr(builder, method)(*args)


for _function, _inplace, _method in (
    (operator.and_, operator.iand, "and_"),
    (operator.or_, operator.ior, "or_"),
    (operator.xor, operator.ixor, "xor"),
):
    _register_operator(_function, _method)
    _register_operator(_inplace, _method)


@infer_global(operator.invert)
class _Invert(AbstractTemplate):
    def generic(self, args, kws):
        if isinstance(args[0], MaskType):
            return signature(args[0], args[0])


@lower_builtin(operator.invert, MaskType)
def _lower_invert(context, builder, sig, args):
    return builder.not_(args[0])


def _register_truth(function, comparison):
    @infer_global(function)
    class Template(AbstractTemplate):
        def generic(self, args, kws):
            if len(args) == 1 and isinstance(args[0], MaskType):
                return signature(types.boolean, args[0])

    @lower_builtin(function, MaskType)
    def lower(context, builder, sig, args):
        return builder.icmp_unsigned(comparison, args[0], ir.Constant(args[0].type, 0))


_register_truth(bool, "!=")
_register_truth(operator.not_, "==")


def _scan(builder, name, value, *flags):
    """Call llvm.cttz, llvm.ctlz or llvm.ctpop on a value of any width; the answer as wide as the value."""
    kind = value.type
    function = builder.module.declare_intrinsic(name, [kind], ir.FunctionType(kind, [kind] + [ir.IntType(1)] * len(flags)))
    return builder.call(function, [value] + [ir.Constant(ir.IntType(1), flag) for flag in flags])


def _fit(builder, value, kind):
    """Widen or narrow an unsigned integer to the LLVM type `kind`."""
    if value.type.width < kind.width:
        return builder.zext(value, kind)
    return builder.trunc(value, kind) if value.type.width > kind.width else value


def _address(builder, pointer, index, kind):
    return builder.bitcast(builder.gep(pointer, [index]), kind.as_pointer())


@functools.cache
def masks(width):
    """The compiled operations on masks of `width` bits, as a namespace with the names of `OPERATIONS`."""
    mask = MaskType(width)
    kind = ir.IntType(width)

    @intrinsic
    def empty(typing):
        """No square."""
        return mask(), lambda context, builder, sig, args: ir.Constant(kind, 0)

    @intrinsic
    def bit(typing, square):
        """The mask of one square."""

        def code(context, builder, sig, args):
            return builder.shl(ir.Constant(kind, 1), _fit(builder, args[0], kind))

        return mask(types.int64), code

    @intrinsic
    def load(typing, words, index):
        """The mask stored in width/64 words from `index` on."""

        def code(context, builder, sig, args):
            return builder.load(_address(builder, *args, kind), align=8)

        return mask(words, types.int64), code

    @intrinsic
    def store(typing, words, index, value):
        """Write a mask into width/64 words from `index` on."""

        def code(context, builder, sig, args):
            builder.store(args[2], _address(builder, *args[:2], kind), align=8)
            return context.get_dummy_value()

        return types.void(words, types.int64, mask), code

    @intrinsic
    def lowest(typing, value):
        """The lowest square of a mask that is not empty."""
        return types.int64(mask), lambda context, builder, sig, args: _fit(
            builder, _scan(builder, "llvm.cttz", args[0], 1), WORD)

    @intrinsic
    def without_lowest(typing, value):
        """The mask without its lowest square."""

        def code(context, builder, sig, args):
            return builder.and_(args[0], builder.sub(args[0], ir.Constant(kind, 1)))

        return mask(mask), code

    @intrinsic
    def count(typing, value):
        """How many squares a mask holds."""
        return types.int64(mask), lambda context, builder, sig, args: _fit(
            builder, _scan(builder, "llvm.ctpop", args[0]), WORD)

    @intrinsic
    def several(typing, value):
        """Whether a mask holds more than one square."""

        def code(context, builder, sig, args):
            rest = builder.and_(args[0], builder.sub(args[0], ir.Constant(kind, 1)))
            return builder.icmp_unsigned("!=", rest, ir.Constant(kind, 0))

        return types.boolean(mask), code

    def shift(method):
        @intrinsic
        def shifted(typing, value, distance):
            def code(context, builder, sig, args):
                return getattr(builder, method)(args[0], _fit(builder, args[1], kind))

            return mask(mask, types.int64), code

        return shifted

    @intrinsic
    def fill_between(typing, occupied, below, above):
        """Obstruction difference: the squares of one line (`below` and `above` the slider) up to the blockers.

        `below` and `above` are disjoint masks whose squares are numbered below and above the slider's.
        """

        def code(context, builder, sig, args):
            occupied, below, above = args
            one = ir.Constant(kind, 1)
            up = builder.and_(occupied, above)
            down = builder.or_(builder.and_(occupied, below), one)
            blocker = builder.lshr(ir.Constant(kind, 1 << (width - 1)), _scan(builder, "llvm.ctlz", down, 1))
            difference = builder.xor(up, builder.sub(up, blocker))
            return builder.and_(difference, builder.or_(below, above))

        return mask(mask, mask, mask), code

    @intrinsic
    def word(typing, value):
        """The lowest 64 bits."""
        return types.uint64(mask), lambda context, builder, sig, args: _fit(builder, args[0], WORD)

    return SimpleNamespace(empty=empty, bit=bit, load=load, store=store, lowest=lowest, without_lowest=without_lowest,
                           count=count, several=several, forward=shift("shl"), backward=shift("lshr"),
                           fill_between=fill_between, word=word)


@intrinsic
def extract(typing, value, chosen):
    """PEXT: the bits of `value` at the places set in `chosen`, packed (uint64). Needs a CPU with BMI2."""

    def code(context, builder, sig, args):
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(WORD, [WORD, WORD]), "llvm.x86.bmi.pext.64")
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def peek(typing, words, index):
    """An atomic load of an int64: a plain load in a loop would be hoisted and never see a change."""

    def code(context, builder, sig, args):
        return builder.load_atomic(_address(builder, *args, WORD), "monotonic", 8)

    return types.int64(words, types.int64), code


@intrinsic
def shifted(typing, words, distance):
    """A pointer so many items further on."""
    return words(words, types.int64), lambda context, builder, sig, args: builder.gep(args[0], [args[1]])


@intrinsic
def fetch_ahead(typing, words, index):
    """Ask for the cache line of a word that will soon be read."""

    def code(context, builder, sig, args):
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.VoidType(), [byte, number, number, number]),
                                                  "llvm.prefetch.p0i8")
        builder.call(function, [_address(builder, *args, ir.IntType(8)), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(words, types.int64), code


@intrinsic
def short(typing, words, index):
    """The signed number of 16 bits, the `index`-th of an array that holds four in each word."""

    def code(context, builder, sig, args):
        shorts = builder.bitcast(args[0], SHORT.as_pointer())
        return builder.sext(builder.load(builder.gep(shorts, [args[1]])), WORD)

    return types.int64(words, types.int64), code


@intrinsic
def set_short(typing, words, index, value):
    """Write such a number."""

    def code(context, builder, sig, args):
        shorts = builder.bitcast(args[0], SHORT.as_pointer())
        builder.store(builder.trunc(args[2], SHORT), builder.gep(shorts, [args[1]]))
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), code
