"""Kernels written once, compiled for each game.

A kernel is a function that mentions `rules`, the page of the game at hand. `specialise` rewrites its
source for one page before Numba sees it: `rules.NAME` becomes a constant, a `for` over constants is
unrolled, an `if` on constants keeps one branch, and a parameter annotated `static` makes a copy of the
function for each value. What a game does not use is gone before it is typed, so it costs neither time
in the search nor time in the compiler, and LLVM need not be trusted to find it.

The result is an ordinary source file, in the cache folder, that can be read and stepped through.
"""
import ast
import copy
import functools
import inspect
import textwrap

BUILTINS = {"range": range, "len": len, "max": max, "min": min, "enumerate": enumerate, "any": any, "all": all}


class static:
    """Annotation of a parameter whose value is a compile-time constant."""


class rules:
    """The page being compiled; it exists only inside kernels."""


class Kernel:
    """A function to be specialised; a `signature` makes it an entry that Python may call.

    It is parsed when first needed: a game whose code exists already never needs it.
    """

    def __init__(self, function, signature=None, inline=False):
        self.function, self.signature, self.inline = function, signature, inline
        self.name = function.__name__

    @functools.cached_property
    def tree(self):
        """Its definition, without decorators, docstring and the type of what it returns."""
        tree = ast.parse(textwrap.dedent(inspect.getsource(self.function))).body[0]
        tree.decorator_list = []
        tree.returns = None
        if ast.get_docstring(tree) is not None:
            tree.body = tree.body[1:]
        return tree

    @functools.cached_property
    def static(self):
        """The places of its static parameters."""
        return [i for i, a in enumerate(self.tree.args.args)
                if isinstance(a.annotation, ast.Name) and a.annotation.id == "static"]


def kernel(function):
    """A function that other kernels call."""
    return Kernel(function)


def inline(function):
    """A kernel that is small or hot enough to be merged into each caller."""
    return Kernel(function, inline=True)


def entry(signature):
    """A kernel that Python calls: compiled for this one signature.

    `signature` is result(arguments): `int64`, `boolean`, `void`, and `words` and `integers` for arrays of uint64 and int64.
    """
    return lambda function: Kernel(function, signature)


class Specialiser(ast.NodeTransformer):
    """Rewrites one kernel for one page and one choice of its static parameters."""

    def __init__(self, request, scope, constants):
        self.request, self.scope, self.constants = request, scope, dict(constants)

    def is_constant(self, node):
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id not in self.constants and part.id not in BUILTINS:
                if not isinstance(self.scope.get(part.id), (int, str, tuple)):
                    return False
            elif isinstance(part, (ast.Lambda, ast.NamedExpr, ast.Starred, ast.JoinedStr)):
                return False
            elif isinstance(part, ast.Call) and not (isinstance(part.func, ast.Name) and part.func.id in BUILTINS):
                return False
        return True

    def value(self, node):
        expression = ast.fix_missing_locations(ast.Expression(copy.deepcopy(node)))
        return eval(compile(expression, "<kernel>", "eval"), {**self.scope, **BUILTINS, **self.constants})

    def visit(self, node):
        if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and self.is_constant(node):
            value = self.value(node)
            if isinstance(value, (bool, int, str, float)) or value is None:
                return ast.copy_location(ast.Constant(value), node)
            if isinstance(value, tuple):
                return ast.copy_location(ast.parse(repr(value), mode="eval").body, node)
        return super().visit(node)

    def block(self, statements):
        result = []
        for statement in statements:
            new = self.visit(statement)
            result.extend(new if isinstance(new, list) else [] if new is None else [new])
        return result

    def visit_If(self, node):
        if self.is_constant(node.test):
            return self.block(node.body if self.value(node.test) else node.orelse)
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            return self.block(node.body if node.test.value else node.orelse)
        node.body, node.orelse = self.block(node.body) or [ast.Pass()], self.block(node.orelse)
        return node

    def visit_IfExp(self, node):
        if self.is_constant(node.test):
            return self.visit(node.body if self.value(node.test) else node.orelse)
        return self.generic_visit(node)

    def visit_BoolOp(self, node):
        """Drop constant operands, so that `rules.DROPS and x` is `x` or False."""
        decisive = isinstance(node.op, ast.Or)
        values = []
        for operand in node.values:
            operand = self.visit(operand)
            if not isinstance(operand, ast.Constant):
                values.append(operand)
            elif bool(operand.value) == decisive:
                if not values:
                    return ast.Constant(decisive)
                values.append(operand)
                break
        if not values:
            return ast.Constant(not decisive)
        node.values = values
        return values[0] if len(values) == 1 else node

    def visit_For(self, node):
        if not self.is_constant(node.iter):
            node.iter, node.body = self.visit(node.iter), self.block(node.body)
            return node
        result = []
        outer = self.constants
        for item in self.value(node.iter):
            self.constants = {**outer, **self.names_of(node.target, item)}
            result.extend(self.block(copy.deepcopy(node.body)))
        self.constants = outer
        return result

    def names_of(self, target, item):
        if isinstance(target, ast.Name):
            return {target.id: item}
        return {name: value for part, value in zip(target.elts, item) for name, value in self.names_of(part, value).items()}

    def visit_While(self, node):
        node.test, node.body = self.visit(node.test), self.block(node.body)
        return node

    def visit_Call(self, node):
        callee = self.scope.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if not isinstance(callee, Kernel):
            node.args = [self.visit(argument) for argument in node.args]
            return node
        chosen = {}
        for i in callee.static:
            if not self.is_constant(node.args[i]):
                raise TypeError(f"{callee.name}: argument {i + 1} must be constant: {ast.unparse(node.args[i])}")
            chosen[callee.tree.args.args[i].arg] = self.value(node.args[i])
        arguments = [self.typed(self.visit(a)) for i, a in enumerate(node.args) if i not in callee.static]
        return ast.Call(ast.Name(self.request(callee, chosen), ast.Load()), arguments, [])

    def typed(self, node):
        """Give a constant argument its plain type.

        Numba would compile the callee again for each literal; and a cached function that calls itself with
        a literal aborts the process that loads it.
        """
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
            kind = "boolean" if isinstance(node.value, bool) else "int64"
            return ast.Call(ast.Name(kind, ast.Load()), [node], [])
        return node


def source_of(page, entries):
    """The source of all kernels that `entries` need, for `page`."""
    finished, names = {}, {}

    def request(wanted, chosen):
        name = "_".join([wanted.name, *(str(int(v) if isinstance(v, bool) else v) for v in chosen.values())])
        if name not in names:
            names[name] = wanted
            tree = copy.deepcopy(wanted.tree)
            tree.name = name
            tree.args.args = [ast.arg(a.arg) for i, a in enumerate(tree.args.args) if i not in wanted.static]
            body = Specialiser(request, wanted.function.__globals__, {"rules": page, **chosen}).block(tree.body)
            tree.body = body or [ast.Pass()]
            finished[name] = ast.unparse(ast.fix_missing_locations(tree))
        elif names[name] is not wanted:
            raise NameError(f"two kernels are called {name}")
        return name

    for wanted in entries:
        request(wanted, {})
    text = [f'"""Kernels of {page.NAME}, specialised. Generated: change the kernels in the sources instead."""']
    for name, code in finished.items():
        wanted = names[name]
        decorator = f"@entry({wanted.signature!r})" if wanted.signature else "@inline" if wanted.inline else "@kernel"
        text.append(f"{decorator}\n{code}")
    return "\n\n\n".join(text) + "\n"
