#!/bin/sh
# The command `displacements`: displacements.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/skate.nh" <<'END'
system "Skate"
coord x, y, th
kinetic (x'^2 + y'^2 + th'^2)/2
potential 3*x
independent y', th'
constraint skate: x'*sin(th) - y'*cos(th) = 0
init th = pi/4, x' = 1, y' = 1, th' = 2
END
sed 's/^coord/param k\ncoord/' "$folder/skate.nh" >"$folder/open.nh"
sed 's/^init.*//' "$folder/skate.nh" >"$folder/nowhere.nh"
printf "coord x, y\nkinetic x'^2/2\nconstraint p: x' = y\n" >"$folder/massless.nh"
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint p: sqrt(x)*x' = y'\n" >"$folder/root.nh"
printf "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint a: x' = y*z'\nconstraint b: y' = x*z'\n" >"$folder/flat.nh"
printf "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint a: x' + y' = 0\nconstraint b: 2*x' + 2*y' = 0\ninit x' = 1\n" >"$folder/twice.nh"
printf "coord thta\nkinetic theta'^2\n" >"$folder/wrong.nh"
printf "t,x,y,th,x',y',th'\n0,0,0,0,1,0,2\n1,0,1,1.5707963267948966,0,1,0\n" >"$folder/states.csv"
printf "x,y,x',y'\n-1,0,1,1\n4,0,1,2\n" >"$folder/roots.csv"
printf "x,y,x',y'\n1,2,2,0\n" >"$folder/massless.csv"
printf "x,y,z,x',y',z'\n1,2,0,4,2,2\n" >"$folder/flat.csv"
skate=$folder/skate.nh

# a basis in the independent coordinates of the model, what the reactions do, how many commute
check basis 0 '^    dx   1               0$' '' displacements "$skate"
check by 0 '^         by y            by th$' '' displacements "$skate"
check dimension 0 '^  Chetaev displacements           2 = 3 coordinates - 1 independent constraint$' '' displacements "$skate"
check work 0 '^  work of the reactions on them   0; at most ' '' displacements "$skate"
check power 0 "^  power of the reactions, on q'   0; " '' displacements "$skate"
check power-row 0 "^ +13\.87[0-9]* by 'speed', which is not homogeneous in the velocities" '' displacements leibniz
check commuting 0 "^  both conditions, dq' = d/dt dq  leave 1 of 2: the rank of \[A; D\] is 2\$" '' displacements "$skate"
check combination 0 '^    D.skate, of length 2.4494897, has a part of length 2.4494897 that is not a combination' '' displacements "$skate"
check rho 0 '^    D.a = 2 A.b$' '' displacements "$folder/flat.nh" --states "$folder/flat.csv" -q
check rho-b 0 '^    D.b = 2 A.a$' '' displacements "$folder/flat.nh" --states "$folder/flat.csv" -q
check redundant 0 "^  redundant here                  'b'\$" '' displacements "$folder/twice.nh" -q
check refused 0 'the velocities that the model declares independent are not independent' '' displacements "$skate" --states "$folder/states.csv"
check second 0 '^state 2: t = 1, x = 0, y = 1, th = 1.5707963' '' displacements "$skate" --states "$folder/states.csv"
check random 0 '^a random initial state: t = 0' '' displacements "$folder/nowhere.nh" --init random
check free 0 '^  Chetaev displacements           1 = 1 coordinate - 0 independent constraints$' '' displacements driven-pendulum

# a field, and the transpositional relation
check field 0 "^    it satisfies                  Chetaev's condition, not the vakonomic one\$" '' \
    displacements "$skate" --field "x = cos(th), y = sin(th)"
check field-sides 0 '^    skate  0               2               2               2               0$' '' \
    displacements "$skate" --field "x = cos(th), y = sin(th), x' = 0, y' = -2*cos(th), th' = 0" --init "th=0" --init "y'=0"
check field-omega 0 "^    it satisfies                  Chetaev's condition and the vakonomic one\$" '' \
    displacements incline-skate --field "x = cos(theta), y = sin(theta)"
check omega 0 "^  dq' = d/dt dq \+ omega dq        leaves 2 of 2: the rank of \[A; D1\] is 1" '' displacements incline-skate

# JSON and tables
check json 0 '"commuting": 1, "commutes": false' '' displacements "$skate" --json
check json-basis 0 '"by": "y", "displacement": \{"x": 1[^,]*, "y": 1, "th": 0\}' '' displacements "$skate" --json
check json-field 0 '"field": \{"displacement": \{"x": 1, "y": 0, "th": 0\}' '' displacements "$skate" --json --field "x = 1"
check table-names 0 '^t,rank,dimension,commuting,work,power,lambda.skate,power.skate,D.skate,residual.skate,"rho\[skate,skate\]"$' '' \
    displacements "$skate" --states "$folder/states.csv" --csv -
check table-row 0 '^1,1,2,1,' '' displacements "$skate" --states "$folder/states.csv" --csv -
check table-empty 3 '^0,,,,,,,,,,$' '' displacements "$folder/root.nh" --states "$folder/roots.csv" --csv - -q
check table-file 0 '^written: ' '' displacements "$skate" --states "$folder/states.csv" --csv "$folder/table.csv"
expect table-lines test "$(wc -l <"$folder/table.csv")" -eq 3
check table-both 2 'cannot both go to standard output' '' displacements "$skate" --json --csv -
check table-same 2 '' 'name the same file' displacements "$skate" -o "$folder/a" --csv "$folder/a"

# computed transposition matrices
check omega 0 '^  the transposition matrix omega$' '' displacements "$skate" --omega least
check omega-leaves 0 "^  dq' = d/dt dq \+ omega dq +leaves 2 of 2: the rank of \[A; D1\] is 1" '' displacements "$skate" --omega kernel60
check omega-json 0 '"omega": \[\[' '' displacements "$skate" --omega mass --json
check omega-zero 0 "^  dq' = d/dt dq \+ omega dq +leaves 1 of 2" '' displacements "$skate" --omega zero
check omega-none 3 'the conditions on it contradict each other' '' displacements constant-speed --omega least60
check omega-model 7 '' 'the model gives no transposition matrix' displacements constant-speed --omega model
check omega-wrong 2 '' "there is no transposition matrix 'heavy'" displacements "$skate" --omega heavy

# states without values
check root 3 '^  the rest is unknown  *a constraint has no value there' '' displacements "$folder/root.nh" --states "$folder/roots.csv" -q
check massless 3 '^  the rest is unknown  *the equations do not determine the accelerations' '' \
    displacements "$folder/massless.nh" --states "$folder/massless.csv" -q

# what is wrong
check unknown 2 '' "unknown name 'z'" displacements "$skate" --field "z = 1"
check acceleration 2 '' 'use only t, coordinates, velocities and parameters' displacements "$skate" --field "x = y''"
check third 2 '' 'must not contain derivatives beyond accelerations' displacements "$skate" --field "x' = y'''"
check twice 2 '' 'this coordinate occurs twice' displacements "$skate" --field "x = 1, x = 2"
check left 2 '' 'write a coordinate or its velocity on the left' displacements "$skate" --field "x + y = 2"
check guess 2 '' 'a field of displacements consists of equations' displacements "$skate" --field "x ~ 2"
check open 1 '' 'parameters without a value: k' displacements "$folder/open.nh" --field "x = k"
check closed 0 'dx = 3' '' displacements "$folder/open.nh" --field "x = k" --set k=3
check fields 2 '' 'one --field at a time' displacements "$skate" --field "x = 1" --field "y = 1"
check nowhere 1 '' 'the model has no initial values: give states, or use --init random' displacements "$folder/nowhere.nh"
check no-file 4 '' 'nothing.csv' displacements "$skate" --states "$folder/nothing.csv"
check wrong 1 '' "unknown name 'theta'" displacements "$folder/wrong.nh"
check two-inputs 2 '' 'cannot both be standard input' displacements - --states -
check column 4 '' "th'" displacements "$skate" --states "$folder/massless.csv"

finish
