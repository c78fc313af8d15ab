#!/usr/bin/python3
"""Made sympy.txt: python3 sympy_make.py > sympy.txt, with SymPy 1.11.1. No test runs this.

Expressions of mechanics and what SymPy makes of them, in the syntax of the language: one a line, WAY | EXPRESSION | ANSWER.
"""

import random
import signal
import sys

from sympy import (Matrix, Rational, Symbol, apart, cancel, cos, cosh, diff, exp, expand, expand_trig, factor, powsimp,
                   radsimp, simplify, sin, sinh, sqrt, sstr, symbols, tan, together, trigsimp)

MOST = 1990
COUNT = 200

x, y, z, r, s = symbols("x y z r s", real=True)
th, ph, ps, al, q1, q2, q3 = symbols("th ph ps al q1 q2 q3", real=True)
m, M, J, K, R, g, l, a, b, c, k = symbols("m M J K R g l a b c k", positive=True)
m1, m2, m3, l1, l2, l3, J1, J2 = symbols("m1 m2 m3 l1 l2 l3 J1 J2", positive=True)
t = Symbol("t", real=True)
COORDINATES = [x, y, z, r, s, th, ph, ps, al, q1, q2, q3]
DOT = {q: Symbol(q.name + "'", real=True) for q in COORDINATES}
DOTS = list(DOT.values())

rows = []  # (way, expression, answer)
seen = set()
chance = random.Random(1)


class TooLong(Exception):
    pass


def late(signum, frame):
    raise TooLong


signal.signal(signal.SIGALRM, late)


def text(e):
    return sstr(e).replace("**", "^").replace("Abs", "abs")


def agree(e, f):
    """Whether both have the same values, to 40 digits, at points where both have some."""
    found = 0
    names = sorted((e.free_symbols | f.free_symbols), key=lambda v: v.name)
    for _ in range(6):
        at = {v: Rational(chance.randint(2, 40), 13) for v in names}
        u, v = e.subs(at).evalf(40), f.subs(at).evalf(40)
        if not (u.is_real and v.is_real):
            continue
        if abs(u - v) > 1e-28 * (1 + abs(u)):
            return False
        found += 1
    return found > 0


def add(way, e):
    """One row, unless the answer is the expression itself, or long, or takes long."""
    name = way.__name__
    signal.alarm(12)
    try:
        f = way(e)
        signal.alarm(0)
        if not agree(e, f):
            print("not equal:", name, e, file=sys.stderr)
            return
    except TooLong:
        print("too long:", name, text(e)[:80], file=sys.stderr)
        return
    except Exception as error:  # PolynomialError and its kind: the way does not suit the expression
        print("no answer:", name, type(error).__name__, text(e)[:60], file=sys.stderr)
        return
    finally:
        signal.alarm(0)
    left, right = text(e), text(f)
    line = f"{name} | {left} | {right}"
    if left == right or len(line) > MOST or line in seen or "zoo" in line or "nan" in line:
        return
    seen.add(line)
    rows.append(line)


def dot(e):
    """The time derivative."""
    return sum(diff(e, q) * DOT[q] for q in COORDINATES) + diff(e, t)


def square(v):
    return sum(u**2 for u in v)


def rx(u):
    return Matrix([[1, 0, 0], [0, cos(u), -sin(u)], [0, sin(u), cos(u)]])


def rz(u):
    return Matrix([[cos(u), -sin(u), 0], [sin(u), cos(u), 0], [0, 0, 1]])


def ry(u):
    return Matrix([[cos(u), 0, sin(u)], [0, 1, 0], [-sin(u), 0, cos(u)]])


def omega(rotation):
    """The angular velocity in the body, by differentiating the matrix."""
    w = rotation.T * rotation.applyfunc(dot)
    return Matrix([w[2, 1], w[0, 2], w[1, 0]])


def hessian(energy, velocities):
    return Matrix(len(velocities), len(velocities), lambda i, j: diff(energy, velocities[i], velocities[j]))


def accelerations(energy, potential, coordinates):
    """The matrix of masses, and the right sides of the equations of motion."""
    velocities = [DOT[q] for q in coordinates]
    mass = hessian(energy, velocities)
    right = Matrix([diff(energy, q) - diff(potential, q) - sum(diff(energy, DOT[q], p) * DOT[p] for p in coordinates)
                    for q in coordinates])
    return mass, right


def discs():
    for rotation, coordinates in ((rz(ph) * rx(th) * rz(ps), (ph, th, ps)), (rz(ph) * ry(th) * rx(ps), (ph, th, ps))):
        w = omega(rotation)
        for u in w:
            add(trigsimp, u)
        add(trigsimp, square(w))
        spin = Rational(1, 2) * (J * w[0]**2 + J * w[1]**2 + K * w[2]**2)
        add(trigsimp, spin)
        add(expand, spin.subs(K, 2 * J))
        speed = square((rotation * Matrix([0, R, 0])).applyfunc(dot))
        add(trigsimp, speed)
        mass = hessian(spin, [DOT[q] for q in coordinates])
        for i in range(3):
            for j in range(i + 1):
                add(trigsimp, mass[i, j])
    # the disc that rolls: contact, centre at the height R sin(th)
    centre = Matrix([x + R * cos(th) * sin(ph), y - R * cos(th) * cos(ph), R * sin(th)])
    travel = m * square(centre.applyfunc(dot)) / 2
    add(trigsimp, travel)
    add(expand, travel)
    add(simplify, diff(travel, DOT[th], DOT[th]))
    add(simplify, diff(travel, DOT[ph], DOT[ph]))
    add(trigsimp, diff(travel, DOT[th], DOT[ph]))
    rolling = travel.subs({DOT[x]: -R * DOT[ps] * cos(ph), DOT[y]: -R * DOT[ps] * sin(ph)})
    add(trigsimp, rolling)
    add(trigsimp, expand(rolling))
    energy = rolling + J * (DOT[th]**2 + DOT[ph]**2 * cos(th)**2) / 2 + K * (DOT[ps] + DOT[ph] * sin(th))**2 / 2
    mass = hessian(energy, [DOT[ph], DOT[ps]])
    for u in mass:
        add(trigsimp, u)
    for u in (mass.det(), 1 / mass.det(), mass[0, 0] / mass.det(), mass[0, 1] / mass.det()):
        add(trigsimp, u)
        add(together, u)


def vehicles():
    # a unicycle: a wheel under a body whose mass lies beside the axle; a sleigh; a trailer
    centre = Matrix([x + a * cos(ph) - b * sin(ph), y + a * sin(ph) + b * cos(ph)])
    energy = m * square(centre.applyfunc(dot)) / 2 + J * DOT[ph]**2 / 2
    add(expand, energy)
    add(trigsimp, energy)
    add(trigsimp, energy.subs({DOT[x]: s * cos(ph), DOT[y]: s * sin(ph)}))
    add(simplify, diff(energy, DOT[ph]))
    mass = hessian(energy, [DOT[x], DOT[y], DOT[ph]])
    add(trigsimp, mass.det())
    inverse = mass.inv(method="ADJ")
    for i in range(3):
        for j in range(i + 1):
            add(trigsimp, inverse[i, j])
            add(together, inverse[i, j])
    seat = Matrix([x + R * sin(th) * sin(ph), y - R * sin(th) * cos(ph), R * cos(th)])
    tall = m * square(seat.applyfunc(dot)) / 2
    add(trigsimp, tall)
    add(trigsimp, tall.subs({DOT[x]: R * DOT[ps] * cos(ph), DOT[y]: R * DOT[ps] * sin(ph)}))
    hitch = Matrix([x - l * cos(ph) - k * cos(ps), y - l * sin(ph) - k * sin(ps)])
    add(trigsimp, square(hitch.applyfunc(dot)))
    add(expand, m * square(hitch.applyfunc(dot)))
    slip = hitch.applyfunc(dot).dot(Matrix([-sin(ps), cos(ps)]))
    add(trigsimp, slip)
    add(trigsimp, slip.subs({DOT[x]: s * cos(ph), DOT[y]: s * sin(ph)}))
    add(trigsimp, sin(ph - ps) * s / l - (DOT[ph] - s * tan(al) / k) * cos(ph - ps)**2 - DOT[ph] * sin(ph - ps)**2)
    # a board whose wheels turn
    snake = m * s**2 / 2 + J * DOT[ps]**2 / 2 + J * (DOT[ps] + DOT[ph])**2 / 2
    add(expand, snake)
    add(trigsimp, (s * sin(ps + ph) - s * cos(ps) * sin(ph)) / (l * cos(ph)))
    add(trigsimp, tan(ph) * cos(ph + ps) - sin(ph + ps))
    add(together, m * s / (J + m * a**2) - a * m**2 * s**2 / (J * (J + m * a**2)) + 1 / J)


def pendulums():
    p1 = Matrix([l1 * sin(q1), -l1 * cos(q1)])
    p2 = p1 + Matrix([l2 * sin(q2), -l2 * cos(q2)])
    energy = m1 * square(p1.applyfunc(dot)) / 2 + m2 * square(p2.applyfunc(dot)) / 2
    potential = m1 * g * p1[1] + m2 * g * p2[1]
    add(trigsimp, energy)
    add(simplify, energy)
    mass, right = accelerations(energy, potential, (q1, q2))
    for u in mass:
        add(trigsimp, u)
    for u in right:
        add(trigsimp, u)
    det = mass.det()
    add(trigsimp, det)
    add(simplify, det)
    inverse = Matrix([[mass[1, 1], -mass[0, 1]], [-mass[0, 1], mass[0, 0]]]) / det
    for u in (inverse[0, 0], inverse[0, 1], inverse[1, 1]):
        add(trigsimp, u)
    short = [trigsimp(u) for u in right]
    tidy = mass.applyfunc(trigsimp)
    delta = tidy.det()
    for i in range(2):
        u = (tidy[1 - i, 1 - i] * short[i] - tidy[0, 1] * short[1 - i]) / delta
        add(together, u)
        add(simplify, u)
        add(trigsimp, expand(u))
    # relative angles
    chain = p1 + Matrix([l2 * sin(q1 + q2), -l2 * cos(q1 + q2)])
    arm = m1 * square(p1.applyfunc(dot)) / 2 + m2 * square(chain.applyfunc(dot)) / 2
    add(trigsimp, arm)
    mass, right = accelerations(arm, m1 * g * p1[1] + m2 * g * chain[1], (q1, q2))
    for u in list(mass) + list(right):
        add(trigsimp, u)
    tidy = mass.applyfunc(trigsimp)
    add(trigsimp, tidy.det())
    for i, j in ((0, 0), (0, 1), (1, 1)):
        add(simplify, tidy.adjugate()[i, j] / tidy.det())
    # three rods
    p3 = p2 + Matrix([l3 * sin(q3), -l3 * cos(q3)])
    third = m3 * square(p3.applyfunc(dot)) / 2
    add(trigsimp, third)
    mass = hessian(energy + third, [DOT[q1], DOT[q2], DOT[q3]]).applyfunc(trigsimp)
    equal = {m1: m, m2: m, m3: m, l1: l, l2: l, l3: l}
    mass = mass.subs(equal)
    add(expand, mass.det())
    add(trigsimp, mass.det())
    adjugate = mass.adjugate()
    for i in range(3):
        for j in range(i + 1):
            add(expand, adjugate[i, j])
            add(together, adjugate[i, j] / mass.det())
    # on a cart, on a sphere, on a spring
    bob = Matrix([x + l * sin(th), -l * cos(th)])
    cart = M * DOT[x]**2 / 2 + m * square(bob.applyfunc(dot)) / 2
    mass, right = accelerations(cart, m * g * bob[1], (x, th))
    for u in list(mass) + list(right) + list(mass.inv() * right):
        add(simplify, u)
    ball = Matrix([l * sin(th) * cos(ph), l * sin(th) * sin(ph), -l * cos(th)])
    add(trigsimp, square(ball.applyfunc(dot)))
    mass, right = accelerations(m * square(ball.applyfunc(dot)) / 2, m * g * ball[2], (th, ph))
    for u in list(mass) + list(right) + [right[0] / mass[0, 0], right[1] / mass[1, 1]]:
        add(trigsimp, u)
    spring = Matrix([r * sin(th), -r * cos(th)])
    add(trigsimp, square(spring.applyfunc(dot)))
    add(trigsimp, square(spring.applyfunc(dot).applyfunc(dot)))
    swing = Matrix([a * cos(k * t) + l * sin(th), a * sin(k * t) - l * cos(th)])
    add(trigsimp, square(swing.applyfunc(dot)))
    add(expand_trig, l * a * k * cos(th - k * t) * DOT[th])


def rotations():
    full = rz(ph) * rx(th) * rz(ps)
    for i in range(3):
        add(trigsimp, square(full[i, :]))
        add(trigsimp, (full * full.T)[i, (i + 1) % 3])
    add(trigsimp, full.det())
    add(trigsimp, (rz(ph) * ry(th) * rx(ps)).det())
    twice = rz(ph) * rz(ps)
    for u in twice[:2, :2]:
        add(trigsimp, u)
    twist = rz(ph) * rx(th) * rz(-ph)
    for i, j in ((0, 0), (0, 1), (1, 1), (0, 2)):
        add(trigsimp, twist[i, j])
        add(expand, twist[i, j])
    for u in (rz(ph + ps), rz(2 * ph), rz(ph - ps - th), rx(3 * th)):
        add(expand_trig, u[1, 0] if u[1, 0] != 0 else u[2, 1])
        add(expand_trig, a * u[1, 1]**2)
    inertia = rz(ph) * Matrix([[J1, 0, 0], [0, J2, 0], [0, 0, K]]) * rz(ph).T
    for i, j in ((0, 0), (0, 1), (1, 1)):
        add(trigsimp, inertia[i, j])
        add(simplify, inertia.inv()[i, j])
    add(trigsimp, inertia[:2, :2].det())
    add(trigsimp, (rx(th) * rz(ph) * rx(th).T).trace())
    add(trigsimp, cos(ph)**4 - sin(ph)**4 + sin(2 * ph)**2)
    add(trigsimp, sin(ph)**3 * cos(ph) + sin(ph) * cos(ph)**3)
    add(trigsimp, tan(th) + 1 / tan(th))
    add(trigsimp, (1 - tan(th)**2) / (1 + tan(th)**2))
    add(trigsimp, (sin(ph) * cos(th) - cos(ph) * sin(th))**2 + cos(ph - th)**2)
    add(simplify, sin(th) / (1 + cos(th)) + (1 + cos(th)) / sin(th))
    add(simplify, cos(th) / (1 - sin(th)) - (1 + sin(th)) / cos(th))
    add(simplify, cosh(x)**2 - sinh(x)**2 + m * exp(x) * exp(-y))
    add(powsimp, exp(x) * exp(y) * exp(-2 * x) * a)


def roots():
    speed = sqrt(DOT[x]**2 + DOT[y]**2)
    add(simplify, (DOT[x] / speed)**2 + (DOT[y] / speed)**2)
    add(together, DOT[x]**2 / speed + DOT[y]**2 / speed)
    add(simplify, diff(speed, DOT[x], DOT[x]))
    add(together, diff(speed, DOT[x], DOT[y]) + 1 / speed)
    add(simplify, diff(speed, DOT[x], 2) * diff(speed, DOT[y], 2) - diff(speed, DOT[x], DOT[y])**2)
    height = sqrt(R**2 - x**2 - y**2)
    add(simplify, dot(height)**2 + DOT[x]**2 + DOT[y]**2)
    add(together, 1 + diff(height, x)**2 + diff(height, y)**2)
    add(simplify, diff(height, x, 2) * height**3)
    add(simplify, diff(height, x, y))
    arc = sqrt(1 + 4 * a**2 * x**2)
    add(simplify, diff(arc, x))
    add(together, diff(arc, x, 2))
    add(simplify, diff(2 * a / arc**3, x))
    for u in (1 / (a + sqrt(b)), 1 / (sqrt(a) + sqrt(b)), (1 + sqrt(k)) / (1 - sqrt(k)), a / (sqrt(1 + x**2) - x),
              1 / (1 + sqrt(2) + sqrt(3)), (sqrt(m) - sqrt(M)) / (sqrt(m) + sqrt(M)), 1 / (sqrt(l1 + a) - sqrt(l1))):
        add(radsimp, u)
    for u in ((sqrt(a) + sqrt(b))**3, (1 + sqrt(1 + x**2))**3, (a + sqrt(b))**4, sqrt(k / m) * (1 + sqrt(m / k))**2,
              (sqrt(a + sqrt(b)) - sqrt(a))**2 * (sqrt(a + sqrt(b)) + sqrt(a))**2):
        add(expand, u)
    direction = Matrix([x, y, z]) / sqrt(x**2 + y**2 + z**2)
    add(simplify, square(direction.applyfunc(dot)))
    add(together, direction.applyfunc(dot)[0])
    add(simplify, direction.dot(direction.applyfunc(dot)))
    gap = sqrt((x - r)**2 + (y - s)**2)
    add(simplify, dot(gap)**2 + ((x - r) * (DOT[y] - DOT[s]) - (y - s) * (DOT[x] - DOT[r]))**2 / gap**2)
    add(simplify, sqrt(l**2 - a**2 * sin(th)**2) * diff(sqrt(l**2 - a**2 * sin(th)**2), th))
    add(simplify, dot(a * cos(th) + sqrt(l**2 - a**2 * sin(th)**2)))
    add(trigsimp, sqrt(a**2 * sin(th)**2 + a**2 * cos(th)**2 + b**2))
    add(together, sqrt(a) / (1 + a) + 1 / sqrt(a))
    add(simplify, (x + sqrt(x**2 + 1)) * (sqrt(x**2 + 1) - x))


def fractions():
    for u in (1 / (x * (x + a)), 1 / ((x - a) * (x + b)), x / (x**2 - a**2), (x**3 + 1) / (x * (x + 2)), 1 / (x**4 - 1),
              (m * x + k) / ((x + 1) * (x + 2) * (x + 3)), x**2 / ((x + a)**2 * (x - a))):
        add(apart_by_x, u)
        add(together, apart(u, x))
    for u in (1 / (1 / m1 + 1 / m2), (m1 - m2) * g / (m1 + m2 + J / R**2) + g, m * g / (1 + J / (m * R**2)),
              1 / m1 + 1 / (m2 + m3) - m1 / (m2 * m3), k / m1 + k / m2 + k**2 / (m1 * m2),
              a / (b + c / (a + b / c)), (1 / a - 1 / b) / (1 / a + 1 / b), J / (J + m * R**2) + m * R**2 / (J + m * R**2) + a):
        add(together, u)
        add(simplify, u)
    for u in ((a**3 - b**3) / (a - b), (x**4 - y**4) / (x**2 + y**2), (m1**2 - m2**2) * l**2 / (m1 * l + m2 * l),
              (x**2 + 3 * x + 2) / (x**2 - 1), (a * x + a * y) / (x**2 - y**2) + b / (x - y)):
        add(cancel, u)
    for u in (expand((a * x + b * y - c)**3), expand((m1 * l1 + m2 * l2) * (m1 - m2) * (l1 + l2)), x**6 - y**6,
              expand((x + sin(th))**2 * (y - cos(ph)))):
        add(factor, u)
    for u in (sin(th) / (1 + a * cos(th)), x * cos(x * y) / (a + x**2), tan(th) / (1 + sin(th)**2), (a + cos(th))**3 / sin(th)):
        v = th if u.has(th) else x
        add(together, diff(u, v))
        add(simplify, diff(u, v))


def apart_by_x(e):
    return apart(e, x)


apart_by_x.__name__ = "apart"


def main():
    groups = []
    for make in (discs, vehicles, pendulums, rotations, roots, fractions):
        start = len(rows)
        make()
        groups.append(rows[start:])
        print(make.__name__, len(rows) - start, file=sys.stderr)
    while sum(map(len, groups)) > COUNT:  # every so many-th one of the longest group goes
        longest = max(groups, key=len)
        longest.pop(chance.randrange(len(longest)))
    print("# WAY | EXPRESSION | ANSWER of SymPy 1.11.1; made by sympy_make.py")
    for group in groups:
        for line in group:
            print(line)


main()
