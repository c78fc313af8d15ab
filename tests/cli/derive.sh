#!/bin/sh
# The command `derive`: derive.sh PROGRAM.
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
END
cat >"$folder/skate.nh" <<'END'
coord x, y, th
kinetic (x'^2 + y'^2 + th'^2)/2
potential t*x
constraint skate: x'*sin(th) = y'*cos(th)
END
cat >"$folder/body.nh" <<'END'
param m = 1
coord x, y
function C(t)
kinetic m/2*(x'^2 + y'^2)
constraint c: y' = C(t)*x'
END
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x'^2 + y'^2 = -1\n" >"$folder/empty.nh"
printf "coord thta\nkinetic theta'^2\n" >"$folder/misspelt.nh"
speed=$folder/speed.nh

# text
check title 0 '^Constant speed$' '' derive "$speed"
check default 0 '^  formulation  chetaev: ' '' derive "$speed"
check unknowns 0 "^  unknowns     x'', y'', z'', lambda.speed\$" '' derive "$speed"
check constraint 0 "^  sqrt\(x'\^2 \+ y'\^2 \+ z'\^2\) = c\$" '' derive "$speed"
check equation 0 "^  m\*x'' = lambda.speed\*x'/c\$" '' derive "$speed"
check row 0 "^  x'\*x'' \+ y'\*y'' \+ z'\*z'' = 0\$" '' derive "$speed"
check voronec 0 "^  x'\*y'\*x'' \+ \(y'\^2 \+ z'\^2\)\*y'' = g\*y'\*z'\$" '' derive "$speed" --form voronec
check vakonomic 0 "^  unknowns     x'', y'', z'', mu.speed'\$" '' derive "$speed" --form vakonomic
check vakonomic-note 0 '^The multipliers mu are functions of time' '' derive "$speed" --form vakonomic
check vakonomic-latex 0 'dot\{\\mu\}_\{' '' derive "$speed" --form vakonomic --as latex
check vakonomic-code 0 'const double mu\[\]' '' derive "$speed" --form vakonomic --as c
check vakonomic-code-matrix 3 '' "a transposition matrix that is computed at each state cannot be written as C" \
    derive "$speed" --form vakonomic-modified --as c
check sign 0 '^  sigma.z is 1 or -1, the sign of the root$' '' derive "$speed" --form voronec
check assumption 0 "^  c\^2 - x'\^2 - y'\^2 > 0\$" '' derive "$speed" --form voronec
check all 0 '^  formulation  appell: ' '' derive "$speed" --form all
check random 0 "^  th'' = 0\$" '' derive "$folder/skate.nh" --form voronec
check without-body 0 "C\(t\)" '' derive "$folder/body.nh" --form voronec
check quasi 0 "^  I\*w' \+ m\*a\*v\*w = 0\$" '' derive sleigh --form hamel
check without 0 "^  m\*x'' = 0\$" '' derive "$speed" --without speed
check large 0 '60 of 3000 equations are shown' '' derive chain --set N=1000

# LaTeX
check latex 0 '^&m \\ddot\{z\} = -m g \+ \\frac\{\\lambda_' '' derive "$speed" --as latex
check fragment 0 '^\\begin\{align\*\}$' '' derive "$speed" --as latex
check standalone 0 '^\\documentclass\[fleqn,a4paper\]\{article\}$' '' derive "$speed" --as latex --standalone
check end 0 '^\\end\{document\}$' '' derive "$speed" --as latex --standalone

# JSON
check json 0 '^  "form": "voronec",$' '' derive "$speed" --form voronec --as json
check json-option 0 '^  "format": 1,$' '' derive "$speed" --json
check json-equation 0 '"of": "x", "text": ' '' derive "$speed" --form voronec --json
check json-list 0 '^\[$' '' derive "$speed" --form all --json
check file 0 '' '' derive "$speed" --json -o "$folder/result.json"
expect file-written grep -q '"format": 1' "$folder/result.json"

# what does not apply, and what is wrong
check hypothesis 7 '' "'hamel' does not apply: the constraint 'speed' is not linear in the velocities" derive "$speed" --form hamel
check empty 1 '' 'no state is admissible: the constraints contradict each other' derive "$folder/empty.nh" --form voronec
check unknown 2 '' "did you mean 'voronec'" derive "$speed" --form voronek
check format 2 '' "as needs text, latex, json, c or claims, not 'html'" derive "$speed" --as html
check contradiction 2 'contradict each other' '' derive "$speed" --as latex --json
check alone 2 '' 'standalone needs --as latex' derive "$speed" --standalone
check c 0 'int constant_speed_accelerations\(double t' '' derive "$speed" --as c
check c-form 0 "Formulation 'voronec'" '' derive "$speed" --as c --form voronec
check c-not 7 '' "the formulation 'hamel' is not written as C: the constraint 'speed' is not linear" derive "$speed" --as c --form hamel
check claims 0 "^claim voronec_equation_1: \(x'\^2 \+ z'\^2\)\*x'' \+ x'\*y'\*y'' = g\*x'\*z'$" '' derive "$speed" --as claims --form voronec
check claims-all 2 '' 'needs one formulation' derive "$speed" --as claims --form all
check claims-apart 3 '' 'has others' derive "$speed" --as claims --form vakonomic
check c-all 2 '' 'needs one formulation' derive "$speed" --as c --form all
check misspelt 1 '' "did you mean 'thta'" derive "$folder/misspelt.nh"
check no-model 2 '' 'MODEL' derive

# entries of a transposition matrix that are 0 do not stand in the equations
cat >"$folder/transposed.nh" <<'END'
coord x, y
kinetic (x'^2 + y'^2)/2
transposition omega[x,y] = x'*x''
END
check transposed 0 "^  -x'\^2\*x'' \+ y'' = 0\$" '' derive "$folder/transposed.nh" --form vakonomic-modified --variant imposed
check transposed-motion 0 '^Accelerations in Omega are those of the motion itself\.$' '' \
    derive "$folder/transposed.nh" --form vakonomic-modified --variant imposed

finish
