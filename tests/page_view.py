"""What pages look like, in a wide and in a narrow window: page_view.py SPACE PLANE SMALL PAIR, the folders of two runs whose values
reach 446 and whose colours end far below, of one of millimetres into which water flows, and of the page of two runs, half dry."""
import sys

from browser import Browser


def expect(condition, text):
    if not condition:
        sys.exit("page_view.py: " + text)


def check_bar(browser, folder):
    least, most, low, high = browser.run("(c => [c.least, c.most, c.low, c.high])(eagre.shown())")
    expect(most > 440 and high < 400, f"{folder}: values to {most} on a bar to {high} are no test")
    texts = browser.run("eagre.view().extremes()")
    expect(texts["high"].startswith("max 44") and not texts["low"], f"{folder}: beyond the bar stand {texts}")
    expect("446" in browser.run("document.getElementById('accuracy').textContent"), f"{folder}: the greatest value is not told")
    script = """(() => { const g = document.getElementById("map").getContext("2d"), told = [], reached = [];
      const { fillText, lineTo } = g;
      g.fillText = (...a) => { told.push(a[0]); fillText.apply(g, a); }; g.lineTo = (...a) => { reached.push(a[0]); lineTo.apply(g, a); };
      eagre.view().drawColors(g, 100, 10); const end = Math.max(...reached), begin = Math.min(...reached);
      eagre.view().drawBar(g); delete g.fillText; delete g.lineTo; return [told, begin, end]; })()"""
    told, begin, end = browser.run(script)
    expect(begin == 0 and end == 108, f"{folder}: the bar is drawn from {begin} to {end}, a point at its high end is not")
    expect(texts["high"] in told, f"{folder}: of {told} none is the greatest value")
    browser.run("document.getElementById('range').value = 'now', document.getElementById('range').onchange()")
    browser.wait("eagre.state.range === 'now' && eagre.shown().high > 440")
    expect(browser.run("eagre.view().extremes().high") == "", f"{folder}: nothing lies beyond the range of the moment")
    browser.run("document.getElementById('range').value = 'usual', document.getElementById('range').onchange()")
    browser.wait("eagre.shown().high < 400")


def check_colors(browser, folder):
    """Each pixel of the field has a colour of the bar, or that of an edge."""
    script = """(() => { const { table } = eagre.shown(), known = new Set(), data = eagre.view().image.data, at = n => data[n] << 16 | data[n + 1] << 8 | data[n + 2];
      for (let n = 0; n < 256; n++) known.add(table[3 * n] << 16 | table[3 * n + 1] << 8 | table[3 * n + 2]);
      known.add(parseInt(getComputedStyle(document.documentElement).getPropertyValue("--none").trim().slice(1), 16));
      let all = 0, other = 0;
      for (let n = 0; n < data.length; n += 4) if (data[n + 3]) { all++; other += !known.has(at(n)); }
      return [all, other, eagre.view().picture.crease ? eagre.view().picture.crease.reduce((a, b) => a + b, 0) : -1]; })()"""
    count, other, edges = browser.run(script)
    expect(count > 10000 and other == 0, f"{folder}: {other} of {count} pixels have a colour that the bar has not")
    expect(edges == -1 or edges > 200, f"{folder}: {edges} pixels of edges")


def check_narrow(browser, folder, width):
    reaches, plot, room = browser.run("[document.documentElement.scrollWidth, eagre.view().plot.w, eagre.view().width]")
    expect(reaches <= width, f"{folder}: the page is {reaches} pixels wide on a screen of {width}")
    expect(plot >= 0.7 * width and room <= width, f"{folder}: the map has {plot} of {width} pixels")


def check_words(browser, folder):
    """Axes of a small domain are in mm, and what came in is not told as what went out with a minus."""
    script = """(() => { const g = document.getElementById("map").getContext("2d"), told = [], { fillText } = g;
      g.fillText = (...a) => { told.push(a[0]); fillText.apply(g, a); }; eagre.view().drawAxes(g); delete g.fillText; return told; })()"""
    told = browser.run(script)
    expect("x (mm)" in told and "y (mm)" in told and "100" in told, f"{folder}: axes say {told}")
    rows = browser.run("[...document.querySelectorAll('tr')].map(r => r.textContent)")
    inward, outward = ([r for r in rows if r.startswith(w)] for w in ("in left", "out right"))
    expect(len(inward) == len(outward) == 1, f"{folder}: the balance has {rows}")
    expect("\u2212" not in inward[0] and "-" not in inward[0], f"{folder}: {inward}")


def check_pair(browser, folder):
    """Both runs have one range and one camera; the background is seen where it is dry; the text stands there."""
    browser.wait("eagre.ready && eagre.other()")
    same, low, least, most = browser.run("[eagre.shown().high === eagre.other().high && eagre.shown().low === eagre.other().low, eagre.other().low, eagre.other().least, eagre.other().most]")
    expect(same and most > least, f"{folder}: two runs have two ranges, {low}, {least} to {most}")
    expect(browser.run("!document.getElementById('other-side').hidden && document.getElementById('other-name').textContent === 'brook'"), f"{folder}: the second run is not there")
    expect(browser.run("document.querySelectorAll('#text h2, #text p, #text li').length") == 4, f"{folder}: the text is not there")
    clear = "(d => { let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] === 0; return n / (d.length / 4); })(eagre.view().image.data)"
    browser.run("eagre.chooseSnapshot(0), 0")
    browser.wait("eagre.drawnAt === 0")
    part = browser.run(clear)
    expect(part > 0.1, f"{folder}: {part} of the map shows the background")
    browser.run("document.getElementById('background').click()")
    browser.wait("!eagre.shown().background")
    expect(browser.run(clear) < part - 0.1, f"{folder}: the background cannot be taken away")


def main():
    for width, height in ((1200, 900), (360, 780)):
        with Browser(width, height) as browser:
            for folder in sys.argv[1:3]:
                browser.open(folder + "/report.html")
                check_bar(browser, folder)
                check_colors(browser, folder)
                check_narrow(browser, folder, width) if width < 400 else None
                browser.picture(f"{folder}-{width}.png")
                expect(not browser.complaints, f"{folder}: {browser.complaints[:2]}")

            browser.open(sys.argv[3] + "/report.html")
            browser.wait("eagre.shown()")
            check_words(browser, sys.argv[3])

            browser.open(sys.argv[4] + "/report.html")
            check_pair(browser, sys.argv[4])
            check_narrow(browser, sys.argv[4], width) if width < 400 else None
            expect(not browser.complaints, f"{sys.argv[4]}: {browser.complaints[:2]}")


main()
