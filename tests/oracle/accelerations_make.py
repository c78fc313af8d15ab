#!/usr/bin/python3
"""Made accelerations.txt: python3 accelerations_make.py > accelerations.txt, with SymPy 1.14 and mpmath 1.3. No test runs this.

Systems with constraints on accelerations, and what Gauss' principle makes of them: of all accelerations a that satisfy A a + c = 0, the rows
differentiated by time and those with accelerations as they are, the motion has the ones for which (a - f).M (a - f)/2 is least, M f the forces. The
least value is found without multipliers: a = p + B z with a basis B of the kernel of A, B^T M B z = B^T M (f - p). The multipliers are then the
solution of A^T lambda = M (a - f), and dE/dt is the derivative of E = q' dL/dq' - L along a.

Each block: the model in the syntax of the language; then for each state its numbers, t q q', all accelerations, the multipliers, and dE/dt.
"""

import random

import mpmath as mp
import sympy as sp

mp.mp.dps = 70
DIGITS = 50
t = sp.Symbol("t")
chance = random.Random(28)


class System:
    """q: names; L, rows of positions and velocities, rows of accelerations: expressions in t, x, dx, ddx."""

    def __init__(self, name, text, q, values, L, Q, geometric, kinematic, accelerated, order):
        self.name, self.text, self.q, self.order = name, text, q, order
        n = len(q)
        self.x = sp.symbols(q)
        self.v = sp.symbols(["d" + s for s in q])
        self.a = sp.symbols(["dd" + s for s in q])
        names = {str(s): s for s in [*self.x, *self.v, *self.a]}
        names.update({"t": t, **{k: sp.Rational(v) for k, v in values.items()}})
        read = lambda e: sp.sympify(e, locals=names, rational=True)
        rate = lambda e: sp.diff(e, t) + sum(sp.diff(e, s) * d for s, d in zip([*self.x, *self.v], [*self.v, *self.a]))
        self.L = read(L)
        self.E = sum(sp.diff(self.L, v) * v for v in self.v) - self.L
        self.rate_of_E = rate(self.E)
        left = [rate(sp.diff(self.L, v)) - sp.diff(self.L, x) - read(Q.get(s, "0")) for s, x, v in zip(q, self.x, self.v)]
        self.M = sp.Matrix(n, n, lambda i, j: sp.diff(left[i], self.a[j]))
        zero = {a: 0 for a in self.a}
        self.F = sp.Matrix([-e.subs(zero) for e in left])
        self.geometric = [read(e) for e in geometric]
        self.kinematic = [read(e) for e in kinematic]
        equations = [rate(rate(e)) for e in self.geometric] + [rate(e) for e in self.kinematic] + [read(e) for e in accelerated]
        self.rows = sp.Matrix(equations)
        self.slopes = self.rows.jacobian(sp.Matrix(self.a))
        self.is_curved = any(self.slopes.has(a) for a in self.a)
        self.A = sp.Matrix(len(equations), n, lambda i, j: sp.diff(equations[i], self.a[j]))
        self.c = sp.Matrix([e.subs(zero) for e in equations])

    def numbers(self, e, at):
        return mp.matrix([[mp.mpf(sp.N(e[i, j].subs(at), mp.mp.dps)) for j in range(e.cols)] for i in range(e.rows)])

    def admissible(self, at):
        """Moves the state onto the rows by Newton's method with least steps."""
        for unknowns, equations in ((self.x, self.geometric), (self.v, self.kinematic + [self.rate(e) for e in self.geometric])):
            if not equations:
                continue
            e = sp.Matrix(equations)
            J = e.jacobian(sp.Matrix(unknowns))
            for _ in range(60):
                j, r = self.numbers(J, at), self.numbers(e, at)
                step = j.T * mp.lu_solve(j * j.T, -r)
                for s, d in zip(unknowns, step):
                    at[s] = sp.Float(mp.mpf(at[s]) + d, mp.mp.dps)
                if mp.norm(step) < mp.mpf(10) ** -65:
                    break
        return at

    def rate(self, e):
        return sp.diff(e, t) + sum(sp.diff(e, s) * d for s, d in zip(self.x, self.v))

    def solve_curved(self, at):
        """Of all roots of M a - F = slopes^T lambda, rows = 0 that mpmath finds from random points, the one with the least compulsion."""
        n, m = len(self.a), self.rows.rows
        M, F = self.numbers(self.M, at), self.numbers(self.F, at)
        rows = sp.lambdify(self.a, self.rows.subs(at), "mpmath")
        slopes = sp.lambdify(self.a, self.slopes.subs(at), "mpmath")

        def defect(*u):
            a, lam = mp.matrix(u[:n]), mp.matrix(u[n:])
            return [*(M * a - F - slopes(*u[:n]).T * lam), *rows(*u[:n])]

        best = None
        f = mp.lu_solve(M, F)
        for k in range(60):
            size = (1 + mp.norm(f)) * chance.choice([0.3, 1, 3])
            start = [f[i] + size * chance.gauss(0, 1) for i in range(n)] + [chance.gauss(0, 1) for _ in range(m)]
            try:
                with mp.workdps(30):
                    rough = mp.findroot(defect, start, tol=1e-18, maxsteps=60)
                root = mp.findroot(defect, tuple(rough), tol=mp.mpf(10) ** -130, maxsteps=10)
            except (ValueError, ZeroDivisionError):
                continue
            a = root[:n]
            compulsion = ((a - f).T * M * (a - f))[0] / 2
            if best is None or compulsion < best[0] - mp.mpf(10) ** -30:
                best = (compulsion, a, root[n:])
        _, a, multipliers = best
        with_a = dict(at)
        with_a.update({s: sp.Float(value, mp.mp.dps) for s, value in zip(self.a, a)})
        return a, multipliers, mp.mpf(sp.N(self.rate_of_E.subs(with_a), mp.mp.dps))

    def solve(self, at):
        if self.is_curved:
            return self.solve_curved(at)
        M, F, A, c = (self.numbers(e, at) for e in (self.M, self.F, self.A, self.c))
        f = mp.lu_solve(M, F)
        p = A.T * mp.lu_solve(A * A.T, -c)
        kernel = []  # orthonormal, beside the rows
        basis = [A[i, :].T for i in range(A.rows)] + [mp.matrix([int(i == k) for i in range(M.rows)]) for k in range(M.rows)]
        done = []
        for k, b in enumerate(basis):
            for _ in range(2):
                for u in done:
                    b = b - u * (u.T * b)[0]
            if mp.norm(b) > mp.mpf(10) ** -20:
                done.append(b / mp.norm(b))
                if k >= A.rows:
                    kernel.append(done[-1])
        a = p
        if kernel:
            B = mp.matrix(M.rows, len(kernel))
            for k, u in enumerate(kernel):
                B[:, k] = u
            a = p + B * mp.lu_solve(B.T * M * B, B.T * M * (f - p))
        multipliers = mp.lu_solve(A * A.T, A * (M * (a - f)))
        assert mp.norm(A * a + c) < mp.mpf(10) ** -60 and mp.norm(A.T * multipliers - M * (a - f)) < mp.mpf(10) ** -60
        with_a = dict(at)
        with_a.update({s: sp.Float(value, mp.mp.dps) for s, value in zip(self.a, a)})
        return a, multipliers, mp.mpf(sp.N(self.rate_of_E.subs(with_a), mp.mp.dps))

    def write(self):
        text = lambda x: mp.nstr(mp.mpf(x), DIGITS, strip_zeros=False, min_fixed=-5, max_fixed=5)
        print(f"model {self.name}")
        print("\n".join("  " + line for line in self.text.strip().split("\n")))
        for _ in range(3):
            at = {t: sp.Rational(chance.randint(1, 20), 8)}
            # doubles, where nothing restricts them
            at.update({s: sp.Rational(chance.randint(-24, 24), 16) + sp.Rational(1, 32) for s in [*self.x, *self.v]})
            at = self.admissible(at)
            a, multipliers, rate = self.solve(at)
            state = [at[s] for s in (t, *self.x, *self.v)]
            print("state", *(text(sp.N(s, mp.mp.dps)) for s in state))
            print("accelerations", *map(text, a))
            print("lambda", *(text(multipliers[i]) for i in self.order))
            print("rate", text(rate))


SYSTEMS = [
    System("one-row", """
param m = 2, k = 3
coord x, y
kinetic m*x'^2/2 + y'^2/2
potential k*x^2/2 + x*y
constraint c: x'' = y'
""", ["x", "y"], {"m": "2", "k": "3"}, "m*dx**2/2 + dy**2/2 - k*x**2/2 - x*y", {}, [], [], ["ddx - dy"], [0]),
    System("nonholonomic", """
param a = 1.3, g = 9.81
coord x, y, z
kinetic (x'^2 + 2*y'^2 + 3*z'^2)/2
potential g*z + x^2*y^2/2
force x: -x'
constraint c: x'' + z*y'' = a*x'*y' + sin(t)
constraint n: z' = x*y'
""", ["x", "y", "z"], {"a": "13/10", "g": "981/100"}, "(dx**2 + 2*dy**2 + 3*dz**2)/2 - g*z - x**2*y**2/2", {"x": "-dx"}, [],
           ["dz - x*dy"], ["ddx + z*ddy - a*dx*dy - sin(t)"], [0, 1]),
    System("speeds", """
coord x, y, phi, psi
kinetic (x'^2 + y'^2)/2 + phi'^2/4 + psi'^2/8 + cos(phi)*psi'*phi'/9
potential 0.981*x*sin(phi)
constraint n: x'^2 + y'^2 = phi'^2 + 1
constraint c: phi'' = psi'*cos(x)
""", ["x", "y", "phi", "psi"], {}, "(dx**2 + dy**2)/2 + dphi**2/4 + dpsi**2/8 + cos(phi)*dpsi*dphi/9 - 981/1000*x*sin(phi)", {}, [],
           ["dx**2 + dy**2 - dphi**2 - 1"], ["ddphi - dpsi*cos(x)"], [0, 1]),
    System("two-points", """
param l = 2, w = 0.75
coord x, y, z, u
point A = [x, y, z] mass 1.5
point B = [u, sin(u), cos(t)] mass 0.5
gravity [0, 0, -9.81]
quasi p = x' + u*y'
constraint string: |A|^2 = l^2
constraint c: dot(A'', B') = w*t*x'^2
constraint d: y'' - u'' = u*x'*y'*z'
""", ["x", "y", "z", "u"], {"l": "2", "w": "3/4"},
           "3/4*(dx**2 + dy**2 + dz**2) + 1/4*(du**2 + cos(u)**2*du**2 + sin(t)**2) - 981/100*(3/2*z + cos(t)/2)", {},
           ["x**2 + y**2 + z**2 - l**2"], [],
           ["ddx*du + ddy*cos(u)*du - ddz*sin(t) - w*t*dx**2", "ddy - ddu - u*dx*dy*dz"], [0, 1, 2]),
    System("cyclic", """
coord x, y, z
kinetic (x'^2 + y'^2 + (2 + cos(x))*z'^2)/2 + x'*z'/3
potential x*y
constraint c: y'' = y + t*x'
""", ["x", "y", "z"], {}, "(dx**2 + dy**2 + (2 + cos(x))*dz**2)/2 + dx*dz/3 - x*y", {}, [], [], ["ddy - y - t*dx"], [0]),
    System("given-size", """
param m = 2, a = 3, g = 9.81
coord x, y
kinetic m*(x'^2 + y'^2)/2
potential m*g*y + x^2/2
constraint c: x''^2 + y''^2 = a^2
""", ["x", "y"], {"m": "2", "a": "3", "g": "981/100"}, "m*(dx**2 + dy**2)/2 - m*g*y - x**2/2", {}, [], [], ["ddx**2 + ddy**2 - a**2"], [0]),
    System("curved-nonholonomic", """
param g = 9.81
coord x, y, z
kinetic (x'^2 + 2*y'^2 + 3*z'^2)/2
potential g*z + x^2*y^2/2
force x: -x'
constraint c: x''^2 + 2*y''^2 + x''*y'' = 5 + x'^2 + sin(t)
constraint n: z' = x*y'
""", ["x", "y", "z"], {"g": "981/100"}, "(dx**2 + 2*dy**2 + 3*dz**2)/2 - g*z - x**2*y**2/2", {"x": "-dx"}, [], ["dz - x*dy"],
           ["ddx**2 + 2*ddy**2 + ddx*ddy - 5 - dx**2 - sin(t)"], [0, 1]),
    System("curved-string", """
param l = 2
coord x, y, z, u
point A = [x, y, z] mass 1.5
point B = [u, 0, 0] mass 0.5
gravity [0, 0, -9.81]
quasi p = x' + u*y'
constraint string: |A|^2 = l^2
constraint c: |A''|^2 + u''^2 = 400 + t
constraint d: y'' - u'' = u*x'*y'*z'
""", ["x", "y", "z", "u"], {"l": "2"}, "3/4*(dx**2 + dy**2 + dz**2) + 1/4*du**2 - 981/100*3/2*z", {}, ["x**2 + y**2 + z**2 - l**2"], [],
           ["ddx**2 + ddy**2 + ddz**2 + ddu**2 - 400 - t", "ddy - ddu - u*dx*dy*dz"], [0, 1, 2]),
    System("curved-cyclic", """
coord x, y, z
kinetic (x'^2 + y'^2 + (2 + cos(x))*z'^2)/2 + x'*z'/3
potential x*y
constraint c: exp(x''/4) + y''^2 = 9 + y'^2
""", ["x", "y", "z"], {}, "(dx**2 + dy**2 + (2 + cos(x))*dz**2)/2 + dx*dz/3 - x*y", {}, [], [], ["exp(ddx/4) + ddy**2 - 9 - dy**2"], [0]),
]

if __name__ == "__main__":
    for system in SYSTEMS:
        system.write()
