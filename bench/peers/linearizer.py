"""SymPy's Linearizer on a system that is linear in its constraints, as a careful user of it writes it.

usage: linearizer.py COORDINATES PARAMETERS LAGRANGIAN GEOMETRIC KINEMATIC FORCES POINT DEPENDENT_Q DEPENDENT_V

Each is one argument, "-" if there is nothing: names `x y`, values `m=3/2 g=981/100`, expressions in x and x_d (its velocity) with `;` between them,
forces `x: -c*x_d`, the steady motion `x=0 x_d=2` (what is not named is 0), dependent coordinates, dependent velocities.

Writes `seconds S`, of CPU time from the expressions to the matrix of the linearised equations, then `values` and its eigenvalues, real and
imaginary parts. Or `missing PACKAGE` and nothing else.
"""

import sys
import time

try:
    import mpmath
    import sympy
    from sympy.physics.mechanics import LagrangesMethod, Point, ReferenceFrame, dynamicsymbols
except ImportError:
    print("missing python3-sympy")
    sys.exit(0)

DIGITS = 60


def words(text):
    return [] if text == "-" else text.split()


def main():
    coordinates, parameters, lagrangian, geometric, kinematic, forces, point, dependent_q, dependent_v = sys.argv[1:]
    names = words(coordinates)
    q = {name: dynamicsymbols(name) for name in names}
    v = {name + "_d": dynamicsymbols(name, 1) for name in names}
    values = dict(pair.split("=") for pair in words(parameters))
    symbols = {name: sympy.Symbol(name) for name in values}
    known = {**q, **v, **symbols}

    def read(text):
        return sympy.sympify(text, locals=known)

    def read_all(text):
        return [] if text == "-" else [read(part) for part in text.split(";")]

    began = time.process_time()
    frame = ReferenceFrame("N")
    pushes = []
    for part in [] if forces == "-" else forces.split(";"):
        name, value = part.split(":")
        place = Point("P" + name)
        place.set_vel(frame, v[name.strip() + "_d"] * frame.x)
        pushes.append((place, read(value) * frame.x))
    options = {"forcelist": pushes, "frame": frame} if pushes else {}
    method = LagrangesMethod(read(lagrangian), [q[name] for name in names], hol_coneqs=read_all(geometric),
                             nonhol_coneqs=read_all(kinematic), **options)
    method.form_lagranges_equations()
    at = {symbols[name]: sympy.Rational(value) for name, value in values.items()}
    given = dict(pair.split("=") for pair in words(point))
    here = {known[name]: read(given.get(name, "0")).subs(at) for name in list(q) + list(v)}
    here.update({dynamicsymbols(name, 2): 0 for name in names})
    here.update(at)
    if geometric != "-" or kinematic != "-":
        here.update(method.solve_multipliers(here))
    late_q, late_v = words(dependent_q), words(dependent_v)
    matrix, _, _ = method.linearize(
        q_ind=[q[name] for name in names if name not in late_q], qd_ind=[v[name + "_d"] for name in names if name not in late_v],
        q_dep=[q[name] for name in late_q], qd_dep=[v[name + "_d"] for name in late_v], op_point=here, A_and_B=True)
    matrix = matrix.subs(here)
    print("seconds", time.process_time() - began, flush=True)
    with mpmath.workdps(DIGITS):
        numbers = mpmath.matrix([[mpmath.mpf(sympy.N(entry, DIGITS)) for entry in matrix.row(i)] for i in range(matrix.rows)])
        found = mpmath.eig(numbers, left=False, right=False)
        print("values", *(repr(float(part)) for value in found for part in (value.real, value.imag)))


main()
