#!/bin/sh
# The command `verify`: verify.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/speed.nh" <<'END'
system "Constant speed"
param m = 1.3, c = 2, g = 9.81
coord x, y, z
point P = [x, y, z] mass m
gravity [0, 0, -g]
constraint speed: |P'| = c
init z = 5, x' = 1.2, z' ~ 1
claim fall: x'' = g/c^2*x'*z'
END
cat >"$folder/skate.nh" <<'END'
coord x, y, th
kinetic (x'^2 + y'^2 + th'^2)/2
potential t*x
constraint skate: x'*sin(th) = y'*cos(th)
END
{ cat "$folder/speed.nh" && echo "claim wrong: x'' = 1.0000001*g/c^2*x'*z'"; } >"$folder/wrong.nh"
{ cat "$folder/speed.nh" && echo "claim open: voronec.C[x] = 0"; } >"$folder/open.nh"
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x'^2 + y'^2 = -1\n" >"$folder/empty.nh"
printf "param k\ncoord x\nkinetic x'^2/2\npotential k*x^2/2\n" >"$folder/drawn.nh"
printf "function f(x)\ncoord x\nkinetic x'^2/2\npotential f(x)\n" >"$folder/body.nh"
printf "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential z\nconstraint g: y*z*x' + x*z*y' + 2*x*y*z' = 0
init x = 1, y = 0.5, z = 0.75, x' = 1, y' = 0.5\n" >"$folder/factor.nh"
printf "coord x, y, z\nkinetic (x'^2 + y'^2 + 2*z'^2)/2\npotential z + x*y\nforce y: cos(t) - y'\nconstraint ring: x^2 + y^2 + z^2/2 = 1 + t/4
constraint affine: z' - y*x' = t*x - 1/2\nconstraint again: t*(z' - y*x') = t^2*x - t/2\n" >"$folder/rows.nh"
{ cat "$folder/speed.nh" && echo "claim apart: vakonomic.F[x] = 0"; } >"$folder/apart.nh"
printf "coord thta\nkinetic theta'^2\n" >"$folder/misspelt.nh"
speed=$folder/speed.nh

# what holds
check title 0 '^Constant speed$' '' verify "$speed"
check states 0 '^  states    11: the initial state, 5 around it, 5 at random; seed 1$' '' verify "$speed"
check agrees 0 '^  voronec +agrees +11 states  <= +[0-9.]+e-[0-9]+  proved$' '' verify "$speed"
check reason 0 "^  chaplygin +does not apply: the constraint 'speed' is not linear in the velocities\$" '' verify "$speed"
# the vakonomic equations have another motion, unless the constraints can be integrated
check vakonomic 0 '^  vakonomic +agrees +4 states  <= +[0-9.]+e-[0-9]+  proved$' '' verify "$folder/factor.nh" --samples 3
check vakonomic-apart 0 '^  voronec ' '' verify "$speed" --samples 3
expect vakonomic-at-zero test "$(grep -c 'vakonomic at mu = 0 *agrees' "$folder/out")" -eq 1
expect vakonomic-energy test "$(grep -c 'E_ext *holds .* constant' "$folder/out")" -eq 1
expect vakonomic-left-out test "$(grep -c 'vakonomic *agrees' "$folder/out")" -eq 0
expect modified test "$(grep -c 'vakonomic-modified:least *agrees' "$folder/out")" -eq 1
# geometric rows and such that say what others say have multipliers mu too
check modified-rows 0 '^  vakonomic-modified:least +agrees +2 states  <= ' '' verify "$folder/rows.nh" --samples 2
check vakonomic-claim 6 'this formulation has different motions' '' verify "$folder/apart.nh" --samples 3
check balance 0 '^  E +holds .*  changes by constraints \(to [0-9.]+\)$' '' verify "$speed"
check claim 0 '^  fall +holds +6 states' '' verify "$speed"
check conclusion 0 '^all that applies agrees and holds$' '' verify "$speed"
check samples 0 '^  states    4: ' '' verify "$speed" --samples 3
check digits 0 'agrees +11 states  <= +[0-9.]+e-(1[2-9]|2)[0-9]' '' verify "$speed" --digits 120
check time 0 '^  E +holds .*  changes by potential' '' verify "$folder/skate.nh"
check anywhere 0 '^  states    10: 10 at random; seed 4$' '' verify "$folder/skate.nh" --seed 4
check all-agree 0 '^  chaplygin +does not apply: the Lagrangian or a force contains the time$' '' verify "$folder/skate.nh"
check drawn 0 '^  random    values of 1 parameter that has none$' '' verify "$folder/drawn.nh"
check built-in 0 '^  acceleration +agrees' '' verify rolling-disc --samples 2

# what does not
check wrong 5 '^  wrong +fails +differs by up to ' '' verify "$folder/wrong.nh"
check wrong-state 5 "^    at t = [0-9.e-]+, x = [0-9.e-]+, y = .*, z' = [0-9.]+\$" '' verify "$folder/wrong.nh"
check wrong-conclusion 5 '^something certainly fails$' '' verify "$folder/wrong.nh"
check open 6 "^  open +undecided: 'voronec.C\\[x\\]': the formulation 'voronec' has no such coefficient.*; it has Tstar" '' verify "$folder/open.nh"
check open-conclusion 6 '^something is undecided$' '' verify "$folder/open.nh"
check empty 6 'no random state was found' '' verify "$folder/empty.nh"
check no-body 0 '^  functions f\(a1\)=' '' verify "$folder/body.nh"
check no-body-agrees 0 '^  voronec +agrees +10 states +<= +[0-9.e-]+$' '' verify "$folder/body.nh" # not proved
check no-body-set 0 '^  voronec +agrees .* proved$' '' verify "$folder/body.nh" --set "f(s)=s"
check misspelt 1 '' "did you mean 'thta'" verify "$folder/misspelt.nh"
check few-samples 2 '' "samples needs a whole number from 1 to 10000, not '0'" verify "$speed" --samples 0
check many-digits 2 '' "digits needs a whole number from 1 to 300, not '301'" verify "$speed" --digits 301
check no-states 2 '' 'unknown option' verify "$speed" --states a.csv
check no-model 2 '' 'MODEL' verify

# Proposition 3 of [Algebraic] by algebra, where the accelerations have a part that the freedoms do not decide
cat >"$folder/growing.nh" <<'END'
coord x, y
kinetic (x'^2 + y'^2)/2
potential x
constraint c: x'^2 + y'^2 = 4 + x^2 + t
init x = 1, x' = 1, y' ~ 2
END
check modified-proved 0 '^  vakonomic-modified:least +agrees +4 states .*proved$' '' verify "$folder/growing.nh" --samples 3
# the matrix is that of the model, as in every other command: here it does not agree, and mu is told
cat >"$folder/own.nh" <<'END'
coord x, y, phi
kinetic (x'^2 + y'^2 + phi'^2)/2
potential x
constraint c: x'*sin(phi) - y'*cos(phi) = 0
transposition omega[phi,phi] = x'
init x' = 1, phi' = 1, mu.c = 0.5
END
check modified-own 5 '^  vakonomic-modified:model +disagrees +differs by up to [0-9.]+: there mu.c = ' '' verify "$folder/own.nh" --samples 3
check modified-same 0 '^  vakonomic-modified:model +agrees +4 states .*proved$' '' verify incline-skate --samples 3
# JSON
check json 0 '"verdict": "holds",' '' verify "$speed" --json
check json-form 0 '"name": "voronec", "applies": true, "holds": true, "holds_by": "proved", "states": 11, "bound": ' '' verify "$speed" --json
check json-not 0 '"name": "chaplygin", "applies": false, "holds": null, "holds_by": "unknown", .*"bound": null, "why": "the constraint' '' verify "$speed" --json
check json-parts 0 '"name": "E", .*"parts": \{"constraints": [0-9.]+\}' '' verify "$speed" --json
check json-wrong 5 '"name": "wrong", "holds": false, "holds_by": "certified", .*"state": \{"t": [0-9.e-]+, "x": ' '' verify "$folder/wrong.nh" --json
check file 0 '' '' verify "$speed" --json -o "$folder/result.json"
expect file-written grep -q '"format": 1' "$folder/result.json"

finish
