#!/usr/bin/python3
"""Made vakonomic.txt: python3 vakonomic_make.py > vakonomic.txt, with SymPy 1.14 and mpmath 1.3. No test runs this.

Vakonomic motions from the extended Lagrangian alone: x_i(t) and mu_r(t) are functions, L + sum mu_r g_r is differentiated
as it stands, and Euler's equations with the rows differentiated by time are solved for x'' and mu' by Cramer's rule. No
matrix of D g, no projection. Each block: the model in the syntax of the language; then equations that hold along every
vakonomic motion, whatever mu is, and equations that do not, since a sign or a factor is wrong. Beside the formulas stand
numbers: t x x' mu of a state, and x'' and mu' there to 50 digits, by mpmath from the derivatives of L + mu g taken as
difference quotients with 120 digits.
"""

import random
import re

import mpmath as mp
import sympy as sp

DIGITS = 50
t = sp.Symbol("t")
chance = random.Random(3)


class System:
    def __init__(self, name, text, q, values, L, Q, rows, is_false):
        self.name, self.text, self.q, self.rows, self.is_false = name, text, q, rows, is_false
        n, k = len(q), len(rows)
        self.x, self.v, self.a = (sp.symbols([d + s for s in q]) for d in ("", "d", "dd"))
        self.mu = sp.symbols([f"mu_{r}" for r in rows])
        self.dmu = sp.symbols([f"dmu_{r}" for r in rows])
        self.values = {sp.Symbol(s): sp.Rational(v) for s, v in values.items()}
        read = lambda e: sp.sympify(e, locals={**{str(s): s for s in [*self.x, *self.v, t]}}, rational=True)
        self.L, self.g = read(L), [read(e) for e in rows.values()]
        self.Q = [read(Q.get(s, "0")) for s in q]
        X, MU = [sp.Function(s)(t) for s in q], [sp.Function(str(m))(t) for m in self.mu]
        of_time = {**dict(zip(self.v, [sp.diff(f, t) for f in X])), **dict(zip(self.x, X))}
        ext = (self.L + sum(m * g for m, g in zip(MU, self.g))).subs(of_time, simultaneous=True)
        back = [*zip([sp.diff(f, t, 2) for f in X], self.a), *zip([sp.diff(f, t) for f in [*X, *MU]], [*self.v, *self.dmu]),
                *zip([*X, *MU], [*self.x, *self.mu])]
        plain = lambda e: e.doit().subs(back)
        euler = [plain(sp.diff(sp.diff(ext, sp.diff(f, t)), t) - sp.diff(ext, f)) - F for f, F in zip(X, self.Q)]
        rates = [plain(sp.diff(g.subs(of_time, simultaneous=True), t)) for g in self.g]
        unknowns = [*self.a, *self.dmu]
        W, h = sp.linear_eq_to_matrix([*euler, *rates], unknowns)
        det = W.det(method="berkowitz")
        self.solution = []
        for i in range(n + k):
            C = W.copy()
            C[:, i] = h
            self.solution.append(sp.factor(sp.together(C.det(method="berkowitz") / det)))

    def rate_of_energy(self):
        """Of E_ext = x' d/dx' - 1 of L + mu g, by the chain rule, with x'' and mu' put in."""
        ext = self.L + sum(m * g for m, g in zip(self.mu, self.g))
        energy = sum(sp.diff(ext, v) * v for v in self.v) - ext
        rates = [*zip(self.x, self.v), *zip(self.v, self.solution), *zip(self.mu, self.solution[len(self.q) :])]
        return sp.together(sp.diff(energy, t) + sum(sp.diff(energy, s) * rate for s, rate in rates))

    def words(self, e):
        text = sp.sstr(e).replace("**", "^")
        for m, r in zip(self.mu, self.rows):
            text = re.sub(rf"\b{m}\b", f"mu.{r}", text)
        for s in self.q:
            text = re.sub(rf"\bd{s}\b", f"{s}'", text)
        return text

    def numbers(self):
        """A state, and x'', mu' by difference quotients of L + mu g."""
        mp.mp.dps = 130
        n = len(self.q)
        at = {t: sp.Rational(chance.randint(1, 20), 8)}
        at.update({s: sp.Rational(chance.randint(-24, 24), 16) + sp.Rational(1, 32) for s in [*self.x, *self.v, *self.mu]})
        g0 = sp.Matrix(self.g).subs(self.values)
        J = g0.jacobian(sp.Matrix(self.v))
        for _ in range(60):
            j = mp.matrix(J.subs(at).evalf(130).tolist())
            r = mp.matrix(g0.subs(at).evalf(130).tolist())
            step = j.T * mp.lu_solve(j * j.T, -r)
            for s, d in zip(self.v, step):
                at[s] = sp.Float(mp.mpf(sp.N(at[s], 130)) + d, 130)
            if mp.norm(step) < mp.mpf(10) ** -125:
                break
        order = [t, *self.x, *self.v, *self.mu]
        point = [mp.mpf(sp.N(at[s], 130)) for s in order]
        f = sp.lambdify(order, (self.L + sum(m * g for m, g in zip(self.mu, self.g))).subs(self.values), "mpmath")
        rows = [sp.lambdify(order, g.subs(self.values), "mpmath") for g in self.g]
        Q = [sp.lambdify(order, F.subs(self.values), "mpmath") for F in self.Q]
        h = mp.mpf(10) ** -30

        def d(fun, *which):
            """Central quotients, Richardson's extrapolation: errors of order h^4."""
            def plain(step, p, left):
                if not left:
                    return fun(*p)
                up, down = list(p), list(p)
                up[left[0]] += step
                down[left[0]] -= step
                return (plain(step, up, left[1:]) - plain(step, down, left[1:])) / (2 * step)
            return (4 * plain(h / 2, point, which) - plain(h, point, which)) / 3

        v = point[1 + n : 1 + 2 * n]
        k = len(self.g)
        W, b = mp.matrix(n + k, n + k), mp.matrix(n + k, 1)
        for i in range(n):
            for j in range(n):
                W[i, j] = d(f, 1 + n + i, 1 + n + j)
            for r in range(k):
                W[i, n + r] = d(rows[r], 1 + n + i)
                W[n + r, i] = W[i, n + r]
            b[i] = Q[i](*point) + d(f, 1 + i) - d(f, 1 + n + i, 0) - sum(d(f, 1 + n + i, 1 + j) * v[j] for j in range(n))
        for r in range(k):
            b[n + r] = -d(rows[r], 0) - sum(d(rows[r], 1 + j) * v[j] for j in range(n))
        return point, mp.lu_solve(W, b)

    def write(self):
        print(f"model {self.name}")
        print("\n".join("  " + line for line in self.text.strip().split("\n")))
        names = [s + "''" for s in self.q] + [f"mu.{r}'" for r in self.rows]
        for name, e in zip(names, self.solution):
            print(f"true {name} = {self.words(e)}")
        print(f"true E_ext' = {self.words(self.rate_of_energy())}")
        for name, e in zip(names, self.solution):
            wrong = self.is_false(e, self)
            if sp.simplify(wrong - e) != 0:
                print(f"false {name} = {self.words(wrong)}")
        for _ in range(2):
            point, found = self.numbers()
            text = lambda x: mp.nstr(x, DIGITS, strip_zeros=False, min_fixed=-5, max_fixed=5)
            exact = {**self.values, **{s: sp.Float(p, 60) for s, p in zip([t, *self.x, *self.v, *self.mu], point)}}
            for e, number in zip(self.solution, found):
                assert abs(mp.mpf(sp.N(e.subs(exact), 60)) - number) < mp.mpf(10) ** -52
            print("state", *map(text, point))
            print("accelerations", *map(text, found[: len(self.q)]))
            print("rates", *map(text, found[len(self.q) :]))


def without_mu(e, s):
    """What Chetaev's condition gives, which is the vakonomic equation at mu = 0."""
    return e.subs({m: 0 for m in s.mu})


def other_sign(e, s):
    return e.subs({m: -m for m in s.mu})


SYSTEMS = [
    System("skate", """
param m = 1.5, J = 0.5, g = 3
coord x, y, phi
kinetic m*(x'^2 + y'^2)/2 + J*phi'^2/2
potential -m*g*x
constraint c: x'*sin(phi) = y'*cos(phi)
""", ["x", "y", "phi"], {"m": "3/2", "J": "1/2", "g": "3"}, "m*(dx**2 + dy**2)/2 + J*dphi**2/2 + m*g*x", {},
           {"c": "dx*sin(phi) - dy*cos(phi)"}, without_mu),
    System("moving", """
param m = 2, w = 0.75
coord x, y, z
kinetic m*(x'^2 + y'^2 + z'^2)/2
force x: -x'
constraint a: z' = y*x' + w*t
""", ["x", "y", "z"], {"m": "2", "w": "3/4"}, "m*(dx**2 + dy**2 + dz**2)/2", {"x": "-dx"}, {"a": "dz - y*dx - w*t"}, other_sign),
    System("speed", """
param m = 1.25, g = 2, C = 5
coord x, y
kinetic m*(x'^2 + 2*y'^2)/2
potential m*g*y
constraint s: x'^2 + y'^2 = C
""", ["x", "y"], {"m": "5/4", "g": "2", "C": "5"}, "m*(dx**2 + 2*dy**2)/2 - m*g*y", {}, {"s": "dx**2 + dy**2 - C"}, without_mu),
    System("two", """
param k = 0.5
coord x, y, z, u
kinetic (x'^2 + y'^2 + z'^2 + u'^2)/2
potential k*u^2/2
constraint a: z' = y*x'
constraint b: u' = z*x'
""", ["x", "y", "z", "u"], {"k": "1/2"}, "(dx**2 + dy**2 + dz**2 + du**2)/2 - k*u**2/2", {},
           {"a": "dz - y*dx", "b": "du - z*dx"}, other_sign),
]

if __name__ == "__main__":
    for system in SYSTEMS:
        system.write()
