"""The systems of systems.py for Kane's method: frames, points and bodies. What imports this has found that SymPy is there.

Generalised speeds are the rates of the coordinates, so that the rates of the speeds are the accelerations. Velocities are written in the frames in which they are
short, and the rows of rolling as in systems.py: the fastest way that we know.
"""

import sympy
from sympy.physics.mechanics import (
    KanesMethod,
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)


class Wheel:
    """A disc on a point of contact that moves in the plane: its frames and bodies, with all velocities set.

    u: the speeds by name; psi is the angle by which the disc has turned about its axis.
    """

    def __init__(self, system, psi):
        self.system = system
        self.q = dict(zip([str(c.func) for c in system.q], system.q))
        self.u = {name: dynamicsymbols("u_" + name) for name in self.q}
        self.ground = ReferenceFrame("N")
        self.heading = self.turned("A", self.ground, self.q["phi"], self.ground.z, self.u["phi"])
        self.plane = self.turned(
            "B", self.heading, sympy.pi / 2 - self.q["theta"], self.heading.x, -self.u["theta"]
        )
        self.disc = ReferenceFrame("D")  # the body is symmetric about its axis: how far it has turned does not matter
        self.disc.set_ang_vel(self.plane, -self.u[psi] * self.plane.z)
        self.contact = Point("C")
        self.contact.set_vel(self.ground, self.u["x"] * self.ground.x + self.u["y"] * self.ground.y)
        self.bodies, self.loads = [], []

    @staticmethod
    def turned(name, frame, angle, axis, speed):
        result = frame.orientnew(name, "Axis", [angle, axis])
        result.set_ang_vel(frame, speed * axis)
        return result

    def point(self, name, origin, distance, direction, frame):
        """A point that rests in a frame in which the origin rests."""
        result = origin.locatenew(name, distance * direction)
        result.v2pt_theory(origin, self.ground, frame)
        return result

    def add(self, body, point, mass, g):
        self.bodies.append(body)
        self.loads.append((point, -mass * g * self.ground.z))

    def add_disc(self, mass, radius, across, along, g):
        centre = self.point("G", self.contact, radius, self.plane.y, self.plane)
        moments = inertia(self.plane, across, across, along)
        self.add(RigidBody("disc", centre, self.disc, mass, (moments, centre)), centre, mass, g)

    def add_mass(self, point, mass, g):
        self.add(Particle(point.name, point, mass), point, mass, g)

    def accelerations(self):
        """Of the coordinates that the rows do not give, unsimplified."""
        system, speeds = self.system, list(self.u.values())
        names = dict(zip(system.v, speeds))
        given = len(system.rolling)
        method = KanesMethod(
            self.ground,
            q_ind=system.q,
            u_ind=speeds[given:],
            kd_eqs=[v - u for v, u in names.items()],
            u_dependent=speeds[:given],
            velocity_constraints=[(v - e).xreplace(names) for v, e in system.rolling.items()],
        )
        method.kanes_equations(self.bodies, self.loads)
        return method.mass_matrix.LUsolve(method.forcing)[: len(speeds) - given, 0]


def disc_for_kane(system):
    m, R, I1, I2, g = system.parameters
    wheel = Wheel(system, "psi")
    wheel.add_disc(m, R, I1, I2, g)
    return wheel


def unicycle_for_kane(system):
    M, mS, mD, R, kappa, kappa1, kappa2, g, I_D = system.parameters
    wheel = Wheel(system, "phi1")
    stem, heading = wheel.plane, wheel.heading
    pendulum = wheel.turned("E", heading, wheel.q["theta1"], heading.x, wheel.u["theta1"])
    wheel.add_disc(M, R, I_D / 2, I_D, g)
    wheel.add_mass(wheel.point("P_S", wheel.contact, kappa1, stem.y, stem), mS, g)
    top = wheel.point("O_1", wheel.contact, kappa1 + kappa2, stem.y, stem)
    wheel.add_mass(wheel.point("P_D", top, -kappa, pendulum.z, pendulum), mD, g)
    return wheel
