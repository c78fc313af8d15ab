#!/bin/sh
# The command `holds`: holds.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/speed.nh" <<'END1'
system "Constant speed"
param m = 1, c = 2, g = 9.81
coord x, y, z
point P = [x, y, z] mass m
gravity [0, 0, -g]
constraint speed: |P'| = c
independent x', y'
init z = 5, x' = 1.2, z' ~ 1
END1
cat >"$folder/claims.nh" <<'END1'
# statements behind those of the model
let R = sqrt(c^2 - x'^2 - y'^2)
assume z' > 0
claim explicit: z' = R
claim slope: diff(alpha.z, x') = -x'/R
claim Tstar: voronec.Tstar = m*c^2/2
claim both: m*P'' - m*[0, 0, -g] = lambda.speed*P'/|P'|
claim wrong: z'' = -g
END1
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: y' = x\n" >"$folder/free.nh"
speed=$folder/speed.nh

# verdicts
check proved 0 "^  equation  proved, for all states and parameter values" '' holds "$speed" --equation "x'' = g/c^2*x'*z'"
check choice 0 "^            with independent velocities x', y'$" '' holds "$speed" --equation "diff(alpha.z, x') = -x'/z'"
check conclusion 0 '^proved; seed 1$' '' holds "$speed" --equation "x'' = g/c^2*x'*z'"
check certified 0 '^  equation  certified at [0-9]+ states with [0-9] sets of values, to 50 digits$' '' holds "$speed" --equation "exp(|P'|) = exp(c)"
check digits 0 'to 70 digits$' '' holds "$speed" --equation "exp(|P'|) = exp(c)" --digits 70
check refuted 5 '^  equation  refuted: left minus right is ' '' holds "$speed" --equation "x'' = g/c*x'*z'"
check state 5 "^            at t = [0-9.]+, x = [-0-9.]+, y = [-0-9.]+, z = [-0-9.]+, x' = " '' holds "$speed" --equation "x'' = g/c*x'*z'"
# of a large system only what occurs in the equation
check large 5 "^            at t = [0-9.]+, x\[12\] = [-0-9.]+, y\[1\] = [-0-9.]+, x\[12\]' = [-0-9.]+, y\[1\]' = [-0-9.]+, and 116 more, see --json$" '' \
    holds chain --set N=20 --equation "x[12] = y[1]' + x[12]'"
check no-value 7 '^  equation  no value, neither true nor false: -x\^2 - 1, which must be positive' '' holds "$speed" \
    --equation "log(-1 - x^2) = 0"
check undecided 6 '^  equation  undecided: ' '' holds "$speed" --equation "voronec.C[x] = 0"
check two 5 '^  equation\[2\]  refuted' '' holds "$speed" --equation "|P'| = c" --equation "z'' = 0"

# an equation is one for all values of the parameters, but those that are set
check mass 5 '^            it holds with the values of the model' '' holds "$speed" --equation "lambda.speed = m^2*g*z'/c"
check mass-values 5 '^            with m = [0-9.]+, c = [0-9.]+, g = [0-9.]+$' '' holds "$speed" --equation "lambda.speed = m^2*g*z'/c"
check mass-set 0 '^  equation  (proved|certified)' '' holds "$speed" --equation "lambda.speed = m^2*g*z'/c" --set m=1

# one branch
check branches 5 'refuted' '' holds "$speed" --equation "z' = sqrt(c^2 - x'^2 - y'^2)"
check branch 0 'equation  (proved|certified)' '' holds "$speed" --equation "z' = sqrt(c^2 - x'^2 - y'^2)" --assume "z' > 0"
check other 5 'refuted' '' holds "$speed" --equation "z' = sqrt(c^2 - x'^2 - y'^2)" --assume "z' < 0"

# files
check file 5 '^  explicit  (proved|certified)' '' holds "$speed" --file "$folder/claims.nh"
check file-slope 5 '^  slope  +(proved|certified)' '' holds "$speed" --file "$folder/claims.nh"
check file-star 5 '^  Tstar +proved$' '' holds "$speed" --file "$folder/claims.nh"
check file-vector 5 '^  both.z  +(proved|certified)' '' holds "$speed" --file "$folder/claims.nh"
check file-wrong 5 '^  wrong  +refuted' '' holds "$speed" --file "$folder/claims.nh"
printf "let u = 1\n\nclaim a: x = thta\n" >"$folder/misspelt.nh"
check file-error 1 '' "misspelt.nh:3:14: error: unknown name 'thta'" holds "$speed" --file "$folder/misspelt.nh"
check file-missing 4 '' 'cannot read' holds "$speed" --file "$folder/none.nh"
input=$folder/claims.nh
check file-stdin 5 '^  wrong  +refuted' '' holds "$speed" --file -
input=/dev/null

# motions
check motion 0 "^  x''    (proved|certified)" '' holds "$speed" --set g=0 --motion "w = sqrt(c^2 - a^2 - b^2), x = a*t + d, y = b*t, z = w*t"
check motion-row 0 "^  speed  (proved|certified)" '' holds "$speed" --set g=0 --motion "w = sqrt(c^2 - a^2 - b^2), x = a*t + d, y = b*t, z = w*t"
check motion-fast 5 "^  speed  refuted" '' holds "$speed" --set g=0 --motion "x = a*t, y = b*t, z = 0"
check motion-bent 5 "^  x''    refuted" '' holds "$speed" --set g=0 --motion "x = c*cos(t), y = c*sin(t), z = 0"
check motion-along 0 "^  equation  (proved|certified)" '' holds "$speed" --set g=0 --motion "x = c*t, y = 0, z = 0" --equation "x = t*x'"
check motion-function 5 "with m = [0-9.]+, c = [0-9.]+, F\(a1\)=" '' holds "$speed" --set g=0 --motion "x = F'(t), y = 0, z = F(t)"
check motion-function-slip 2 '' "unknown function 'sni', did you mean 'sin'" holds "$speed" --motion "x = sni(t), y = 0, z = 0"
check motion-function-product 2 '' "'K' is not a function" holds "$speed" --motion "x = K(t + 1), y = 0, z = 0"
check motion-free 5 "^  c    (proved|certified)" '' holds "$folder/free.nh" --motion "x = F'(t), y = F(t)"
check motion-free-set 0 "^  x''  (proved|certified)" '' holds "$folder/free.nh" --motion "x = F'(t), y = F(t)" --set "F(t)=t^2/2"
check motion-short 2 '' "the motion does not give 'z'" holds "$speed" --motion "x = 1, y = 2"

# formulations
cat >"$folder/matrix.nh" <<'EOF'
coord x, y, phi
kinetic (x'^2 + y'^2)/2 + phi'^2/2
constraint c: x'*sin(phi) = y'*cos(phi)
transposition omega[x, x] = 1
EOF
check form 0 'proved' '' holds "$speed" --equation "x'' = g/c^2*x'*z'" --form voronec
check form-not 7 '' "the formulation 'hamel' does not apply: the constraint 'speed' is not linear" holds "$speed" --equation "x'' = g/c^2*x'*z'" --form hamel
check vakonomic 5 'and mu.speed = ' '' holds "$speed" --form vakonomic --quick --equation "z'' = 0"
check vakonomic-why 6 'motions under the Chetaev condition have none: --form vakonomic' '' holds "$speed" --equation "mu.speed' = 0"
check vakonomic-force 6 'it belongs to motions under the Chetaev condition' '' holds "$speed" --form vakonomic --equation "E.forces = 0"
check vakonomic-matrix 3 '' 'choose another one, such as vakonomic-modified:zero' holds "$speed" --form vakonomic-modified --equation "z'' = 0"
check vakonomic-motion 2 '' "the motion does not give 'mu.speed'" holds "$speed" --form vakonomic --motion "x = c*t, y = 0, z = 0"
check vakonomic-given 2 '' 'add --form vakonomic' holds "$speed" --motion "x = c*t, y = 0, z = 0, mu.speed = 1"
check vakonomic-twice 2 '' 'this multiplier occurs twice' holds "$speed" --form vakonomic --motion "x = c*t, y = 0, z = 0, mu.speed = 1, mu.speed = 2"
check vakonomic-json 5 '"multipliers": "mu.speed = ' '' holds "$speed" --form vakonomic --json --quick --equation "z'' = 0"
check matrix 0 '^  D1dq\[skate,x\] +proved' '' holds incline-skate --transposition
check matrix-none 7 '' 'the model gives no transposition matrix to judge' holds "$speed" --transposition
check matrix-name 0 'proved' '' holds incline-skate --equation "transposition.omega[x,theta] = -sin(theta)*speed"
check matrix-unknown 6 "there are omega\[x,y\], p\[x\]" '' holds incline-skate --equation "transposition.D2[skate,x] = 0"
check matrix-refuted 5 '^  pdq\[x\] +refuted' '' holds "$folder/matrix.nh" --transposition
check form-unknown 2 '' 'voronec' holds "$speed" --equation "x'' = 0" --form vornec

# wrong lines
check nothing 2 '' "'holds' needs something to judge" holds "$speed"
check syntax 2 '' "equation x'' = " holds "$speed" --equation "x'' = "
check unknown 2 '' "unknown name 'thta'" holds "$speed" --equation "x'' = thta"
check no-equation 2 '' "expected '=' before the end of the text" holds "$speed" --equation "x''"
check assume-value 2 '' 'an assumed equation must contain coordinates' holds "$speed" --equation "x=0" --assume "c=2"
check assume-along 2 '' 'equations cannot be assumed along a motion' holds "$speed" --motion "x=t, y=0, z=0" --assume "x=0"
check assume-given 2 '' 'write the equation with --given' implies "$speed" --given speed --then "x' = 0" --assume "x=0"

# equations as assumptions
check assume-equal 0 'equation  proved' '' holds "$speed" --equation "x=0" --assume "x=0"
check assume-zero 5 'equation  refuted' '' holds "$speed" --quick --equation "sign(x)^2 = 1"

# JSON
check json-no-value 7 '"verdict": "no value", "holds": null' '' holds "$speed" --json --equation "log(-1 - x^2) = 0"
check json 0 '"verdict": "proved"' '' holds "$speed" --equation "x'' = g/c^2*x'*z'" --json
check json-item 0 '"holds": true, "holds_by": "proved"' '' holds "$speed" --equation "x'' = g/c^2*x'*z'" --json
check json-refuted 5 '"state": \{"t": [0-9.]+, "x": ' '' holds "$speed" --equation "z'' = 0" --json

finish
