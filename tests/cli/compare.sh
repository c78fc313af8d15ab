#!/bin/sh
# The command `compare`: compare.sh PROGRAM. What it says of differences is computed a second time, from the files of two runs.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/skate.nh" <<'END'
system "Skate"
coord x, y, th
point P = [x, y] mass 1
kinetic th'^2/2
potential -x
constraint skate: x'*sin(th) = y'*cos(th)
init th' = 1
simulate t = 0 .. 2 step 0.05
END
cat >"$folder/speed.nh" <<'END'
coord x, y, z
point P = [x, y, z] mass 1
gravity [0, 0, -9.81]
constraint speed: |P'| = 2
init x' = 1, y' = 1, z' ~ 1.4
simulate t = 0 .. 1
END
printf "coord x\nkinetic x'^2/2\nforce x: sqrt(1 - t)\ninit x = 0\nsimulate t = 0 .. 2 step 0.25\n" >"$folder/ending.nh"
printf "coord x\nkinetic x'^2/2\n" >"$folder/start.nh"
cd "$folder" || exit 1

# what it says
check table 0 '^  form +end +steps +evaluations +seconds +difference +relative +visible at +energy$' '' compare skate.nh
check parts 0 '^vakonomic departs from chetaev, visibly from t = [0-9.]+ on: they differ by at most .* (times|of) the size of the motion; E differs by at most [0-9.e-]+, multipliers \(lambda, or -mu'"'"'\) by at most [0-9.]+$' '' compare skate.nh
check forms 0 '^maggi and chetaev coincide: they differ by at most [0-9.]+e-' '' compare skate.nh --forms chetaev,maggi --forms vakonomic
expect all-three grep -q '^vakonomic departs from chetaev' out
check rows 0 '^compared: 2 motions from 0 to 1, at 201 times$' '' compare speed.nh
check span 0 '^compared: 2 motions from 0 to 0\.5, at 3 times$' '' compare speed.nh --to 0.5 --at 0,0.25,0.5
check method 0 '^maggi and chetaev coincide' '' compare skate.nh --forms chetaev,maggi --methods dop853
check initial 0 '^vakonomic departs' '' compare skate.nh --init mu.skate=0.5
check json 0 '"form": "vakonomic", "applies": true, "status": "finished".*"parted": true' '' compare skate.nh --json
expect json-format sh -c 'sed -n 2p out | grep -qx "  \"format\": 1,"'

# the same differences from two runs
"$program" run skate.nh -o one.csv >/dev/null
"$program" run skate.nh --form vakonomic -o two.csv >/dev/null
paste -d, one.csv two.csv | awk -F, -v columns="$(head -1 one.csv | tr , '\n' | grep -c .)" '
    NR == 1 { next }
    { for (i = 2; i <= 7; i++) {
        difference = $i - $(i + columns); if (difference < 0) difference = -difference
        size = $i < 0 ? -$i : $i
        if (difference > most) most = difference
        if (size > sizes[i]) sizes[i] = size
        apart[NR, i] = difference; times[NR] = $1
    } }
    END {
        for (row = 2; row <= NR && parted == ""; row++)
            for (i = 2; i <= 7; i++) if (apart[row, i] > 1e-6 * sizes[i]) parted = times[row]
        printf "%.9g %s\n", most, parted
    }' >wanted
"$program" compare skate.nh --json | sed -n 's/.*"difference": \([^,]*\), .*"t_parted": \([^,]*\),.*/\1 \2/p' | awk '{ printf "%.9g %s\n", $1, $2 + 0 }' >found
expect "differences: $(cat found), not $(cat wanted)" cmp -s found wanted
expect differences-there grep -q '^[0-9]' wanted

# one file, motion after motion, as the runs write them
check csv 0 '^written: both\.csv, 82 rows of 12 columns$' '' compare skate.nh -o both.csv
expect header test "$(head -1 both.csv)" = "form,t,x,y,th,x',y',th',lambda.skate,mu.skate,mu'.skate,E"
sed -n '2,$s/^chetaev,\(.*\),\([^,]*\),,,\([^,]*\)$/\1,\2,\3/p' both.csv >first
tail -n +2 one.csv | cmp -s - first
expect first-motion test $? -eq 0
sed -n 's/^vakonomic,\(.*\),,\([^,]*,[^,]*,[^,]*\)$/\1,\2/p' both.csv >second
tail -n +2 two.csv | cmp -s - second
expect second-motion test $? -eq 0
check columns 0 '^form,mu\.skate,t$' '^written: to standard output, 4 rows of 3 columns$' compare skate.nh --at 0,1 --columns form,mu.skate,t -o -
check quiet-csv 0 '^vakonomic,0,0$' '' compare skate.nh --at 0,1 --columns mu.skate,t -o - -q

# pictures
check plot 0 '^plot: both\.svg$' '' compare skate.nh --plot both.svg
for word in Skate chetaev vakonomic difference parted visible 'energy E' lambda.skate mu.skate 'vakonomic −mu′'; do
    expect "plot has $word" grep -qF ">$word<" both.svg
done
check plot-of-rows 0 '^plot: few\.svg$' '' compare skate.nh --at 1 --plot few.svg
check plot-of-three 0 '^plot: three\.png$' '' compare skate.nh --forms chetaev,maggi,udwadia --plot three.png
check plot-again 0 '^plot: again\.svg$' '' compare skate.nh --plot again.svg
expect same-bytes cmp -s both.svg again.svg
check plot-ending 2 '' ".svg, .png or .pdf, but the name is 'a.jpg'" compare skate.nh --plot a.jpg

# formulations that do not apply
check left-out 0 "^chaplygin is skipped: the formulation 'chaplygin' does not apply: " "warning: the formulation 'chaplygin'" compare speed.nh --forms chaplygin,chetaev,voronec
expect measured-by-next grep -q '^voronec and chetaev coincide' out
check left-out-json 0 '"form": "chaplygin", "applies": false, "status": null' '' compare speed.nh --forms chetaev,chaplygin,voronec --json
check alone 7 '' "only 'chetaev' applies: a comparison needs two" compare speed.nh --forms chetaev,chaplygin
check none 7 '' 'none of these formulations applies' compare speed.nh --forms chaplygin,hamilton

# motions that end
check bad-end 3 '^vakonomic is singular at t = ' '' compare ending.nh -o end.csv
expect bad-end-compared grep -q 'compared up to t = 1$' out
expect bad-end-written grep -q '^vakonomic,1,' end.csv
check bad-end-plot 3 '^plot: end\.svg$' '' compare ending.nh --plot end.svg
expect says-end grep -q 'chetaev ends at t = ' end.svg
check bad-end-quiet 3 '^form,t$' 'chetaev is singular at t = ' compare ending.nh --columns t -o - -q
check start-alone 0 'have only the time t = 0 in common, which is not enough to compare them$' '' compare skate.nh --at 0
check no-start 1 '' 'no initial values' compare start.nh

# the command line
check one-form 2 '' "needs at least two formulations or two methods, found only 'maggi'" compare skate.nh --forms maggi
check one-of-each 2 '' "found only 'chetaev'" compare skate.nh --forms chetaev --methods dop853
check twice 2 '' "names 'maggi' twice" compare skate.nh --forms maggi,maggi
check unknown 2 '' "there is no formulation 'voronek'; did you mean 'voronec'" compare skate.nh --forms chetaev,voronek
check no-name 2 '' 'not an empty one' compare skate.nh --forms chetaev,
check unknown-method 2 '' "there is no method 'rk4'" compare skate.nh --methods dop853,rk4
check methods-twice 2 '' "names 'dop853' twice" compare skate.nh --methods dop853,dop853
check form 2 '' "unknown option '--form'" compare skate.nh --form maggi
check column 2 '' "no column 'mu.skat', did you mean 'mu.skate'" compare skate.nh --columns t,mu.skat -o -
check no-column 2 '' "none of these motions has a column 'mu.skate'" compare skate.nh --forms chetaev,maggi --columns mu.skate -o -
check columns-alone 2 '' 'add -o FILE' compare skate.nh --columns t
check step-and-at 2 '' 'exclude each other' compare skate.nh --step 1 --at 1
check over-model 2 '' 'would overwrite' compare skate.nh -o skate.nh
check no-folder 4 '' "cannot write 'none/a.csv'" compare skate.nh -o none/a.csv
check unknown-json 2 '"message": "there is no formulation' '' compare skate.nh --forms chetaev,voronek --json
finish
