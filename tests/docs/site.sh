#!/bin/sh
# The web site of the manual builds, and works from disk: site.sh SOURCE. Every page of docs/ is in its navigation, every link and picture of its pages
# exists, nothing is loaded from the network. Skipped (77) for the second part where `./dev site` has not installed MkDocs.
set -u
source=$(realpath "$1")
site=$source/build/site
cd "$source" || exit 1
failed=0
for page in docs/*.md; do
    grep -q ": $page\$" docs/site/mkdocs.yml || { echo "FAILED docs/site/mkdocs.yml: $page is not in the navigation"; failed=1; }
done
[ "$failed" -eq 0 ] || exit 1
if ! cmp -s docs/site/requirements.txt "$site/venv/installed.txt"; then
    echo "MkDocs is not installed (./dev site installs it)"
    exit 77
fi
sh docs/site/site.sh "$source" "$site" || exit 1
"$site/venv/bin/python" - "$site/html" <<'PYTHON'
import pathlib
import re
import sys
from urllib.parse import unquote

root = pathlib.Path(sys.argv[1])
pages = [p for p in root.rglob("*.html") if p.name != "404.html"]  # that page is for servers
bad = []
count = 0
for page in pages:
    text = re.sub(r"<(pre|code)\b.*?</\1>", "", page.read_text(), flags=re.S)
    bad += ["%s loads %s" % (page.name, url) for url in re.findall(r'<(?:script|img|link)\b[^>]*(?:src|href)="?(https?:[^" >]*)', text)
            if "canonical" not in url]
    for link in re.findall(r'\b(?:href|src)="?([^"# >:]+)[#" >]', text):
        count += 1
        target = page.parent / unquote(link)
        if not target.is_file():
            bad.append("%s: there is no %s" % (page.name, link))
index = (root / "search" / "search_index.js").read_text()
bad += ["the search does not know " + p.name for p in pages if str(p.relative_to(root)) not in index]
print("\n".join("FAILED " + line for line in sorted(set(bad))[:20]))
print("%d pages, %d links" % (len(pages), count))
sys.exit(bool(bad) or len(pages) < 20 or count < 500)
PYTHON
