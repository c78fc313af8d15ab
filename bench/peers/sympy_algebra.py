"""SymPy's algebra on systems.py, as a careful user of it writes it.

usage: sympy_algebra.py TASK NUMBER...            the numbers: parameters, coordinates, velocities

  trigsimp  the rolling disc: the rows put in, the 3 x 3 equations simplified by trigsimp, then LUsolve
  disc      operations of the reduced equations of the rolling disc, from the diagonal down and right side, after simplify and cse
  unicycle  the same for the unicycle

The first writes `seconds S`, of CPU time from the Lagrangian, which is there, to the accelerations; the others `operations N M`, all and
those that depend on the state. Then `values` and the accelerations of the free coordinates, or the coefficients, at the state. Each run is a fresh process:
SymPy keeps what it has computed. Or `missing PACKAGE` and nothing else.
"""

import os
import sys
import time

try:
    import sympy
    from sympy.physics.mechanics import msubs
except ImportError:
    print("missing python3-sympy")
    sys.exit(0)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from evaluate import values_of
from systems import rolling_disc, unicycle


def trigsimp(system):
    """Multiplied out first: that takes two thirds of the time and gives the same."""

    def shorter(e):
        return sympy.trigsimp(sympy.expand(e))

    matrix, right = (part.applyfunc(shorter) for part in system.reduced(system.lagrange()))
    return matrix.LUsolve(right)


# ---- counting ----

ONE_PARAMETER = sympy.Symbol("p")


def multiplications(n):
    """Of x^n by repeated squaring."""
    return n.bit_length() - 1 + bin(n).count("1") - 1


def power_cost(base, exponent):
    if exponent.is_Integer:
        return multiplications(abs(int(exponent)))
    return 1  # a root


def product_cost(factors):
    """Signs do not count; a number in front is one factor; a product of reciprocals alone takes a division more."""
    factors = [f for f in factors if f not in (1, -1)]
    powers = [f.as_base_exp() for f in factors]
    is_below = [exponent.is_negative and not base.is_Number for base, exponent in powers]
    own = sum(power_cost(b, e) for b, e in powers if not b.is_Number)
    return own + max(len(factors) - 1, 0) + (len(factors) > 0 and all(is_below))


def cost(e, fixed):
    """(all, those that depend on the state) of e itself, without its parts. Terms and factors of parameters alone are put together first."""
    parts = list(e.args) if e.is_Add or e.is_Mul else [e]
    count = (lambda terms: len(terms) - 1) if e.is_Add else product_cost if e.is_Mul or e.is_Pow else len
    changing = [a for a in parts if not a.free_symbols <= fixed]
    if not e.args or not changing:
        return (count(parts) if e.args else 0), 0
    rest = [a for a in parts if a.free_symbols <= fixed and a not in (1, -1)]
    return count(parts), count(changing + [ONE_PARAMETER] * (len(rest) > 0))


def walk(e):
    """e and its parts, but not the powers in a product, whose cost is the product's."""
    yield e
    for a in e.args:
        parts = a.args[:1] if e.is_Mul and a.is_Pow else [a] if not e.is_Pow or a is e.args[0] else []
        for part in parts:
            yield from walk(part)


def operations(replacements, results, parameters):
    """Additions, multiplications, divisions, roots, sines, cosines: one each; as the tapes are counted."""
    fixed = set(parameters)
    total = changing = 0
    for name, e in [*replacements, *((None, r) for r in results)]:
        for part in walk(e):
            every, with_state = cost(part, fixed)
            total, changing = total + every, changing + with_state
        if name is not None and e.free_symbols <= fixed:
            fixed.add(name)
    return total, changing


def simplified(system, numbers):
    matrix, right = system.reduced(system.lagrange())
    size = matrix.shape[0]
    lower = [matrix[i, k] for k in range(size) for i in range(k, size)]
    # derivatives are no symbols, and cse would take them apart
    names = dict(zip(system.q + system.v, sympy.symbols(f"s:{2 * len(system.q)}")))
    coefficients = [sympy.simplify(msubs(e, names)) for e in [*lower, *right]]
    counts = operations(*sympy.cse(coefficients), system.parameters)
    back = {name: symbol for symbol, name in names.items()}
    return counts, values_of(system, [msubs(e, back) for e in coefficients], numbers)


def main():
    task, *numbers = sys.argv[1:]
    numbers = [float(n) for n in numbers]
    system = unicycle() if task == "unicycle" else rolling_disc()
    if task == "trigsimp":
        began = time.process_time()
        result = trigsimp(system)
        print("seconds", time.process_time() - began)
        values = values_of(system, result, numbers)
    else:
        counts, values = simplified(system, numbers)
        print("operations", *counts)
    print("values", *map(repr, values))


main()
