"""Pages of runs against the files of the runs: page.py values|browser FOLDER..."""
import base64
import json
import pathlib
import re
import sys
import zlib

import h5py
import numpy as np


class Page:
    """A page, read as a browser does."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.text = (self.folder / "report.html").read_text()
        self.run = json.loads(re.search(r'<script type="application/json" id="run">(.*?)</script>', self.text, re.S)[1])
        pattern = r'id="pack(\d+)" data-kind="(\w+)" data-count="(\d+)" data-bits="(\d+)" data-stride="(\d+)">([^<]*)<'
        self.packs = {int(m[0]): (m[1], *map(int, m[2:5]), m[5]) for m in re.findall(pattern, self.text)}

    def pack(self, number):
        kind, count, bits, stride, text = self.packs[number]
        data = np.frombuffer(zlib.decompress(base64.b64decode(text)), np.uint8)
        if kind == "bytes":
            return data.tobytes()
        planes = data.reshape(bits // 8, count).astype(np.int64)
        codes = sum(plane << 8 * k for k, plane in enumerate(planes))
        if kind == "marks":
            numbers, following = [], 0
            for code in codes:
                numbers.append(following - code)
                following += code == 0
            return np.array(numbers)
        steps = (codes >> 1) ^ -(codes & 1)
        for first in range(stride):
            steps[first::stride] = np.cumsum(steps[first::stride]) % (1 << bits)
        return steps

    def values(self, entry):
        number, low, step = entry
        codes = self.pack(number)
        return np.where(codes == 65535, np.nan, low + step * codes), 0.5000001 * step + 1e-12 * abs(low)

    def points(self, shape):
        dimension = len(shape["low"])
        return np.array(shape["low"]) + shape["step"] * self.pack(shape["points"]).reshape(-1, dimension)


def files_of(page, set_index):
    name = page.run["sets"][set_index]["name"]
    if name != "fields":
        return [page.folder / "maxima.vtkhdf"]
    series = json.loads((page.folder / "fields/fields.vtkhdf.series").read_text())["files"]
    times = {snapshot["time"] for snapshot in page.run["sets"][set_index]["snapshots"]}
    return [page.folder / "fields" / entry["name"] for entry in series if entry["time"] in times]


def read_field(path, name):
    """Values [count][components], and the points of point data."""
    with h5py.File(path) as file:
        root = file["VTKHDF"]
        at_points = name in root.get("PointData", {})
        values = root["PointData" if at_points else "CellData"][name][:]
        return values.reshape(len(values), -1), root["Points"][:] if at_points else None


def expect(condition, text):
    if not condition:
        sys.exit("page.py: " + text)


def check_corners(page, shape):
    """Polygons cover the domain, a rectangle, counter-clockwise."""
    x = page.points(shape)[page.pack(shape["corners"]).reshape(-1, 4)]
    a, b = x[:, 2] - x[:, 0], x[:, 3] - x[:, 1]
    areas = (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2
    domain = np.prod(x.max((0, 1)) - x.min((0, 1)))
    expect(areas.min() > 0 and abs(areas.sum() / domain - 1) < 1e-5, f"the areas of polygons sum to {areas.sum()}, from {areas.min()}")


LINEAR = ("u", "pressure")  # of the cases in space: 1 + x + 2 y - 3 z


def check_part(page, name, part, shape, entry, values, points):
    got, tolerance = page.values(entry)
    if "runs" in shape and name not in LINEAR:
        expect(got.min() >= values.min() - tolerance and got.max() <= values.max() + tolerance, f"{name} of a slice is out of bounds")
        return
    if "runs" in shape:  # pixels, at their middles
        nx, ny = shape["size"]
        runs = page.pack(shape["runs"])
        expect(runs.sum() == nx * ny and runs[1::2].sum() == len(got) == nx * ny, "pixels are missing")
        x = np.full((ny, nx, 3), part["at"])
        x[..., shape["axis"][0]] = shape["low"][0] + (np.arange(nx) + 0.5) * shape["step"]
        x[..., shape["axis"][1]] = (shape["low"][1] + (np.arange(ny) + 0.5) * shape["step"])[:, None]
        values = (1 + x @ np.array([1, 2, -3])).ravel()
        tolerance += 1e-5
    elif points is not None and part["flat"]:  # the nodes as they stand in the file
        far = np.abs(points[:, :2] - page.points(shape)).max()
        expect(far < 1e-6, f"points lie {far} from their nodes")
        check_corners(page, shape)
    elif points is not None:  # a surface: a node where its point is; cells have nodes of their own there
        far = np.abs(points[None] - page.points(shape)[:, None]).sum(2)
        expect(far.min(1).max() < 1e-5, "points of the surface are no nodes")
        values = values[np.where(far < 1e-5, np.abs(values[None] - got[:, None]), np.inf).argmin(1)]
    expect(len(got) == len(values), f"{len(got)} values for {len(values)}")
    wrong = np.abs(got - values) > tolerance
    expect(not wrong.any(), f"{got[wrong][:3]} for {values[wrong][:3]}, tolerance {tolerance}")


def check_values(folder):
    page, compared = Page(folder), 0
    expect(len(page.text) <= 20e6, "a page is too long")
    expect("http" not in re.sub(r"<script type=.*?</script>", "", page.text, flags=re.S), "a page asks the network")
    for s, fields in enumerate(page.run["sets"]):
        for path, snapshot in zip(files_of(page, s), fields["snapshots"], strict=True):
            for f, field in enumerate(fields["fields"]):
                values, points = read_field(path, field["name"])
                for k in range(field["components"]):
                    for p, part in enumerate(fields["parts"]):
                        shape = fields["shapes"][snapshot["shapes"][p]]
                        check_part(page, field["name"], part, shape, snapshot["values"][f][k][p], values[:, k], points)
                        compared += 1
    expect(compared > 1, "nothing was compared")
    tables = json.loads(page.pack(page.run["tables"]))
    for table in tables:
        rows = np.genfromtxt(page.folder / table["name"], delimiter=",", skip_header=1, ndmin=2)
        got = np.array([column["values"] for column in table["columns"]], float).T
        expect(np.array_equal(got, rows, equal_nan=True), f"{table['name']} differs")


def look(browser, folder):
    """Slider, keys, pointer, points: what is told is the file's."""
    page = Page(folder)
    browser.open(page.folder / "report.html")
    canvas = 'document.getElementById("map").toDataURL()'
    last = page.run["sets"][0]["snapshots"]
    if len(last) > 1:
        before = browser.run(canvas)
        browser.run('document.getElementById("time").value = 0; document.getElementById("time").oninput()')
        browser.wait("eagre.shown() && eagre.drawnAt === 0")
        expect(browser.run(canvas) != before, f"{folder}: the slider does not change the picture")
        browser.press("End")
        browser.wait(f"eagre.drawnAt === {len(last) - 1}")
        expect(browser.run(canvas) == before, f"{folder}: the last picture is not as it was")
    told = check_pointer(browser, page)
    check_probe(browser, folder, len(last))
    check_keys(browser, folder, page)
    if not page.run["sets"][0]["parts"][0]["flat"]:
        check_cut(browser, folder, page)
    browser.run("new Promise(done => setTimeout(done, 150))")
    expect(not browser.complaints, f"{folder}: {browser.complaints[:2]}")
    return told


def check_probe(browser, folder, snapshots):
    """The points that were clicked have curves of all snapshots, and marks."""
    if snapshots > 1:
        browser.wait("eagre.probes > 0 && !document.getElementById('probe').hidden")
        expect(browser.run("document.querySelectorAll('#probe-plot canvas').length") == 1, f"{folder}: a point has no curve")
    expect(browser.run("eagre.shown().marks.some(mark => mark.name === '1')"), f"{folder}: a point has no mark")


def check_keys(browser, folder, page):
    """Each key does what the page's list says."""
    picture = 'document.getElementById("map").toDataURL()'

    def changes(key, condition, what):
        before = browser.run(picture)
        browser.press(key)
        browser.wait(condition)
        browser.run("new Promise(done => setTimeout(done, 60))")
        expect(not what or browser.run(picture) != before, f"{folder}: {what}")

    count, snapshots = len(page.run["sets"][0]["fields"]), len(page.run["sets"][0]["snapshots"])
    dark = browser.run("document.documentElement.classList.contains('dark')")
    changes("d", f"document.documentElement.classList.contains('dark') !== {str(dark).lower()}", "dark and light are alike")
    changes("e", "document.getElementById('edges').checked", "edges are not drawn" if browser.run("eagre.shown().shape.corners") else "")
    changes("p", "!document.getElementById('marks').checked", "")
    changes("c", "eagre.state.colors === 'sequential'", "")
    changes("+", "true", "the map is not nearer")
    changes("r", "true", "the map is not whole again")
    changes("f", f"eagre.state.field === {(browser.run('eagre.state.field') + 1) % count}", "")
    changes("F", "true", "")
    if any(f["name"] == "velocity" for f in page.run["sets"][0]["fields"]) and page.run["sets"][0]["parts"][0]["flat"]:
        changes("a", "document.getElementById('arrows').checked", "")
        browser.wait("!!eagre.shown().arrows")
    if snapshots > 1:
        browser.press("Home")
        browser.wait("eagre.drawnAt === 0")
        changes("ArrowRight", "eagre.drawnAt === 1", "")
        changes("ArrowLeft", "eagre.drawnAt === 0", "")
        changes(" ", "eagre.state.playing && eagre.drawnAt > 0", "")
        changes(" ", "!eagre.state.playing", "")
    changes("?", "document.getElementById('keys').open", "")
    browser.run("document.getElementById('keys').close()")


def check_cut(browser, folder, page):
    """Surface and slices in one view: both are there, and a value is that of its place."""
    browser.run("eagre.chooseSnapshot(1e9)")
    browser.press("s")
    browser.wait("eagre.state.view === 'cut' && eagre.shown().shape.kind === 'cut'")
    script = "(p => p.id.reduce((n, id) => { n[id < 0 ? 0 : id < eagre.shown().shape.triangles ? 1 : 2]++; return n; }, [0, 0, 0]))(eagre.view().picture)"
    before = browser.run('document.getElementById("map").toDataURL()')
    outside, surface, slices = browser.run(script)
    expect(surface > 1000 and slices > 1000, f"{folder}: {surface} pixels of the surface, {slices} of slices")
    browser.run("eagre.chooseField(eagre.run.sets[0].fields.findIndex(f => ['u', 'pressure'].includes(f.name)))")
    script = """(() => {
      const v = eagre.view(), {shape, values} = eagre.shown(), found = [[], []];
      for (let j = 5; j < v.height; j += 11) for (let i = 5; i < v.width; i += 11) {
        const at = v.at(i, j);
        if (at) found[at.slice ? 1 : 0].push([...at.x, at.place.index.reduce((sum, n, k) => sum + at.place.weight[k] * values[n], 0), at.slice ? 3 * at.slice.shape.step : 0]);
      }
      return found;
    })()"""
    browser.run("new Promise(done => setTimeout(done, 200))")
    _, tolerance = page.values(page.run["sets"][0]["snapshots"][-1]["values"][browser.run("eagre.state.field")][0][0])
    for found in browser.run(script):
        x = np.array(found)
        expect(len(x) > 20, f"{folder}: {len(x)} places")
        wrong = np.abs(x[:, 3] - (1 + x[:, :3] @ np.array([1, 2, -3]))) > x[:, 4] + 2 * tolerance + 1e-4
        expect(not wrong.any(), f"{folder}: {x[wrong][:2]}")
    browser.press("y")
    browser.press("]")
    browser.wait("eagre.state.cutAxis === 1")
    browser.run("new Promise(done => setTimeout(done, 200))")
    moved = browser.run("eagre.shown().shape.slices[1].at")
    expect(moved > page.run["sets"][0]["parts"][1 + browser.run("eagre.state.cut[1]") - 1]["at"], f"{folder}: the slice across y does not move")
    expect(browser.run('document.getElementById("map").toDataURL()') != before, f"{folder}: the cut looks the same")
    for view in "xyz":
        browser.press("s")
        browser.wait(f"eagre.state.view === '{view}'")
        browser.press("]")


def check_pointer(browser, page):
    """Values under the pointer at places all over the map, against the last file."""
    box = browser.run('(b => [b.x, b.y, b.width, b.height])(document.getElementById("map").getBoundingClientRect())')
    field = browser.run("eagre.state.field")
    entry = page.run["sets"][0]["fields"][field]
    values, _ = read_field(files_of(page, 0)[-1], entry["name"])
    shape = page.run["sets"][0]["shapes"][page.run["sets"][0]["snapshots"][-1]["shapes"][0]]
    told = 0
    for i in range(1, 10):
        x, y = box[0] + box[2] * i / 10, box[1] + box[3] * (0.2 + 0.06 * i)
        browser.pointer("mouseMoved", x, y)
        data = browser.run('(t => t.hidden ? null : ({...t.dataset, text: t.textContent}))(document.getElementById("tip"))')
        if not data:
            continue
        index, weight = np.fromstring(data["index"], int, sep=","), np.fromstring(data["weight"], sep=",")
        got, tolerance = page.values(page.run["sets"][0]["snapshots"][-1]["values"][field][0][0])
        wanted = weight @ got[index]
        if not shape["at_points"]:  # the cell is that of the file, and the place is in it
            wanted = values[index[0], 0]
        expect(abs(float(data["value"]) - wanted) <= tolerance, f"{data} for {wanted}")
        expect(entry["name"].replace("_", " ") in data["text"], f"the tip says {data['text']}")
        told += 1
        if told == 3:
            browser.click(x, y)
    expect(told >= 3, "the pointer finds no value")
    return told


def main():
    if sys.argv[1] == "values":
        for folder in sys.argv[2:]:
            check_values(folder)
        return
    from browser import Browser
    with Browser() as browser:
        for folder in sys.argv[2:]:
            look(browser, folder)


main()
