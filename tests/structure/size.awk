# The judge of size.sh. Reads long-functions.txt, allowed-calls.txt, then the C files.
#
# No parser: comments, strings and preprocessor lines are blanked, then braces are counted. A body is what a `{` outside
# all braces opens after a `)`; its function begins with the first line of that declaration.

BEGIN {
    FILE_LIMIT = 900
    FUNCTION_LIMIT = 80
    LINE_LIMIT = 120
    FORBIDDEN = "malloc calloc realloc reallocarray aligned_alloc posix_memalign strdup strndup asprintf vasprintf free " \
        "printf vprintf puts putchar perror exit _exit _Exit quick_exit abort"
    split(FORBIDDEN, names, " ")
    for (i in names)
        forbidden[names[i]] = 1
    forbidden["stdout"] = forbidden["stderr"] = 1
}

function fail(where, what) {
    print where ": " what
    failures++
}

# The line without comments and the insides of literals; in_comment lives from line to line.
function strip(line,    out, c, two, quote) {
    out = ""
    while (line != "") {
        if (in_comment) {
            if (!match(line, /\*\//))
                return out
            line = substr(line, RSTART + 2)
            in_comment = 0
            out = out " "
            continue
        }
        if (!match(line, /["'\/]/))
            return out line
        out = out substr(line, 1, RSTART - 1)
        line = substr(line, RSTART)
        c = substr(line, 1, 1)
        two = substr(line, 1, 2)
        if (two == "//")
            return out
        if (two == "/*") {
            in_comment = 1
            line = substr(line, 3)
        } else if (c == "/") {
            out = out c
            line = substr(line, 2)
        } else {
            quote = c == "\"" ? "^\"([^\"\\\\]|\\\\.)*\"" : "^'([^'\\\\]|\\\\.)*'"
            if (match(line, quote)) {
                out = out c c
                line = substr(line, RLENGTH + 1)
            } else { # a digit separator or a broken literal
                out = out c
                line = substr(line, 2)
            }
        }
    }
    return out
}

# The name before the last pair of parentheses of a declaration.
function name_of(text,    i, depth, c) {
    for (i = length(text); i > 0; i--) {
        c = substr(text, i, 1)
        if (c == ")")
            depth++
        else if (c == "(" && --depth == 0)
            break
    }
    text = substr(text, 1, i - 1)
    sub(/[ \t]+$/, "", text)
    return match(text, /[A-Za-z_0-9]+$/) ? substr(text, RSTART) : "?"
}

# Calls of forbidden names, and any mention of the standard streams. A member of that name (hook->free) is another thing.
function judge_calls(text,    word, before, after) {
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(text, RSTART, RLENGTH)
        before = RSTART > 1 ? substr(text, RSTART - 1, 1) : ""
        if (RSTART > 2 && substr(text, RSTART - 2, 2) == "->")
            before = "."
        text = substr(text, RSTART + RLENGTH)
        if (!(word in forbidden) || before == ".")
            continue
        if (word !~ /^std/ && text !~ /^[ \t]*\(/)
            continue
        if ((FILENAME, word) in allowed)
            used[FILENAME, word] = 1
        else
            fail(FILENAME ":" FNR, "the library may not use " word)
    }
}

function end_function(    lines) {
    lines = FNR - function_line + 1
    if (lines <= FUNCTION_LIMIT)
        return
    if ((FILENAME, function_name) in may_be_long)
        used[FILENAME, function_name] = 1
    else
        fail(FILENAME ":" function_line, function_name " has " lines " lines, limit " FUNCTION_LIMIT)
}

# Follows the braces of one stripped line.
function follow(text,    c) {
    while (match(text, /[{};]/)) {
        c = substr(text, RSTART, 1)
        if (depth == 0)
            declare(substr(text, 1, RSTART - 1))
        text = substr(text, RSTART + 1)
        if (c == "{") {
            if (depth == 0 && declaration ~ /\)[ \t]*$/) {
                function_name = name_of(declaration)
                function_line = declaration_line
            } else if (depth == 0 && declaration ~ /extern *"" *$/)
                depth-- # extern "C" { opens nothing
            depth++
        } else if (c == "}" && depth > 0 && --depth == 0 && function_name != "") {
            end_function()
            function_name = ""
        }
        declaration = ""
    }
    if (depth == 0)
        declare(text)
}

# Collects what stands outside all braces since the last `;`, `{` or `}`.
function declare(text) {
    if (declaration ~ /^[ \t]*$/)
        declaration_line = FNR
    declaration = declaration " " text
}

function end_file() {
    if (last_file != "" && last_line > FILE_LIMIT)
        fail(last_file, last_line " lines, limit " FILE_LIMIT)
    in_comment = in_macro = depth = 0
    declaration = function_name = ""
}

FILENAME ~ /long-functions\.txt$/ || FILENAME ~ /allowed-calls\.txt$/ {
    calls = FILENAME ~ /allowed-calls\.txt$/
    list = FILENAME
    sub(/#.*/, "")
    for (i = 2; i <= NF; i++) {
        if (calls)
            allowed[$1, $i] = 1
        else if (i == 2)
            may_be_long[$1, $i] = 1
        else
            break
    }
    if (!calls && NF >= 2)
        named[$1, $2] = list ":" FNR
    next
}

FNR == 1 { end_file() }

{
    line = $0
    gsub(/[\200-\277]/, "", line) # characters are counted, not bytes of UTF-8
    if (length(line) > LINE_LIMIT)
        fail(FILENAME ":" FNR, length(line) " characters, limit " LINE_LIMIT)
    if (FILENAME !~ /^(src|apps|include)\/.*\.[ch]$/)
        next
    last_file = FILENAME
    last_line = FNR
    text = strip($0)
    if (FILENAME ~ /^src\//)
        judge_calls(text)
    # Preprocessor lines and what continues them are not followed: a macro's braces need not balance.
    directive = in_macro || text ~ /^[ \t]*#/
    in_macro = directive && text ~ /\\$/
    if (directive)
        next
    # A brace in the first column ends a function: after branches of #if whose braces do not add up, this finds the way.
    if (text ~ /^}/ && depth > 1)
        depth = 1
    follow(text)
}

END {
    end_file()
    for (key in named)
        if (!(key in used))
            fail(named[key], "no such long function any more")
    if (failures)
        exit 1
    print "files, functions and calls are within their limits"
}
