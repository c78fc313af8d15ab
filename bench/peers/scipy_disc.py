"""The rolling disc of [Examples] 5.6 with SymPy and SciPy, as a careful user of both writes it.

usage: scipy_disc.py TOLERANCE END m R I1 I2 g [theta psi' phi' theta']...

SymPy derives Lagrange's equations with multipliers from the energies and the two rows x' = R cos(phi) psi', y' = R sin(phi) psi'; SciPy's
DOP853 integrates them from each start (the other coordinates are 0). Two ways from the equations to numbers:

  matrix  the full mass matrix and its right side as NumPy functions, one numpy.linalg.solve an evaluation; 10 states
  solved  the multipliers eliminated and the three accelerations solved for, simplified, as one function of plain floats; 8 states

One line for each way and start: WAY, number of the start, seconds of CPU time of solve_ivp alone (the best of REPEATS), evaluations, and
x, y, psi, phi, theta, psi', phi', theta' at END. First a line `derived SECONDS`. Or `missing PACKAGE` and nothing else.
"""

import os
import sys
import time

try:
    missing = "python3-scipy"
    import numpy
    from scipy.integrate import solve_ivp

    missing = "python3-sympy"
    import sympy
    from sympy.physics.mechanics import msubs
except ImportError:
    print("missing", missing)
    sys.exit(0)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from systems import rolling_disc

REPEATS = 3

disc = rolling_disc()
q, v, parameters = disc.q, disc.v, disc.parameters
R = parameters[1]


def function(arguments, expressions, values, **options):
    """lambdify with common subexpressions, which does not work with derivatives: symbols take the place of q and q'."""
    names = sympy.symbols([f"s{i}" for i in range(len(arguments))])
    plain = [msubs(e, dict(zip(arguments, names)), values) for e in expressions]
    return sympy.lambdify(names, plain, cse=True, **options)


def accelerations(method):
    """u' of the reduced equations, simplified."""
    matrix, right = (part.applyfunc(sympy.trigsimp) for part in disc.reduced(method))
    return matrix.LUsolve(right).applyfunc(sympy.simplify)


def matrix_way(method, values):
    entries = function(q + v, [method.mass_matrix_full, method.forcing_full], values)

    def rates(t, state):
        matrix, right = entries(*state)
        return numpy.linalg.solve(matrix, right[:, 0])[: len(state)]

    def begin(angle, spin, turn, fall):
        radius = float(R.subs(values))
        return [0, 0, 0, 0, angle, radius * spin, 0, spin, turn, fall]

    return rates, begin, [0, 1, 2, 3, 4, 7, 8, 9]


def solved_way(method, values):
    rolling = disc.rolling.values()
    plain = function(q + v[2:], [*rolling, *v[2:], *accelerations(method)], values, modules="math")

    def rates(t, state):
        return plain(*state.tolist())  # plain floats: several times faster than NumPy's scalars

    def begin(angle, spin, turn, fall):
        return [0, 0, 0, 0, angle, spin, turn, fall]

    return rates, begin, list(range(8))


def integrate(rates, start, end, tolerance):
    began = time.process_time()
    motion = solve_ivp(rates, (0, end), start, method="DOP853", rtol=tolerance, atol=tolerance, t_eval=[end])
    return time.process_time() - began, motion


def main():
    tolerance, end, *numbers = map(float, sys.argv[1:])
    values = dict(zip(parameters, numbers[:5]))
    starts = [numbers[i : i + 4] for i in range(5, len(numbers), 4)]
    began = time.process_time()
    method = disc.lagrange()
    ways = {"matrix": matrix_way(method, values), "solved": solved_way(method, values)}
    print("derived", time.process_time() - began)
    for way, (rates, begin, columns) in ways.items():
        integrate(rates, begin(*starts[0]), end / 100, tolerance)  # warm
        for number, start in enumerate(starts):
            runs = [integrate(rates, begin(*start), end, tolerance) for _ in range(REPEATS)]
            seconds = min(took for took, _ in runs)
            motion = runs[0][1]
            print(way, number, seconds, motion.nfev, *motion.y[columns, -1].tolist(), flush=True)


main()
