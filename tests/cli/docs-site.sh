#!/bin/bash
# The documentation as a site: all pages are there, links lead somewhere, formulas are marked for KaTeX, and nothing comes from a network.
. "${EAGRE_SOURCE:?}/tests/lib.bash"
if ! /usr/bin/python3 -c 'import sphinx, myst_parser, furo' 2>/dev/null || [ ! -d /usr/share/javascript/katex ]; then
    echo "skipped: no Sphinx with MyST and furo, or no KaTeX (tools/setup docs)"
    exit 77
fi
/usr/bin/python3 "$EAGRE_SOURCE/tools/docs" site >out 2>&1 || fail "$(tail -n 5 out)"
for page in "$EAGRE_SOURCE"/docs/*.md "$EAGRE_SOURCE"/docs/*/*.md; do
    page=${page#"$EAGRE_SOURCE/"}
    [ -s "site/${page%.md}.html" ] || fail "$page is not in the site"
done
grep -q 'class="math notranslate nohighlight">\\(' site/docs/theory/shallow-water.html || fail "no formulas"
! grep -rqE '(src|href)="https?:[^"]*\.(js|css)"' site --include='*.html' || fail "a script or style comes from a network"
[ -s site/searchindex.js ] && [ -s site/_static/katex/katex.min.js ] && [ -s site/index.html ] || fail "parts are missing"
