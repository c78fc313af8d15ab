# The judge of includes.sh. Reads lines KIND:REST, in this order: module:, library:, file:, include:.
#
#   uses[m]           names that module m may use directly      may[m, n]   n is in the closure of m (m included)
#   owner[i] glob[i]  library i: module and pattern as a regex  known[f]    the file f exists
#   edge[f, i]        i-th header that header f includes

function fail(where, what) {
    print where ": " what
    failures++
}

# A shell pattern (* only) as an anchored regular expression.
function regex_of(pattern) {
    gsub(/[.+]/, "[&]", pattern)
    gsub(/\*/, ".*", pattern)
    return "^" pattern "$"
}

# Everything that `from` reaches; path holds the way from the start, to name a cycle.
function close_over(start, from, path,    n, names, i) {
    n = split(uses[from], names, " ")
    for (i = 1; i <= n; i++) {
        if (!(names[i] in uses))
            fail("tests/structure/modules.txt", "'" from "' may use '" names[i] "', which is no module")
        else if (names[i] == start)
            fail("tests/structure/modules.txt", "cycle: " path " -> " start)
        else if (!((start, names[i]) in may)) {
            may[start, names[i]] = 1
            close_over(start, names[i], path " -> " names[i])
        }
    }
}

# The table is read: expand "all", make the closure.
function finish_table(    m, n, others) {
    table_done = 1
    for (m in uses)
        if (uses[m] ~ /^ *all *$/) {
            others = ""
            for (n in uses)
                if (n != m && uses[n] !~ /^ *all *$/)
                    others = others " " n
            expanded[m] = others
        }
    for (m in expanded)
        uses[m] = expanded[m]
    for (m in uses) {
        may[m, m] = 1
        close_over(m, m, m)
    }
}

# The module that hides this header, or "".
function hider(header,    i) {
    for (i = 1; i <= libraries; i++)
        if (header ~ glob[i])
            return owner[i]
    return ""
}

# Remembers that header `from` includes `to`, for the search for cycles.
function add_edge(from, to) {
    if (from ~ /\.h$/ && to ~ /\.h$/)
        edge[from, ++edges[from]] = to
}

# Depth first; colour 1: on the way, 2: done.
function find_cycle(header, path,    i, next_one) {
    colour[header] = 1
    for (i = 1; i <= edges[header]; i++) {
        next_one = edge[header, i]
        if (colour[next_one] == 1)
            fail(header, "headers include each other: " path " -> " next_one)
        else if (!colour[next_one])
            find_cycle(next_one, path " -> " next_one)
    }
    colour[header] = 2
}

# An include in src/MODULE.
function judge_src(where, file, header, angle,    parts, module, target, folder) {
    split(file, parts, "/")
    module = parts[2]
    if (header ~ /^nonholo\//) {
        add_edge(file, "include/" header)
        return
    }
    folder = file
    sub(/[^\/]*$/, "", folder)
    if (index(header, "/") == 0) {
        if (angle)
            return # the system's
        if (!((folder header) in known))
            fail(where, "\"" header "\" is not in " folder ": write \"module/file.h\"")
        add_edge(file, folder header)
        return
    }
    split(header, parts, "/")
    target = parts[1]
    if (!(target in uses)) {
        if (!angle)
            fail(where, "\"" header "\": '" target "' is no module")
        return
    }
    if (!((module, target) in may))
        fail(where, "'" module "' may not use '" target "' (" header ")")
    else if (header ~ /_private\.h$/ && target != module)
        fail(where, header " is private to '" target "'")
    add_edge(file, "src/" header)
}

# An include in apps/NAME: public headers, the app's own, the system's.
function judge_apps(where, file, header, angle,    parts, folder, app) {
    split(file, parts, "/")
    app = "apps/" parts[2] "/"
    folder = file
    sub(/[^\/]*$/, "", folder)
    if (header ~ /^nonholo\//)
        return
    split(header, parts, "/")
    if (angle) {
        if (parts[1] in uses)
            fail(where, "an app may use the public headers only, not '" header "'")
        return
    }
    if (header ~ /(^|\/)\.\.\//)
        fail(where, "an app may not reach out of its folder: '" header "'")
    else if ((folder header) in known)
        add_edge(file, folder header)
    else if ((app header) in known)
        add_edge(file, app header)
    else
        fail(where, "an app may use the public headers only, not '" header "'")
}

# An include in a public header: other public headers and the C library's.
function judge_public(where, file, header, angle) {
    if (header ~ /^nonholo\//)
        add_edge(file, "include/" header)
    else if (!angle || header ~ /\//)
        fail(where, "a public header may include only <nonholo/...> and the C library, not '" header "'")
}

{
    kind = $0
    sub(/:.*/, "", kind)
    rest = substr($0, length(kind) + 2)
}

kind == "module" && rest ~ /:/ {
    name = rest
    sub(/:.*/, "", name)
    gsub(/[ \t]/, "", name)
    if (name in uses)
        fail("tests/structure/modules.txt", "'" name "' is there twice")
    sub(/^[^:]*:/, "", rest)
    uses[name] = rest
}

kind == "library" && rest ~ /:/ {
    name = rest
    sub(/:.*/, "", name)
    sub(/^[^:]*:/, "", rest)
    n = split(rest, patterns, " ")
    for (i = 1; i <= n; i++) {
        owner[++libraries] = name
        glob[libraries] = regex_of(patterns[i])
    }
}

kind == "file" {
    known[rest] = 1
    files++
    if (!table_done)
        finish_table()
    split(rest, parts, "/")
    if (parts[1] == "src" && parts[3] == "")
        fail(rest, "a source file must lie in a module's folder")
    else if (parts[1] == "src" && !(parts[2] in uses) && !told[parts[2]]++)
        fail("src/" parts[2], "this folder is not in tests/structure/modules.txt")
}

kind == "include" {
    includes++
    split(rest, fields, ":")
    file = fields[1]
    where = file ":" fields[2]
    text = substr(rest, length(where) + 2)
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", text)
    angle = text ~ /^</
    if (text !~ /^["<][^">]+[">]/) {
        fail(where, "an include must name a file: " text)
        next
    }
    header = substr(text, 2)
    sub(/[">].*/, "", header)
    hides = hider(header)
    if (hides != "") {
        if (file !~ "^src/" hides "/")
            fail(where, header " may be included in src/" hides " only")
    } else if (file ~ /^src\//)
        judge_src(where, file, header, angle)
    else if (file ~ /^apps\//)
        judge_apps(where, file, header, angle)
    else
        judge_public(where, file, header, angle)
}

END {
    if (!table_done)
        finish_table()
    for (header in edges)
        if (!colour[header])
            find_cycle(header, header)
    if (failures)
        exit 1
    print includes + 0 " includes in " files + 0 " files: all within tests/structure/modules.txt"
}
