#!/usr/bin/python3
"""Made special.txt: python3 special_make.py > special.txt, with SymPy 1.14 and mpmath 1.3. No test runs this.

Systems with one linear constraint and a parameter a, and what numbers of 50 digits say for some values of a: the
largest coefficient of theta ^ dtheta at random states, theta = sum A_j dq_j + b dt, which is 0 where the constraint is
integrable; and the largest dE/dt = Q.q' + lambda A q' - dL/dt at random admissible states, which is 0 where the energy
is conserved. lambda is found from the equations of motion and the derivative of the constraint.

Each block: the model, its lines behind ": "; then lines "= VALUE frobenius rate"."""

import itertools
import random

import mpmath as mp
import sympy as sp

mp.mp.dps = 60
chance = random.Random(7)
t, a = sp.symbols("t a")
q = sp.symbols("x y z")
v = sp.symbols("dx dy dz")
NAMES = {str(s): s for s in [*q, *v, t, a]}

# A_x, A_y, A_z, b; potential; force on x, y, z; values of a
SYSTEMS = [
    (["-y", "-a*x", "1", "0"], "3*z", ["0", "0", "0"], [1, 2, 0, -1]),
    (["-a*y", "-sin(x)", "1", "0"], "0", ["-(a - 2)*dx", "0", "0"], [0, 2, 1]),
    (["1", "a*t", "0", "0"], "x*y", ["0", "a*dx", "0"], [0, 1, -1]),
    (["-cos(x)*z", "a*(a - 1)*y", "2", "0"], "x", ["0", "0", "0"], [0, 1, 2]),
    (["(a + 2)*z", "x", "1 + y^2", "0"], "a*x*t", ["0", "0", "0"], [0, -2, 1]),
    (["1", "(a - 1)*z", "0", "a^2 - 1"], "x*y", ["0", "0", "0"], [1, -1, 0]),
    (["-y", "-x", "a - 3", "0"], "z^2", ["0", "(a - 1)*dz", "0"], [3, 1, 0]),
    (["sin(x)", "cos(x)", "(a^2 - 4)*x", "0"], "(a + 2)*t*y", ["0", "0", "0"], [2, -2, 0]),
    (["y", "x", "0", "(a - 1)*z"], "0", ["a*dy", "-a*dx", "0"], [1, 0, 2]),
]


def read(text):
    return sp.sympify(text.replace("^", "**"), locals=NAMES, rational=True)


def largest(expressions, states):
    return max([abs(sp.lambdify([t, *q, *v], e, "mpmath")(*s)) for e in expressions for s in states], default=mp.mpf(0))


def numbers(form, V, Q, value):
    put = lambda e: sp.sympify(read(e)).subs(a, value)
    A = [put(e) for e in form]
    x = [*q, t]
    turns = []
    for i, j, k in itertools.combinations(range(4), 3):
        turn = lambda m, n: sp.diff(A[n], x[m]) - sp.diff(A[m], x[n])
        turns.append(A[i] * turn(j, k) + A[j] * turn(k, i) + A[k] * turn(i, j))
    L = sum(s**2 for s in v) / 2 - put(V)
    force = [sp.diff(L, s) + put(f) for s, f in zip(q, Q)]
    row = sum(A[i] * v[i] for i in range(3)) + A[3]
    drift = sp.diff(row, t) + sum(sp.diff(row, s) * w for s, w in zip(q, v))
    # x'' = force + lambda A, A x'' + drift = 0
    lam = -(drift + sum(A[i] * force[i] for i in range(3))) / sum(A[i] ** 2 for i in range(3))
    rate = sum(put(f) * w for f, w in zip(Q, v)) - sp.diff(L, t) + lam * sum(A[i] * v[i] for i in range(3))
    states = []
    for _ in range(5):
        s = [mp.mpf(chance.randint(1, 10**6)) / 600000 for _ in range(7)]
        at = [sp.lambdify([t, *q], e, "mpmath")(*s[:4]) for e in A]
        best = max(range(3), key=lambda i: abs(at[i]))
        rest = sum(at[i] * s[4 + i] for i in range(3) if i != best) + at[3]
        s[4 + best] = -rest / at[best]
        states.append(s)
    return largest(turns, states), largest([rate], states)


def main():
    for form, V, Q, values in SYSTEMS:
        print("# one system")
        print(": param a = 5/7\n: coord x, y, z\n: kinetic (x'^2 + y'^2 + z'^2)/2")
        print(f": potential {V}")
        prime = lambda e: e.replace("dx", "x'").replace("dy", "y'").replace("dz", "z'")
        for name, e in zip("xyz", Q):
            if e != "0":
                print(f": force {name}: {prime(e)}")
        terms = [f"({e})*{name}'" for e, name in zip(form, "xyz")]
        print(f": constraint c: {' + '.join(terms)} + {form[3]} = 0")
        for value in [*values, sp.Rational(5, 7), sp.Rational(-13, 11)]:
            turn, rate = numbers(form, V, Q, value)
            print(f"= {value} {mp.nstr(turn, 8)} {mp.nstr(rate, 8)}")


main()
