"""SymPy's derivation of the accelerations of systems.py, unsimplified, as a careful user of it writes it.

usage: sympy_derive.py lagrange|kane disc|unicycle NUMBER...            the numbers: parameters, coordinates, velocities

  lagrange  from energies and rows: LagrangesMethod, its full matrix and right side, all accelerations and multipliers by LUsolve
  kane      from bodies with their velocities and rows: KanesMethod with dependent speeds, the rates of all speeds by LUsolve of its mass matrix

Writes `seconds S`, of CPU time from the model as SymPy's objects to the accelerations, then `values` and the accelerations of the free coordinates at
the state. Each run is a fresh process: SymPy keeps what it has computed. Or `missing PACKAGE` and nothing else.
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    from evaluate import values_of
    from kane import disc_for_kane, unicycle_for_kane
    from systems import rolling_disc, unicycle
except ImportError:
    print("missing python3-sympy")
    sys.exit(0)

SYSTEMS = {"disc": (rolling_disc, disc_for_kane), "unicycle": (unicycle, unicycle_for_kane)}


def by_lagrange(system):
    method = system.lagrange()
    n = len(system.q)
    x = method.mass_matrix_full.LUsolve(method.forcing_full)
    return x[2 * n - len(system.u) : 2 * n, 0]


def main():
    method, name, *numbers = sys.argv[1:]
    make, make_for_kane = SYSTEMS[name]
    system = make()
    wheel = make_for_kane(system) if method == "kane" else None
    began = time.process_time()
    result = wheel.accelerations() if method == "kane" else by_lagrange(system)
    print("seconds", time.process_time() - began, flush=True)
    speeds = list(wheel.u.values()) if wheel else []
    print("values", *map(repr, values_of(system, result, [float(n) for n in numbers], speeds)))


main()
