"""The processor that kernels are compiled for: a baseline that many machines share, else the very one at hand.

The baseline costs no speed that could be measured, and code for it can be shipped.
"""
import functools
import os

import llvmlite.binding as llvm

BASELINE = "x86-64-v3"
BASELINE_FEATURES = ("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf",
                     "sse3", "sse4.1", "sse4.2", "ssse3", "xsave")
SLOW_EXTRACT = ("bdver4", "znver1", "znver2")  # AMD before Zen 3 has PEXT in microcode


@functools.cache
def cpu():
    """(name, features) in LLVM's words; Numba's environment variables overrule what is found."""
    name, features = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if name or features:
        return name or llvm.get_host_cpu_name(), features or ""
    found = llvm.get_host_cpu_features()
    if all(found.get(feature) for feature in BASELINE_FEATURES):
        return BASELINE, ""
    return llvm.get_host_cpu_name(), found.flatten()


@functools.cache
def has_extract():
    """Whether compiled code may use PEXT and gains from it."""
    name, features = cpu()
    return (name in ("x86-64-v3", "x86-64-v4") or "+bmi2" in features) and llvm.get_host_cpu_name() not in SLOW_EXTRACT


def identity():
    """What tells code for this target from code for another."""
    return "\n".join((llvm.get_process_triple(), *cpu(), "PEXT" if has_extract() else ""))
