"""Which processor is compiled for."""
import pytest

from frabjous.engine import target


class Features(dict):
    def flatten(self):
        return ",".join(f"{'+' if has else '-'}{name}" for name, has in self.items())


@pytest.fixture
def host(monkeypatch):
    """A function that makes this machine another; what is asked of it then."""
    for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(target, "cpu", target.cpu.__wrapped__)

    def become(name, features):
        monkeypatch.setattr(target.llvm, "get_host_cpu_name", lambda: name)
        monkeypatch.setattr(target.llvm, "get_host_cpu_features", lambda: Features(features))
        return target.cpu(), target.has_extract.__wrapped__()

    return become


ALL = dict.fromkeys(target.BASELINE_FEATURES, True)


def test_a_modern_machine_gets_the_baseline(host):
    assert host("znver4", ALL) == (("x86-64-v3", ""), True)


def test_slow_extraction_is_not_used(host):
    assert host("znver2", ALL) == (("x86-64-v3", ""), False)


def test_an_old_machine_gets_its_own_code(host):
    assert host("ivybridge", ALL | {"avx2": False, "bmi2": False})[0][0] == "ivybridge"
    assert not host("ivybridge", ALL | {"avx2": False, "bmi2": False})[1]
    assert host("haswell-like", ALL | {"fma": False})[1]


def test_another_architecture_gets_its_own_code(host):
    assert host("apple-m1", {"neon": True}) == (("apple-m1", "+neon"), False)


def test_the_environment_overrules(host, monkeypatch):
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert host("znver4", ALL) == (("generic", ""), False)
