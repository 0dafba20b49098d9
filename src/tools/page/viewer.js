/* The page: what it has, what is chosen, and what the controls do. */

const run = JSON.parse(document.getElementById("run").textContent);
const $ = id => document.getElementById(id);
const store = new Store(400e6);
const state = { set: 0, field: 0, component: 0, view: "surface", position: 0, cut: [0, 0, 0], cutAxis: 0, snapshot: 0, colors: "auto", range: "usual", own: null, playing: null };
const probes = [];
const shapeCache = new Map();
let view, turn = 0, shown = null, otherView = null, otherShown = null, background = null;

/* ---- what there is */

function setNow() { return run.sets[state.set]; }
function fieldNow() { return setNow().fields[state.field]; }
function snapshotNow() { return setNow().snapshots[state.snapshot]; }

/* What is chosen, and the same of the second run: set, field, snapshot; null where that has no such field or part. */
function here() { return { set: state.set, field: state.field, snapshot: state.snapshot }; }
function there() {
  const own = setNow(), set = run.sets.findIndex(s => s.run === 1 && s.name === own.name), other = run.sets[set];
  const field = other ? other.fields.findIndex(f => f.name === fieldNow().name && f.components === fieldNow().components) : -1;
  if (field < 0 || other.parts.length !== own.parts.length) return null;
  const far = n => Math.abs(other.snapshots[n].time - snapshotNow().time);
  return { set, field, snapshot: other.snapshots.map((_, n) => n).reduce((best, n) => far(n) < far(best) ? n : best, 0) };
}
function hasMagnitude(field) { return field.components === 2 || field.components === 3; }

function componentNames(field) {
  if (field.components === 1) return [""];
  const names = field.components === 6 ? ["xx", "yy", "zz", "xy", "yz", "xz"] : ["x", "y", "z"].slice(0, field.components);
  return hasMagnitude(field) ? ["magnitude", ...names] : names;
}

/* The numbers of a component's range: the magnitude's is the last. */
function rangeIndex(field, component) { return hasMagnitude(field) ? (component === 0 ? field.components : component - 1) : component; }

/* The parts of a view: the plane or surface, or the slices across an axis. A surface that is cut has slices beside it. */
function partsOf(name, set = setNow()) {
  const normal = name === "surface" || name === "cut" ? -1 : "xyz".indexOf(name);
  return set.parts.map((part, i) => ({ ...part, i })).filter(part => part.normal === normal);
}
function partNow(set = setNow()) { const parts = partsOf(state.view, set); return parts[Math.min(state.position, parts.length - 1)]; }

/* The surface, and the slice of each axis that cuts it. */
function partsOfCut(set) { return [partNow(set), ...[..."xyz"].map((axis, k) => partsOf(axis, set)[state.cut[k]])]; }

/* ---- reading */

function shapeOf(set, snapshot, part) {
  const key = set + "/" + run.sets[set].snapshots[snapshot].shapes[part];
  if (!shapeCache.has(key)) {
    if (shapeCache.size > 40) shapeCache.delete(shapeCache.keys().next().value);
    shapeCache.set(key, readShape(run.sets[set].shapes[run.sets[set].snapshots[snapshot].shapes[part]], run.sets[set].parts[part].flat));
  }
  return shapeCache.get(key).then(shape => ({ shape, key }));
}

/* One component of a field in a snapshot: the file's values to half a step. */
function componentOf(set, snapshot, field, component, part) {
  return store.get([set, snapshot, field, component, part].join("/"), async () => {
    const [id, low, step] = run.sets[set].snapshots[snapshot].values[field][component][part], codes = await readPack(id);
    const values = new Float64Array(codes.length);
    for (let i = 0; i < codes.length; i++) values[i] = codes[i] === 65535 ? NaN : low + step * codes[i];
    return values;
  });
}

/* What is shown: a component, or the magnitude. */
async function valuesOf(set, snapshot, field, component, part) {
  const f = run.sets[set].fields[field];
  if (!hasMagnitude(f)) return componentOf(set, snapshot, field, component, part);
  if (component > 0) return componentOf(set, snapshot, field, component - 1, part);
  return store.get([set, snapshot, field, "m", part].join("/"), async () => {
    const all = await Promise.all(Array.from({ length: f.components }, (_, k) => componentOf(set, snapshot, field, k, part)));
    const size = new Float64Array(all[0].length);
    for (let i = 0; i < size.length; i++) size[i] = Math.hypot(...all.map(c => c[i]));
    return size;
  });
}

/* Shape and values of a view; those of a surface that is cut are the surface's, then each slice's. */
async function sceneOf(part, w) {
  const component = state.component, one = async p => ({ ...await shapeOf(w.set, w.snapshot, p.i), values: await valuesOf(w.set, w.snapshot, w.field, component, p.i) });
  if (state.view !== "cut") return { ...await one(part), parts: [part] };
  const parts = partsOfCut(run.sets[w.set]), [surface, ...slices] = await Promise.all(parts.map(one)), all = [surface, ...slices];
  const values = new Float64Array(all.reduce((sum, p) => sum + p.values.length, 0));
  all.reduce((at, p) => { values.set(p.values, at); return at + p.values.length; }, 0);
  const shape = cutShape(surface.shape, slices.map((s, k) => ({ shape: s.shape, normal: k, at: parts[k + 1].at, part: parts[k + 1].i })));
  return { shape, key: all.map(p => p.key).join("+"), values, parts };
}

/* A quantity as people call it, where a field has its name. */
function wordsOf(name) { for (const set of run.sets) for (const f of set.fields) if (nameText(f.name) === name) return nameText(f.words); return name; }

function fieldIndex(name, set = setNow()) { return set.fields.findIndex(f => f.name === name); }

/* Greys as an image, and where it lies; without a value it is clear. */
async function readBackground({ size, low, step, pack }) {
  const grey = await readPack(pack), image = document.createElement("canvas"), pixels = new ImageData(...size);
  grey.forEach((value, n) => pixels.data.set([value, value, value, value === 255 ? 0 : 255], 4 * n));
  [image.width, image.height] = size;
  image.getContext("2d").putImageData(pixels, 0, 0);
  return { image, low, high: low.map((x, k) => x + step * size[k]) };
}

/* ---- colours */

function isSigned([low, high]) { return low < 0 && high > 0 && Math.min(-low, high) > 0.05 * Math.max(-low, high); }

function rangeOf(values) {
  const field = fieldNow(), index = rangeIndex(field, state.component);
  if (state.range === "own" && state.own) return state.own;
  const both = name => { /* of two runs, what both have */
    const other = there(), all = other ? [field, run.sets[other.set].fields[other.field]] : [field], ranges = all.map(f => f[name][index]);
    return [Math.min(...ranges.map(r => r[0])), Math.max(...ranges.map(r => r[1]))];
  };
  let [low, high] = both(state.range === "usual" ? "usual" : "range");
  if (state.range === "usual" && !(high > low)) [low, high] = both("range");
  if (state.range === "now") {
    low = Infinity; high = -Infinity;
    for (const value of values) { if (value < low) low = value; if (value > high) high = value; }
  }
  if (!(high > low)) { low = (low || 0) - 0.5; high = low + 1; }
  if (mapName() === "diverging" && low < 0 && high > 0) { high = Math.max(-low, high); low = -high; }
  return [low, high];
}

function mapName() {
  if (state.colors !== "auto") return state.colors;
  const field = fieldNow(), index = rangeIndex(field, state.component);
  return field.colormap || (isSigned(field.usual[index]) || isSigned(field.range[index]) && field.usual[index][0] === field.usual[index][1] ? "diverging" : "sequential");
}

/* Least and greatest of what is shown; dry cells show no value. */
function extremesOf(values, land) {
  let least = Infinity, most = -Infinity;
  for (let i = 0; i < values.length; i++) {
    if (land && land.dry[i]) continue;
    if (values[i] < least) least = values[i];
    if (values[i] > most) most = values[i];
  }
  return { least, most };
}

/* Dry cells show the bed, where the set has depth. */
async function landOf(part, w) {
  const set = run.sets[w.set], depth = [fieldIndex("depth", set), fieldIndex("max_depth", set)].find(f => f >= 0) ?? -1, bed = fieldIndex("elevation", set);
  if (depth < 0 || w.field === bed || set.fields[depth].components > 1) return null;
  const values = await componentOf(w.set, w.snapshot, depth, 0, part), most = set.fields[depth].range[0][1];
  const limit = Math.min(1e-3, 1e-3 * most), dry = new Uint8Array(values.length);
  for (let i = 0; i < dry.length; i++) dry[i] = values[i] <= limit ? 1 : 0;
  return { dry, bed: bed < 0 ? null : await componentOf(w.set, w.snapshot, bed, 0, part) };
}

/* ---- showing */

function labelOf(field) {
  const names = componentNames(field);
  return nameText(field.words) + (names.length > 1 ? names[state.component] === "magnitude" ? "" : " " + names[state.component] : "");
}

async function contentOf(w) {
  const set = run.sets[w.set], part = partNow(set), field = set.fields[w.field], { shape, key, values, parts } = await sceneOf(part, w), [low, high] = rangeOf(values);
  const bed = fieldIndex("elevation", set), axes = shape.axis || [0, 1], land = part.flat ? await landOf(part.i, w) : null;
  return {
    shape, shapeKey: key, values, low, high, ...extremesOf(values, land), flat: part.flat, axes: axes.map(k => "xyz"[k]), label: labelOf(field), unit: field.unit,
    table: colorTable(run.colormaps[mapName()]), land, landTable: colorTable(run.colormaps.earth),
    landRange: bed < 0 ? null : set.fields[bed].range[0], edges: $("edges").checked, marks: marksOf(part),
    arrows: $("arrows").checked ? await arrowsOf(part.i, axes, w) : null, part, parts, background: part.flat && part.normal < 0 && $("background").checked ? background : null
  };
}

async function arrowsOf(part, axes, w) {
  const set = run.sets[w.set], field = fieldIndex("velocity", set);
  if (field < 0 || !partNow(set).flat) return null;
  const [x, y] = await Promise.all(axes.map(k => componentOf(w.set, w.snapshot, field, k, part)));
  return { x, y, unit: set.fields[field].unit };
}

/* Places of the case, on a slice those that no other slice is nearer to, and points that were clicked. */
function marksOf(part) {
  const own = probes.filter(p => p.set === state.set && p.view === state.view && p.position === state.position).map(p => ({ name: p.name, x: p.shown, color: p.color }));
  const axes = part.flat ? [0, 1, 2].filter(k => k !== (part.normal < 0 ? 2 : part.normal)) : [0, 1, 2];
  const slices = part.normal < 0 ? [] : partsOf("xyz"[part.normal]), nearest = p => slices.every(other => Math.abs(p.x[part.normal] - part.at) <= Math.abs(p.x[part.normal] - other.at));
  const given = $("marks").checked ? run.marks.filter(p => axes.every(k => k < p.x.length) && nearest(p)).map(p => ({ name: p.name, kind: p.kind, x: axes.map(k => p.x[k]) })) : [];
  return given.concat(own);
}

/* Draws what is chosen; of several calls the last one wins. */
async function update(refit) {
  if (!run.sets.length) return;
  const mine = ++turn, at = state.snapshot, other = there(), content = await contentOf(here()), beside = other ? await contentOf(other) : null;
  if (mine !== turn) return;
  if (beside) [beside.low, beside.high] = [content.low, content.high];
  if (!!beside === $("other-side").hidden) refit = true;
  $("other-side").hidden = $("own-name").hidden = !beside;
  if (refit || !view.camera || view.flat !== content.part.flat || view.fitted !== fitKey()) {
    view.fit(boundsOf(content.shape), content.part.flat);
    view.flat = content.part.flat; view.fitted = fitKey();
    if (beside) { otherView.fit(boundsOf(content.shape), content.part.flat); otherView.camera = view.camera; }
  }
  shown = content; otherShown = beside;
  showAll();
  tellTime(); tellAccuracy();
  if (state.pointer) tellPointer();
  page.drawnAt = at;
}

function showAll() { view.show(shown); if (otherShown) otherView.show(otherShown); }

function fitKey() { return [state.set, partNow().normal].join(); }

function tellTime() {
  const all = setNow().snapshots, now = snapshotNow();
  $("time-text").textContent = "t = " + timeText(now.time) + (now.date ? ", " + now.date : "") + "  (" + (state.snapshot + 1) + "/" + all.length + ")";
}

function tellAccuracy() {
  const field = fieldNow(), entry = snapshotNow().values[state.field], pixel = shape => "the value at the middle of a pixel of " + withUnit(shape.step, "m", 3);
  const [low, high] = field.range[rangeIndex(field, state.component)];
  const half = Math.max(...entry.flatMap(component => shown.parts.map(part => component[part.i][2]))) / 2, { kind } = shown.shape;
  const where = kind === "pixels" ? pixel(shown.shape) : kind === "cut" ? "on the surface linear between the nodes, on slices " + pixel(shown.shape.slices[0].shape) : shown.shape.cell ? "the value of the cell" : "linear between the nodes";
  $("accuracy").textContent = "Under the pointer: " + where + ", that of the file within \u00b1" + withUnit(half, field.unit, 2) + " (16 bits between least and greatest). State " + snapshotNow().state + " after step " + countText(snapshotNow().step) + ". At all times: " + numberText(low, 6) + " to " + withUnit(high, field.unit, 6) + ".";
}

/* ---- pointer */

function placeText(x, axes) { return x.map((value, k) => axes[k] + " = " + withUnit(value, "m", 6)).join("   "); }

function tellPointer() {
  const tip = $("tip"), found = view.at(state.pointer.x, state.pointer.y);
  tip.hidden = !found;
  if (!found) return;
  const value = valueAt(shown.values, found.place), axes = shown.flat ? shown.axes : ["x", "y", "z"];
  const beside = otherShown && otherView.at(state.pointer.x, state.pointer.y), names = otherShown ? [run.folder + ": ", "\n" + run.other + ": "] : ["", ""];
  tip.textContent = names[0] + shown.label + " = " + withUnit(value, shown.unit, 6) + (beside ? names[1] + withUnit(valueAt(otherShown.values, beside.place), shown.unit, 6) : "") + "\n" + placeText(found.x, axes);
  tip.dataset.value = value; tip.dataset.index = found.place.index.join(); tip.dataset.weight = found.place.weight.join(); tip.dataset.x = found.x.join();
  tip.style.left = Math.min(state.pointer.x + 14, view.width - tip.offsetWidth - 4) + "px";
  tip.style.top = Math.max(0, state.pointer.y - tip.offsetHeight - 10) + "px";
}

function listenToMap() {
  const c = $("map");
  let drag = null;
  c.onpointerdown = e => { c.focus({ preventScroll: true }); c.setPointerCapture(e.pointerId); drag = { x: e.offsetX, y: e.offsetY, moved: false }; };
  c.onpointermove = e => {
    const before = state.pointer;
    state.pointer = { x: e.offsetX, y: e.offsetY };
    if (drag && before && (drag.moved || Math.hypot(e.offsetX - drag.x, e.offsetY - drag.y) > 4)) {
      const di = (e.offsetX - before.x) * view.ratio, dj = (e.offsetY - before.y) * view.ratio;
      drag.moved = true;
      if (!shown.flat && !e.shiftKey) view.camera.rotate(di / view.ratio, dj / view.ratio); else view.camera.move(di, dj);
      showAll();
    }
    if (shown) tellPointer();
  };
  c.onpointerup = e => { if (drag && !drag.moved && shown) addProbe(e.offsetX, e.offsetY); drag = null; };
  c.onpointerleave = () => { state.pointer = null; $("tip").hidden = true; };
  c.addEventListener("wheel", e => {
    if (!shown || document.activeElement !== c && !e.ctrlKey) return; /* the page scrolls until the map was clicked */
    e.preventDefault();
    zoom(e.offsetX, e.offsetY, Math.exp(-0.0015 * e.deltaY));
  }, { passive: false });
}

function zoom(x, y, factor) {
  view.camera.zoom((x - view.plot.x) * view.ratio, (y - view.plot.y) * view.ratio, factor);
  showAll();
}

/* ---- points that are clicked */

function addProbe(x, y) {
  const found = view.at(x, y);
  if (!found) return;
  const slice = found.slice; /* of a surface that is cut */
  probes.push({ name: String(probes.length + 1), x: slice ? slice.shape.axis.map(k => found.x[k]) : found.x, shown: found.x, set: state.set, view: state.view, position: state.position, part: slice ? slice.part : partNow().i, color: lineColors[probes.length % lineColors.length] });
  update();
  drawProbes();
}

async function seriesOf(probe) {
  const snapshots = run.sets[probe.set].snapshots, x = [], y = [];
  let key = null, place = null;
  for (let n = 0; n < snapshots.length; n++) {
    const made = await shapeOf(probe.set, n, probe.part);
    if (made.key !== key) { place = locate(made.shape, probe.x); key = made.key; }
    const value = place ? valueAt(await valuesOf(probe.set, n, state.field, state.component, probe.part), place) : NaN;
    x.push(snapshots[n].time); y.push(isFinite(value) ? value : null);
  }
  return { name: probe.name + " (" + probe.shown.map(v => numberText(v, 5)).join(", ") + ")", x, y };
}

async function drawProbes() {
  const mine = probes.filter(p => p.set === state.set);
  $("probe").hidden = mine.length === 0 || setNow().snapshots.length < 2;
  if ($("probe").hidden) return;
  const series = await Promise.all(mine.map(seriesOf));
  $("probe-title").textContent = "At the points";
  $("probe-plot").replaceChildren();
  new Plot($("probe-plot"), { title: labelOf(fieldNow()), xLabel: "time", xUnit: "s", yUnit: fieldNow().unit, series });
  page.probes++;
}

/* ---- controls */

function fill(select, texts, chosen) {
  select.replaceChildren(...texts.map((text, i) => { const o = document.createElement("option"); o.textContent = text; o.value = i; return o; }));
  select.value = chosen;
}

function fillSet() {
  const set = setNow(), views = [];
  if (partsOf("surface").length) views.push(["surface", set.parts[0].flat ? "map" : "surface"]);
  if (!set.parts[0].flat && [..."xyz"].every(k => partsOf(k).length)) views.push(["cut", "surface and slices"]);
  for (const k of "xyz") if (partsOf(k).length) views.push([k, "slice across " + k]);
  state.cut = [..."xyz"].map(k => partsOf(k).length >> 1);
  state.views = views.map(v => v[0]);
  if (!state.views.includes(state.view)) state.view = state.views[0];
  fill($("view"), views.map(v => v[1]), state.views.indexOf(state.view));
  $("view-label").hidden = views.length < 2;
  fill($("field"), set.fields.map(f => nameText(f.words)), state.field);
  $("arrows-label").hidden = fieldIndex("velocity") < 0;
  $("marks-label").hidden = run.marks.length === 0;
  $("time").max = set.snapshots.length - 1;
  for (const id of ["first", "back", "play", "next", "last"]) $(id).disabled = set.snapshots.length < 2;
  fillField(); fillPosition();
}

function fillField() {
  const names = componentNames(fieldNow());
  state.component = Math.min(state.component, names.length - 1);
  fill($("component"), names, state.component);
  $("component-label").hidden = names.length < 2;
  $("field").value = state.field;
}

function fillPosition() {
  const parts = partsOf(state.view);
  state.position = Math.min(state.position, parts.length - 1);
  $("position-label").hidden = parts.length < 2;
  $("position").max = parts.length - 1; $("position").value = state.position;
  $("position-text").textContent = parts.length > 1 ? state.view + " = " + withUnit(partNow().at, "m", 5) : "";
  $("cut-label").hidden = state.view !== "cut";
  [..."xyz"].forEach((axis, k) => {
    const slices = partsOf(axis);
    $("cut-" + axis).max = slices.length - 1; $("cut-" + axis).value = state.cut[k];
    $("cut-text-" + axis).textContent = slices.length ? axis + " = " + withUnit(slices[state.cut[k]].at, "m", 4) : "";
    $("cut-text-" + axis).className = k === state.cutAxis ? "chosen" : "";
  });
  $("edges-label").hidden = !!setNow().shapes[snapshotNow().shapes[partNow().i]].size;
}

function chooseField(field) { state.field = field; state.component = 0; state.own = null; if (state.range === "own") state.range = $("range").value = "usual"; $("own").hidden = true; fillField(); update(); drawProbes(); }
function chooseComponent(component) { state.component = component; $("component").value = component; update(); drawProbes(); }
function chooseView(name) { state.view = name; state.position = Math.floor((partsOf(name).length - 1) / 2); $("view").value = state.views.indexOf(name); fillPosition(); update(); }
/* Which slice across an axis cuts the surface; the keys then move this one. */
function chooseCut(axis, position) { state.cutAxis = axis; state.cut[axis] = Math.max(0, Math.min(partsOf("xyz"[axis]).length - 1, position)); fillPosition(); update(); }
function moveSlice(by) { if (state.view === "cut") chooseCut(state.cutAxis, state.cut[state.cutAxis] + by); else choosePosition(state.position + by); }
function choosePosition(position) { const n = partsOf(state.view).length; state.position = Math.max(0, Math.min(n - 1, position)); fillPosition(); update(); }
function chooseSnapshot(n) { state.snapshot = Math.max(0, Math.min(setNow().snapshots.length - 1, n)); $("time").value = state.snapshot; return update(); }
function chooseColors(name) { state.colors = name; $("colors").value = colorNames.indexOf(name); update(); }
function chooseSet(set) { state.set = set; state.field = firstField(); state.component = 0; state.snapshot = setNow().snapshots.length - 1; state.view = "surface"; fillSet(); $("time").value = state.snapshot; update(true); drawProbes(); }
/* That of the case's picture, else the depth, else the first. */
function firstField() {
  const match = /^ {2}picture:\n(?: {4}.*\n)*? {4}variable: "?(\w+)/m.exec(run.case || ""), names = [match && match[1], "depth", "max_depth"];
  return Math.max(0, names.map(name => fieldIndex(name)).find(f => f >= 0) ?? 0);
}
const colorNames = ["auto", ...Object.keys(run.colormaps)];

async function play() {
  if (state.playing) { state.playing = null; $("play").textContent = "\u25b6"; return; }
  const mine = state.playing = {};
  $("play").textContent = "\u25a0";
  if (state.snapshot === setNow().snapshots.length - 1) state.snapshot = -1;
  while (state.playing === mine) {
    const begin = performance.now(), wait = Math.max(60, Math.min(400, 8000 / setNow().snapshots.length));
    await chooseSnapshot((state.snapshot + 1) % setNow().snapshots.length);
    await new Promise(done => setTimeout(done, Math.max(0, wait - (performance.now() - begin))));
  }
}

function chooseRange() {
  state.range = $("range").value;
  $("own").hidden = state.range !== "own";
  if (state.range === "own") { state.own = [shown.low, shown.high]; [$("low").value, $("high").value] = state.own.map(v => +v.toPrecision(4)); }
  update();
}

function chooseOwn() { const low = +$("low").value, high = +$("high").value; if (high > low) { state.own = [low, high]; update(); } }

function savePicture() {
  const link = document.createElement("a");
  link.download = run.folder + "-" + fieldNow().name + "-" + state.snapshot + ".png";
  link.href = $("map").toDataURL("image/png");
  link.click();
}

function theme(dark) {
  document.documentElement.classList.toggle("dark", dark);
  try { localStorage.setItem("eagre-dark", dark ? "1" : ""); } catch { /* files may have no storage */ }
  if (shown) showAll();
  window.dispatchEvent(new Event("theme"));
}

function keys(e) {
  if (e.target.matches("input[type=number], select") || e.ctrlKey || e.metaKey || e.altKey) return;
  const middle = () => [view.plot.x + view.plot.w / 2, view.plot.y + view.plot.h / 2], toggle = id => () => { $(id).checked = !$(id).checked; update(); };
  const next = (n, by, of) => (n + by + of) % of;
  const actions = {
    " ": play, ArrowLeft: () => chooseSnapshot(state.snapshot - 1), ArrowRight: () => chooseSnapshot(state.snapshot + 1), Home: () => chooseSnapshot(0), End: () => chooseSnapshot(1e9),
    f: () => chooseField(next(state.field, 1, setNow().fields.length)), F: () => chooseField(next(state.field, -1, setNow().fields.length)),
    v: () => chooseComponent(next(state.component, 1, componentNames(fieldNow()).length)), s: () => chooseView(state.views[next(state.views.indexOf(state.view), 1, state.views.length)]),
    "[": () => moveSlice(-1), "]": () => moveSlice(1), c: () => chooseColors(colorNames[next(colorNames.indexOf(state.colors), 1, colorNames.length)]),
    a: toggle("arrows"), e: toggle("edges"), p: toggle("marks"), "+": () => zoom(...middle(), 1.25), "-": () => zoom(...middle(), 0.8), r: () => update(true),
  };
  [..."xyz"].forEach((axis, k) => { actions[axis] = () => chooseCut(k, state.cut[k]); });
  if (e.key === "d") theme(!document.documentElement.classList.contains("dark"));
  else if (e.key === "?") $("keys").showModal();
  else if (run.sets.length && actions[e.key] && !$("keys").open) actions[e.key](); else return;
  e.preventDefault();
}

function listen() {
  $("set").onchange = () => chooseSet(+$("set").value);
  $("field").onchange = () => chooseField(+$("field").value);
  $("component").onchange = () => chooseComponent(+$("component").value);
  $("view").onchange = () => chooseView(state.views[$("view").value]);
  $("position").oninput = () => choosePosition(+$("position").value);
  [..."xyz"].forEach((axis, k) => { $("cut-" + axis).oninput = () => chooseCut(k, +$("cut-" + axis).value); });
  $("colors").onchange = () => chooseColors(colorNames[$("colors").value]);
  $("range").onchange = chooseRange;
  $("low").onchange = $("high").onchange = chooseOwn;
  for (const id of ["arrows", "edges", "marks", "background"]) $(id).onchange = () => update();
  $("reset").onclick = () => update(true);
  $("save").onclick = savePicture;
  $("time").oninput = () => chooseSnapshot(+$("time").value);
  $("first").onclick = () => chooseSnapshot(0); $("last").onclick = () => chooseSnapshot(1e9);
  $("back").onclick = () => chooseSnapshot(state.snapshot - 1); $("next").onclick = () => chooseSnapshot(state.snapshot + 1);
  $("play").onclick = play;
  $("probe-clear").onclick = () => { probes.length = 0; update(); drawProbes(); };
  let wide = window.innerWidth;
  window.addEventListener("resize", () => { if (wide !== window.innerWidth) { wide = window.innerWidth; update(true); } });
  listenToMap();
}

/* ---- the other parts of the page */

function element(name, text, kind) { const e = document.createElement(name); if (text !== undefined) e.textContent = text; if (kind) e.className = kind; return e; }

function table(head, rows, numbers) {
  const t = element("table"), box = element("div", undefined, "wide"), line = (cells, name) => {
    const tr = element("tr");
    cells.forEach((cell, i) => { const td = element(name, undefined, numbers[i] ? "n" : ""); td.append(cell); tr.append(td); });
    t.append(tr);
  };
  if (head) line(head, "th");
  rows.forEach(row => line(row, "td"));
  box.append(t);
  return box;
}

function caseValue(key) { const match = new RegExp("^" + key + ': *"?(.*?)"? *$', "m").exec(run.case || ""); return match ? match[1] : ""; }

function fillHead() {
  const s = run.summary, title = caseValue("title") || run.folder, exit = s ? s.exit : "has not ended";
  $("title").textContent = title;
  document.title = title + " \u2013 eagre";
  const chip = element("span", exit, "chip " + (exit === "done" ? "good" : s ? "bad" : "warn"));
  $("title").append(chip);
  const parts = [caseValue("model"), s && countText(s.cells) + " cells", s && countText(s.steps) + " steps", s && s.device, s && s.precision, "eagre " + (s ? s.version : run.version)];
  $("subtitle").textContent = parts.filter(Boolean).join("  \u00b7  ");
  const text = !s ? "This run has not ended, or was ended from outside: the page has what it had written by then. Make it again for later results." : s.exit !== "done" ? "The run ended with '" + s.exit + "': " + (s.message || "") : [s.warning, ...(s.verdicts || []).map(v => v.sentence)].filter(Boolean).join("; ");
  $("banner").hidden = !text; $("banner").textContent = text; $("banner").className = s && s.exit !== "done" ? "bad" : "";
}

function card(name, value) { const c = element("div", undefined, String(value).length > 24 ? "card long" : "card"); c.append(element("span", name), element("b", value)); return c; }

function throughputCard(s) {
  const c = card("throughput", prefixed(s.throughput.value) + s.throughput.unit);
  if (s.bandwidth_fraction > 0) {
    const track = element("span", undefined, "track"), bar = element("span", undefined, "bar");
    bar.style.width = Math.min(100, 100 * s.bandwidth_fraction) + "%";
    track.append(bar);
    c.append(track, element("span", numberText(100 * s.bandwidth_fraction, 3) + " % of the device's copy bandwidth"));
  }
  if (s.limiter) c.append(element("span", (s.bandwidth_fraction > 0 ? "; " : "") + (s.limiter === "not measured" ? "its limit was not measured" : "limited by " + s.limiter)));
  return c;
}

function prefixed(value) {
  const prefixes = ["", "k", "M", "G", "T"];
  let n = 0;
  while (Math.abs(value) >= 999.5 && n < 4) { value /= 1000; n++; }
  return numberText(value, 3) + "\u202f" + prefixes[n] + (n ? " " : "");
}

function fillRun() {
  const body = $("run-body"), s = run.summary;
  if (s) {
    const cards = element("div", undefined, "cards");
    cards.append(card("end", s.exit + (s.message ? ": " + s.message : "")), card("time", timeText(s.time)), card("steps", countText(s.steps)), card("cells", countText(s.cells)), card("unknowns", countText(s.unknowns)), card("on the wall", withUnit(s.wall_seconds, "s", 3)));
    if (s.throughput && s.throughput.value > 0) cards.append(throughputCard(s));
    if (s.residual !== undefined) cards.append(card("solver", countText(s.iterations) + " iterations, residual " + numberText(s.residual, 3)));
    cards.append(card("device", s.device + ", " + s.precision + (s.ranks > 1 ? ", " + s.ranks + " ranks" : "")), card("kernels by", s.compiler), card("version", "eagre " + s.version), card("state", s.state_hash), card("case", s.case_hash));
    body.append(cards);
    addTables(body, s);
  }
  const rows = extremeRows();
  if (rows.length) body.append(element("h3", "Least and greatest values of the snapshots, where and when"), table(["field", "least", "at, m", "time", "greatest", "at, m", "time"], rows, [0, 1, 1, 1, 1, 1, 1]));
  if (run.notes.length) {
    body.append(element("h3", "Of this page"));
    const list = element("ul");
    run.notes.forEach(note => list.append(element("li", note)));
    body.append(list);
  }
}

/* "volume_m3", "energy_J_per_m" */
const unitEnding = /_((?:m3|m2|m|s|kg|J|K|N|W|Pa)(?:_per_(?:m3|m2|m|s))?)$/;

/* What came in is told as that, not as what went out with a minus. */
function balanceRow([name, value]) {
  const came = value < 0 && name.startsWith("out_"), unit = (unitEnding.exec(name) || ["", ""])[1].replace(/_per_/g, "/");
  const words = nameText(name.replace(unitEnding, "")).replace(/^out /, came ? "in " : "out ");
  return [words, value === null ? "does not apply" : withUnit(came ? -value : value, unit, 8)];
}

/* Of vectors the magnitude, of tensors each component; the largest values are those of all times. */
function extremeRows() {
  const rows = [], told = new Set(), place = e => e ? e.x.map(x => numberText(x, 6)).join(", ") : "";
  for (const set of run.sets.filter(s => s.run === 0)) for (const field of set.fields) {
    if (told.has(field.name)) continue;
    told.add(field.name);
    const names = componentNames(field), all = hasMagnitude(field) ? [field.extremes[field.components]] : field.extremes, moving = set.snapshots.length > 1;
    all.forEach(([least, most], k) => {
      const value = e => !e ? "none" : field.unit === "s" ? timeText(e.value) : withUnit(e.value, field.unit, 5), time = e => e && moving ? timeText(e.time) : "", trivial = least && least.value === 0;
      const name = nameText(field.words) + (names.length > 1 && !hasMagnitude(field) ? " " + names[k] : "");
      rows.push([name, value(least), trivial ? "" : place(least), trivial ? "" : time(least), value(most), place(most), time(most)]);
    });
  }
  return rows;
}

function addTables(body, s) {
  if (s.verdicts && s.verdicts.length) body.append(element("h3", "Verdicts"), table(["verdict", "value", "bound", "place, m", "time, s", ""], s.verdicts.map(v => [v.name, numberText(v.value, 5), numberText(v.bound, 5), v.place.map(x => numberText(x, 6)).join(", "), numberText(v.time, 6), v.sentence]), [0, 1, 1, 1, 1, 0]));
  const errors = Object.entries(s.errors || {});
  if (errors.length) {
    const names = Object.keys(errors[0][1]);
    body.append(element("h3", "Errors against the exact solution"), table(["field", ...names], errors.map(([field, e]) => [field, ...names.map(n => numberText(e[n], 5))]), [0, 1, 1, 1, 1]));
  }
  const balance = Object.entries(s.balance || {});
  if (balance.length) body.append(element("h3", "Balance"), table(null, balance.map(balanceRow), [0, 1]));
  const seconds = Object.entries(s.seconds || {}).filter(([, value]) => value > 0);
  if (seconds.length) body.append(element("h3", "Seconds"), barTable(["part", "s", ""], seconds.map(([name, value]) => [[name, numberText(value, 3)], value]), 2));
  if (s.profile && s.profile.kernels) body.append(element("h3", "Profile: " + withUnit(s.profile.seconds, "s", 3) + " in kernels and copies"),
    barTable(["kernel", "launches", "s", "%", "GB/s", "of the copy bandwidth", "limited by", ""], s.profile.kernels.map(k => [[k.name, countText(k.launches), numberText(k.seconds, 3), numberText(100 * k.share, 3),
      k.bandwidth === null ? "" : numberText(k.bandwidth / 1e9, 3), k.bandwidth_fraction === null ? "" : numberText(100 * k.bandwidth_fraction, 3) + " %", k.limiter], k.seconds]), 6));
}

function barTable(head, rows, numbers) {
  const most = Math.max(...rows.map(r => r[1]));
  return table(head, rows.map(([cells, value]) => { const bar = element("span", undefined, "bar"); bar.style.width = 12 * value / most + "em"; return [...cells, bar]; }), head.map((_, i) => i > 0 && i < numbers));
}

/* Paragraphs between empty lines, headings behind "# ", items of lists behind "- ". */
function fillText() {
  $("text").hidden = !run.text;
  for (const part of (run.text || "").replace(/\r/g, "").split(/\n[ \t]*\n/)) {
    let list = null, words = null;
    for (const line of part.split("\n").filter(l => l.trim())) {
      const head = /^#+ +(.*)/.exec(line), item = /^[-*] +(.*)/.exec(line);
      if (item && !list) { list = element("ul"); $("text").append(list); }
      if (item) { words = element("li", item[1]); list.append(words); }
      else if (head) { $("text").append(element("h2", head[1])); list = words = null; }
      else if (words) words.textContent += " " + line.trim();
      else { words = element("p", line.trim()); $("text").append(words); }
    }
  }
}

function fillCase() {
  if (!run.case) { $("case-part").hidden = true; return; }
  for (const line of run.case.replace(/\n$/, "").split("\n")) {
    const row = element("span", undefined, "l"), match = /^(\s*)([\w".-]+:)?(.*?)(#.*)?$/.exec(line) || [null, "", "", line, ""];
    row.append(match[1], element("span", match[2] || "", "k"), match[3], element("span", match[4] || "", "c"));
    $("case-text").append(row);
  }
}

/* ---- curves */

const small = /residual|error|_l1|_l2|_linf|_h1/;

/* Columns of one quantity share a plot: the last word of their names, or two where the last is a component. */
function quantityOf(column) {
  const words = column.name.slice(0, column.stem).split("_"), last = words[words.length - 1];
  return words.slice(last.length <= 2 && words.length > 1 ? -2 : -1).join(" ");
}

function plotsOf(t) {
  const time = t.columns.findIndex(c => c.name === "time_s"), ascending = c => c.values.every((v, i) => v !== null && (i === 0 || v > c.values[i - 1]));
  const x = time >= 0 ? time : ascending(t.columns[0]) ? 0 : -1, along = t.columns[0].name === "distance_m";
  const columns = t.columns.filter((c, i) => i !== x && c.values.some(v => v !== null) && !(along && /^[xyz]_m$/.test(c.name)));
  const alike = c => columns.filter(o => o.unit === c.unit && quantityOf(o) === quantityOf(c)).length > 1, groups = new Map();
  for (const c of columns) {
    const title = alike(c) ? quantityOf(c) : c.unit ? "" : "value", key = title + "|" + c.unit;
    if (!groups.has(key)) groups.set(key, { title, unit: c.unit, columns: [] });
    groups.get(key).columns.push(c);
  }
  const xs = x >= 0 ? t.columns[x].values : t.columns[0].values.map((_, i) => i + 1);
  return [...groups.values()].map(group => plotOf(group, xs, x >= 0 ? t.columns[x] : { name: "row", stem: 3, unit: "" }));
}

function plotOf(group, xs, x) {
  const whole = c => nameText(c.name.slice(0, c.stem)), single = group.columns.length === 1;
  const short = c => group.title && group.columns.length > 1 ? whole(c).slice(0, -group.title.length).trim() || whole(c) : whole(c);
  const values = group.columns.flatMap(c => c.values.filter(v => v !== null)), log = group.columns.some(c => small.test(c.name)) && values.every(v => v >= 0) && values.some(v => v > 0) && Math.max(...values.slice(0, 50000)) > 1000 * Math.min(...values.slice(0, 50000).filter(v => v > 0));
  return { title: group.title ? wordsOf(group.title) : single ? whole(group.columns[0]) : "values", xLabel: whole(x), xUnit: x.unit, yUnit: group.unit, log, stack: group.columns.length > 10, series: group.columns.map(c => ({ name: short(c), x: xs, y: c.values })) };
}

let allPlots = [];
async function fillCurves() {
  const tables = JSON.parse(new TextDecoder().decode(await readPack(run.tables)));
  $("curves").hidden = tables.length === 0;
  if (!tables.length) return;
  fill($("table"), tables.map(t => t.name + " (" + countText(t.rows) + " rows)"), 0);
  const show = () => {
    $("plots").replaceChildren();
    allPlots = plotsOf(tables[$("table").value]).map(options => new Plot($("plots"), options));
  };
  $("table").onchange = show;
  show();
}
window.addEventListener("theme", () => allPlots.forEach(plot => plot.draw()));

/* ---- begin */

const page = { other: () => otherShown, drawnAt: -1, probes: 0, ready: false, state, run, chooseSnapshot, chooseField, chooseView, valuesOf, at: (x, y) => view.at(x, y), shown: () => shown, view: () => view };
window.eagre = page;

async function begin() {
  let dark = matchMedia("(prefers-color-scheme: dark)").matches;
  try { const stored = localStorage.getItem("eagre-dark"); if (stored !== null) dark = stored === "1"; } catch { /* as above */ }
  document.documentElement.classList.toggle("dark", dark);
  $("theme").onclick = () => theme(!document.documentElement.classList.contains("dark"));
  $("help").onclick = () => $("keys").showModal();
  document.addEventListener("keydown", keys);
  fillHead();
  view = new MapView($("map"));
  if (!run.sets.some(s => s.run === 0)) run.sets.length = 0;
  $("fields").hidden = !run.sets.length;
  if (run.sets.length) {
    const own = run.sets.filter(s => s.run === 0);
    fill($("set"), own.map(s => s.name), 0);
    $("set-label").hidden = own.length < 2;
    $("background-label").hidden = !run.background;
    background = run.background && await readBackground(run.background);
    otherView = new MapView($("other-map"));
    $("own-name").textContent = run.folder; $("other-name").textContent = run.other || "";
    fill($("colors"), colorNames, 0);
    listen();
    state.field = firstField();
    state.snapshot = setNow().snapshots.length - 1;
    if (!setNow().parts[0].flat) state.view = "surface";
    fillSet();
    $("time").value = state.snapshot;
    await update(true);
  }
  page.first = performance.now();
  fillRun(); fillText(); fillCase();
  $("log-part").hidden = !run.log; $("log-text").textContent = run.log || "";
  await fillCurves();
  page.ready = true;
}
begin();
