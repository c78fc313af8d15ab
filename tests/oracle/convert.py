#!/usr/bin/env python3
"""Makes the files of this folder: python3 convert.py FOLDER

The data are reference numbers for the systems of the papers (docs/papers.md). They were computed independently of this
project, with 50-digit arithmetic, by the multiplier method

    d/dt dT/dq' - dT/dq + dV/dq = Q + A^T lambda,   A = dphi/dq',   A q'' = -(dphi/dq q' + dphi/dt),

and checked in several ways. FOLDER has them as FOLDER/cases/ID.json and the same systems, from the expressions, as
model files FOLDER/models/ID.nh. This script copies the model files and writes every case as ID.txt, for oracle.h:

    KEY TEXT                  of the case: source, coordinates, T, V, note, ...
    KEY NAME TEXT             parameter, force, constraint, holonomic (the left sides of expr = 0), fact, ...
    sample                    a state at which all is known
    trajectory                what follows are states of one motion; each of these begins with `state`
      NAME NUMBER ...         indented: numbers of the sample, trajectory or state above; matrices row by row

Numbers stand as they are in the cases: exact decimals for parameters, else 17 digits.
Other files FOLDER/NAME.json become NAME.txt, one line `path.to.value TEXT` each.
"""

import json
import re
import shutil
import sys
from pathlib import Path

PAPERS = {"000": "[Simple]", "001": "[Rheonomous]", "002": "[Homogeneous]", "003": "[Algebraic]",
          "004": "[Examples]"}
TAKEN = {"id", "source", "coordinates", "parameters", "T", "V", "forces", "constraints", "holonomic", "facts",
         "samples", "trajectory", "trajectory_cetaev", "trajectories_vakonomic", "conventions", "checks",
         "independent_velocities", "geometry"}
SAMPLE_INNER = {"cetaev": "", "vakonomic": "vakonomic."}


class Number(str):
    """A number as it is written."""


def cited(text):
    """Papers by their tags, in one line."""
    text = re.sub(r"\b00[0-4]\b(?! *\*)", lambda m: PAPERS[m.group()], text)
    return " ".join(text.split())


def plain(value):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return cited(value)
    if isinstance(value, list):
        return " ".join(plain(v) for v in value)
    if isinstance(value, dict):
        return "; ".join(f"{k}: {plain(v)}" for k, v in value.items())
    return {True: "true", False: "false", None: "none"}[value]


def left_side(equation):
    left, right = equation.rsplit("=", 1)
    assert right.strip() == "0", equation
    return left.strip()


def numbers(value):
    if isinstance(value, list):
        return [n for v in value for n in numbers(v)]
    assert isinstance(value, Number), value
    return [value]


def block(head, values):
    lines = [head]
    for name, value in values.items():
        if name in SAMPLE_INNER:
            lines += block("", {SAMPLE_INNER[name] + k: v for k, v in value.items()})[1:]
        elif isinstance(value, (Number, list)) and numbers(value):
            lines.append(f"  {name} {' '.join(numbers(value))}")
    return lines


def trajectory(kind, motion):
    lines = block(f"trajectory {kind}".rstrip(),
                  {k: v for k, v in motion.items() if k in ("tspan", "mu0") and isinstance(v, list)})
    for state in motion["states"]:
        lines += block("state", state)
    return lines


def lines_of(case):
    lines = [f"id {case['id']}", f"source {cited(case['source'])}", f"coordinates {' '.join(case['coordinates'])}"]
    lines += [f"parameter {k} {v}" for k, v in case["parameters"].items()]
    lines += [f"T {case['T']}", f"V {case['V']}"]
    lines += [f"force {k} {v}" for k, v in (case.get("forces") or {}).items()]
    lines += [f"constraint {k} {left_side(v)}" for k, v in case["constraints"].items()]
    lines += [f"holonomic {k} {left_side(v)}" for k, v in (case.get("holonomic") or {}).items()]
    if "independent_velocities" in case:
        lines.append(f"independent {' '.join(case['independent_velocities'])}")
    lines += [f"fact {k} {plain(v)}" for k, v in case.get("facts", {}).items() if not k.startswith("max_abs")]
    for key in case:
        if key not in TAKEN and case[key]:
            entries = case[key] if isinstance(case[key], dict) else {"": case[key]}
            lines += [" ".join(f"{key} {k} {plain(v)}".split()) for k, v in entries.items()]
    for sample in case["samples"]:
        lines += block("sample", sample)
    if "trajectory" in case and case["trajectory"]:
        lines += trajectory("", case["trajectory"])
    for motion in case.get("trajectories_vakonomic", []):
        lines += trajectory("vakonomic", motion)
    return lines


def flat(path, value):
    if isinstance(value, dict):
        return [line for k, v in value.items() for line in flat(f"{path}.{k}".lstrip("."), v)]
    if isinstance(value, list) and len(value) > 1 and not all(isinstance(v, Number) for v in value):
        return [line for i, v in enumerate(value) for line in flat(f"{path}.{i}".lstrip("."), v)]
    return [f"{path.replace(' ', '_')} {plain(value)}".rstrip()]


def read(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_float=Number, parse_int=Number)


def write(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def main():
    folder, here = Path(sys.argv[1]), Path(__file__).resolve().parent
    for path in sorted((folder / "cases").glob("*.json")):
        write(here / f"{path.stem}.txt", lines_of(read(path)))
        shutil.copyfile(folder / "models" / f"{path.stem}.nh", here / f"{path.stem}.nh")
    for path in sorted(folder.glob("*.json")):
        write(here / f"{path.stem}.txt", flat("", read(path)))


main()
