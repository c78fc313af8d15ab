"""The numbers that expressions of SymPy are. What imports this has found that SymPy is there."""


def evaluate(e, known):
    """The number that e is. Parts that occur often are computed once, or this would never end."""
    if e not in known:
        if e.is_Number:
            known[e] = float(e)
        elif e.is_Add:
            known[e] = sum(evaluate(a, known) for a in e.args)
        elif e.is_Mul:
            product = 1.0
            for a in e.args:
                product *= evaluate(a, known)
            known[e] = product
        else:
            known[e] = float(e.func(*(evaluate(a, known) for a in e.args)))
    return known[e]


def values_of(system, expressions, numbers, speeds=()):
    """numbers: parameters, coordinates, velocities; speeds: symbols that are the velocities."""
    velocities = numbers[len(system.parameters) + len(system.q) :]
    known = dict(zip([*system.parameters, *system.q, *system.v], numbers))
    known.update(zip(speeds, velocities))
    return [evaluate(e, known) for e in expressions]
