"""Two systems for SymPy, and how their rows are put in. What imports this has found that SymPy is there."""

import sympy
from sympy import cos, sin
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

TIME = dynamicsymbols._t


class System:
    """A Lagrangian and rows q' = B u, of which the first coordinates are given by u, the velocities of the others."""

    def __init__(self, coordinates, parameters):
        self.q = dynamicsymbols(coordinates)
        self.v = [c.diff() for c in self.q]
        self.parameters = sympy.symbols(parameters)

    def complete(self, lagrangian, first):
        given = first.shape[0]
        self.u = sympy.Matrix(self.v[given:])
        self.lagrangian = lagrangian
        self.b = first.col_join(sympy.eye(len(self.u)))
        self.rolling = dict(zip(self.v, first * self.u))
        return self

    def lagrange(self):
        """The equations with multipliers."""
        method = LagrangesMethod(self.lagrangian, self.q, nonhol_coneqs=[c - e for c, e in self.rolling.items()])
        method.form_lagranges_equations()
        return method

    def reduced(self, method):
        """Matrix and right side of B^T M B u' = B^T (f - M B' u)."""
        n, b = len(self.q), self.b
        mass, force = method.mass_matrix[:, :n], method.forcing[:n, :]
        return b.T * mass * b, (b.T * (force - mass * b.diff(TIME) * self.u)).subs(self.rolling)


def rolling_disc():
    """[Examples] 5.6, with the energies of disc.h."""
    system = System("x y psi phi theta", "m R I1 I2 g")
    (x, y, psi, phi, theta), (vx, vy, vpsi, vphi, vtheta) = system.q, system.v
    m, R, I1, I2, g = system.parameters
    speed = vx**2 + vy**2 + R**2 * (vtheta**2 + vphi**2 * sin(theta) ** 2)
    mixed = vtheta * cos(theta) * (vx * sin(phi) - vy * cos(phi)) + vphi * sin(theta) * (vx * cos(phi) + vy * sin(phi))
    turning = I1 * (vtheta**2 + vphi**2 * cos(theta) ** 2) + I2 * (vpsi - vphi * sin(theta)) ** 2
    lagrangian = m * speed / 2 - m * R * mixed + turning / 2 - m * g * R * cos(theta)
    return system.complete(lagrangian, sympy.Matrix([[R * cos(phi), 0, 0], [R * sin(phi), 0, 0]]))


def unicycle():
    """[Rheonomous] 3.3, as in models/rheonomous/unicycle.nh."""
    system = System("x y phi phi1 theta theta1", "M mS mD R kappa kappa1 kappa2 g I_D")
    (x, y, phi, phi1, theta, theta1), (_, _, vphi, vphi1, vtheta, _) = system.q, system.v
    M, mS, mD, R, kappa, kappa1, kappa2, g, I_D = system.parameters
    stem = sympy.Matrix([-sin(phi) * sin(theta), cos(phi) * sin(theta), cos(theta)])
    pendulum = sympy.Matrix([-sin(phi) * sin(theta1), cos(phi) * sin(theta1), -cos(theta1)])
    contact = sympy.Matrix([x, y, 0])
    rider = contact + (kappa1 + kappa2) * stem + kappa * pendulum
    points = [(M, contact + R * stem), (mS, contact + kappa1 * stem), (mD, rider)]
    moving = sum(m * p.diff(TIME).dot(p.diff(TIME)) for m, p in points) / 2
    turning = I_D / 4 * (vtheta**2 + vphi**2 * cos(theta) ** 2) + I_D / 2 * (vphi1 - vphi * sin(theta)) ** 2
    height = sum(m * g * p[2] for m, p in points)
    first = sympy.Matrix([[0, R * cos(phi), 0, 0], [0, R * sin(phi), 0, 0]])
    return system.complete(moving + turning - height, first)
