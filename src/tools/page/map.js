/* The map: cameras, colours, axes, arrows, and what is under the pointer. */

/* Of the plane: metres to pixels of the plot, equal along both directions. */
class PlaneCamera {
  constructor(bounds, w, h) {
    this.bounds = bounds; this.w = w; this.h = h;
    this.scale = Math.min(w / (bounds.high[0] - bounds.low[0]), h / (bounds.high[1] - bounds.low[1])) * 0.985;
    this.middle = [0, 1].map(k => 0.5 * (bounds.low[k] + bounds.high[k]));
  }
  x(i) { return this.middle[0] + (i - this.w / 2) / this.scale; }
  y(j) { return this.middle[1] - (j - this.h / 2) / this.scale; }
  toI(x) { return this.w / 2 + (x - this.middle[0]) * this.scale; }
  toJ(y) { return this.h / 2 - (y - this.middle[1]) * this.scale; }
  project(p, at, to, n) { to[n] = this.toI(p[at]); to[n + 1] = this.toJ(p[at + 1]); }
  zoom(i, j, factor) {
    const x = this.x(i), y = this.y(j);
    this.scale *= factor;
    this.middle[0] += x - this.x(i); this.middle[1] += y - this.y(j);
  }
  move(di, dj) { this.middle[0] -= di / this.scale; this.middle[1] += dj / this.scale; }
}

/* Of space, without perspective; turned about z, then tilted. */
class SpaceCamera {
  constructor(bounds, w, h) {
    this.bounds = bounds; this.w = w; this.h = h; this.turn = -0.6; this.tilt = 0.5;
    this.middle = bounds.low.map((low, k) => 0.5 * (low + bounds.high[k]));
    this.offset = [0, 0];
    this.scale = 0.92 * Math.min(w, h * 1.2) / Math.hypot(...bounds.low.map((low, k) => bounds.high[k] - low));
  }
  project(p, at, to, n) {
    const x = p[at] - this.middle[0], y = p[at + 1] - this.middle[1], z = p[at + 2] - this.middle[2];
    const c = Math.cos(this.turn), s = Math.sin(this.turn), ct = Math.cos(this.tilt), st = Math.sin(this.tilt);
    const right = c * x - s * y, deep = s * x + c * y;
    to[n] = this.w / 2 + this.offset[0] + this.scale * right;
    to[n + 1] = this.h / 2 + this.offset[1] - this.scale * (ct * z + st * deep);
    to[n + 2] = this.scale * (st * z - ct * deep);
  }
  /* The direction to the viewer. */
  toViewer() { const ct = Math.cos(this.tilt); return [-ct * Math.sin(this.turn), -ct * Math.cos(this.turn), Math.sin(this.tilt)]; }
  zoom(i, j, factor) {
    this.offset[0] = (i - this.w / 2) * (1 - factor) + this.offset[0] * factor;
    this.offset[1] = (j - this.h / 2) * (1 - factor) + this.offset[1] * factor;
    this.scale *= factor;
  }
  move(di, dj) { this.offset[0] += di; this.offset[1] += dj; }
  rotate(di, dj) { this.turn += 0.008 * di; this.tilt = Math.max(-1.57, Math.min(1.57, this.tilt + 0.008 * dj)); }
}

/* 256 colours between the 65 of the page. */
function colorTable(text) {
  const table = new Uint8Array(3 * 256);
  const part = (i, k) => parseInt(text.slice(6 * i + 2 * k, 6 * i + 2 * k + 2), 16);
  for (let n = 0; n < 256; n++) {
    const t = n / 255 * 64, i = Math.min(63, Math.floor(t)), f = t - i;
    for (let k = 0; k < 3; k++) table[3 * n + k] = Math.round((1 - f) * part(i, k) + f * part(i + 1, k));
  }
  return table;
}

/* Around the plot: the bar stands on its right, on a narrow screen below it. */
const margins = { wide: { left: 66, right: 104, top: 10, bottom: 44 }, narrow: { left: 64, right: 14, top: 10, bottom: 118 } };

/* One map on a canvas. `content`: shape, values, cells that are dry, and how to colour them. */
class MapView {
  constructor(canvas) { this.canvas = canvas; this.camera = null; this.picture = null; this.key = ""; }

  /* Chooses the size for a shape. */
  fit(bounds, flat) {
    const width = this.canvas.parentElement.clientWidth, narrowScreen = width < 560, margin = narrowScreen ? margins.narrow : margins.wide, w = Math.max(50, width - margin.left - margin.right);
    const most = Math.max(260, Math.min(window.innerHeight * 0.72 - margin.top - margin.bottom, narrowScreen ? 1.1 * w : Infinity));
    const aspect = (bounds.high[1] - bounds.low[1]) / (bounds.high[0] - bounds.low[0]), h = Math.round(flat ? Math.max(160, Math.min(most, w * aspect)) : most);
    const narrow = flat ? Math.min(w, Math.max(Math.min(w, 320), h / aspect)) : w;
    this.width = width; this.margin = margin; this.barBelow = narrowScreen; this.plot = { x: margin.left + Math.round(0.5 * (w - narrow)), y: margin.top, w: Math.round(narrow), h };
    this.height = this.plot.h + margin.top + margin.bottom;
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    const pw = Math.round(narrow * this.ratio), ph = Math.round(this.plot.h * this.ratio);
    this.camera = flat ? new PlaneCamera(bounds, pw, ph) : new SpaceCamera(bounds, pw, ph);
    this.picture = new Picture(pw, ph);
    this.image = new ImageData(pw, ph);
    this.layer = document.createElement("canvas");
    this.layer.width = pw; this.layer.height = ph;
    this.key = "";
  }

  show(content) {
    this.content = content;
    const c = this.camera, key = [content.shapeKey, c.scale, c.middle, c.offset, c.turn, c.tilt].join();
    if (key !== this.key) { this.picture.draw(content.shape, c); this.key = key; }
    this.paint();
    this.draw();
  }

  /* The colours of the pixels. */
  paint() {
    const { shape, values, table, low, high, land, landTable, landRange } = this.content, { id, u, v, crease } = this.picture;
    const data = this.image.data, factor = 255 / ((high - low) || 1), none = parseColor(cssColor("--none")), plain = parseColor(cssColor("--land"));
    const corner = shape.corner, cell = shape.cell, pixels = shape.kind === "pixels", onSlice = pixels ? Infinity : shape.triangles, from3 = shape.surfaceValues - shape.triangles;
    for (let n = 0, at = 0; n < id.length; n++, at += 4) {
      const t = id[n];
      if (t < 0) { data[at + 3] = 0; continue; }
      const index = pixels ? t : t >= onSlice ? t + from3 : cell ? cell[t] : -1;
      const q = 3 * t, value = index >= 0 ? values[index] : (1 - u[n] - v[n]) * values[corner[q]] + u[n] * values[corner[q + 1]] + v[n] * values[corner[q + 2]];
      let from = table, color = (value - low) * factor;
      if (land && index >= 0 && land.dry[index] && this.content.background) { data[at + 3] = 0; continue; }
      if (land && index >= 0 && land.dry[index]) {
        if (land.bed) { from = landTable; color = (land.bed[index] - landRange[0]) / ((landRange[1] - landRange[0]) || 1) * 255; } else color = -1e9;
      }
      const onEdge = crease && crease[n]; /* else a colour is that of the bar */
      if (onEdge || color === -1e9 || color !== color) {
        const rgb = onEdge || color !== color ? none : plain;
        data[at] = rgb[0]; data[at + 1] = rgb[1]; data[at + 2] = rgb[2];
      } else {
        const c = 3 * (color < 0 ? 0 : color > 255 ? 255 : Math.round(color));
        data[at] = from[c]; data[at + 1] = from[c + 1]; data[at + 2] = from[c + 2];
      }
      data[at + 3] = 255;
    }
    this.layer.getContext("2d").putImageData(this.image, 0, 0);
  }

  draw() {
    const g = fitCanvas(this.canvas, this.width, this.height), plot = this.plot;
    g.fillStyle = cssColor("--card"); g.fillRect(0, 0, this.width, this.height);
    if (this.content.background) this.drawBackground(g, this.content.background);
    g.imageSmoothingEnabled = false;
    g.drawImage(this.layer, plot.x, plot.y, plot.w, plot.h);
    g.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    g.save();
    g.beginPath(); g.rect(plot.x, plot.y, plot.w, plot.h); g.clip();
    if (this.content.edges) this.drawEdges(g);
    if (this.content.arrows) this.drawArrows(g);
    this.drawMarks(g);
    g.restore();
    if (this.content.flat) this.drawAxes(g); else this.drawBox(g);
    this.drawBar(g);
  }

  drawBackground(g, { image, low, high }) {
    const [x0, y0] = this.toScreen([low[0], high[1]]), [x1, y1] = this.toScreen([high[0], low[1]]);
    g.save();
    g.beginPath(); g.rect(this.plot.x, this.plot.y, this.plot.w, this.plot.h); g.clip();
    g.drawImage(image, x0, y0, x1 - x0, y1 - y0);
    g.restore();
  }

  toScreen(x) {
    const to = [0, 0, 0];
    this.camera.project(x, 0, to, 0);
    return [this.plot.x + to[0] / this.ratio, this.plot.y + to[1] / this.ratio];
  }

  drawAxes(g) {
    const { plot, camera, ratio } = this, names = this.content.axes, soft = cssColor("--soft");
    const x0 = camera.x(0), x1 = camera.x(camera.w), y0 = camera.y(camera.h), y1 = camera.y(0);
    const far = Math.max(...camera.bounds.low.concat(camera.bounds.high).map(Math.abs));
    const kilo = far >= 20000 ? 1000 : far < 0.2 ? 0.001 : 1, unit = kilo > 1 ? " (km)" : kilo < 1 ? " (mm)" : " (m)";
    g.strokeStyle = soft; g.fillStyle = soft; g.lineWidth = 1;
    g.strokeRect(plot.x - 0.5, plot.y - 0.5, plot.w + 1, plot.h + 1);
    g.textAlign = "center"; g.textBaseline = "top";
    for (const x of ticksOf(x0 / kilo, x1 / kilo, plot.w / 85)) {
      const at = plot.x + camera.toI(x * kilo) / ratio;
      g.beginPath(); g.moveTo(at, plot.y + plot.h); g.lineTo(at, plot.y + plot.h + 4); g.stroke();
      g.fillText(numberText(x, 7), at, plot.y + plot.h + 7);
    }
    g.fillText(names[0] + unit, plot.x + plot.w / 2, plot.y + plot.h + 25);
    g.textAlign = "right"; g.textBaseline = "middle";
    for (const y of ticksOf(y0 / kilo, y1 / kilo, plot.h / 45)) {
      const at = plot.y + camera.toJ(y * kilo) / ratio;
      g.beginPath(); g.moveTo(plot.x, at); g.lineTo(plot.x - 4, at); g.stroke();
      g.fillText(numberText(y, 7), plot.x - 7, at);
    }
    g.save(); g.translate(plot.x - this.margin.left + 11, plot.y + plot.h / 2); g.rotate(-Math.PI / 2); g.textAlign = "center"; g.fillText(names[1] + unit, 0, 0); g.restore();
  }

  /* The box around a surface, without the edges behind it, with its lengths. */
  drawBox(g) {
    const { low, high } = this.camera.bounds, at = n => [0, 1, 2].map(k => n >> k & 1 ? high[k] : low[k]), to = [0, 0, 0];
    const deep = [...Array(8).keys()].map(n => { this.camera.project(at(n), 0, to, 0); return to[2]; }), behind = deep.indexOf(Math.min(...deep)), front = this.picture.cut ? 7 - behind : -1;
    const middle = this.toScreen(low.map((x, k) => 0.5 * (x + high[k])));
    g.strokeStyle = cssColor("--soft"); g.lineWidth = 1; g.globalAlpha = 0.6; g.fillStyle = cssColor("--ink"); g.textAlign = "center"; g.textBaseline = "middle";
    [1, 2, 4].forEach((step, k) => {
      let best = null;
      for (let a = 0; a < 8; a++) {
        if (a & step || a === behind || (a | step) === behind) continue;
        const p = this.toScreen(at(a)), q = this.toScreen(at(a | step)), x = 0.5 * (p[0] + q[0]) - middle[0], y = 0.5 * (p[1] + q[1]) - middle[1];
        const ends = [a, a | step].map(n => at(n).map((x, i) => n === front && i === k ? this.picture.cut.at[k] : x));
        this.drawLine(g, ...ends);
        const score = k === 2 ? Math.hypot(x, y) - 0.01 * x : y + 0.01 * Math.abs(x); /* x and y stand below, z beside */
        if (!best || score > best.score) best = { score, x, y };
      }
      const round = value => Math.abs(value) < 1e-6 * Math.max(...high.map((x, i) => x - low[i])) ? 0 : value, far = Math.hypot(best.x, best.y) || 1;
      const text = "xyz"[k] + "  " + numberText(round(low[k]), 4) + " \u2026 " + numberText(round(high[k]), 4) + "\u202fm", room = k === 2 ? 0.5 * g.measureText(text).width + 10 : 18;
      g.globalAlpha = 1;
      const aside = k === 2 ? room * Math.sign(best.x) : (0.5 * g.measureText(text).width + 8) * best.x / far;
      g.fillText(text, middle[0] + best.x + aside, middle[1] + best.y + (k === 2 ? 0 : room));
      g.globalAlpha = 0.6;
    });
    if (front >= 0) this.drawNotch(g, at(front));
    g.globalAlpha = 1;
  }

  drawLine(g, from, to) { g.beginPath(); g.moveTo(...this.toScreen(from)); g.lineTo(...this.toScreen(to)); g.stroke(); }

  /* The edges of the octant that is taken away, without those at its outer corner. */
  drawNotch(g, outer) {
    const inner = this.picture.cut.at, at = n => [0, 1, 2].map(k => n >> k & 1 ? outer[k] : inner[k]);
    for (let a = 0; a < 8; a++) for (const step of [1, 2, 4]) if (!(a & step) && (a | step) !== 7) this.drawLine(g, at(a), at(a | step));
  }

  /* Words of the label in lines that the room has. */
  labelLines(g, label, room) {
    const lines = [];
    g.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
    for (const word of label.split(" "))
      if (lines.length && g.measureText(lines[lines.length - 1] + " " + word).width <= room) lines[lines.length - 1] += " " + word; else lines.push(word);
    return lines;
  }

  /* The colours from their low end at (0, 0) along x, `thick` across, with a point at an end beyond which there are values. */
  drawColors(g, length, thick) {
    const { table, low, high, least, most } = this.content, tip = 0.8 * thick, below = least < low, above = most > high;
    g.beginPath();
    g.moveTo(0, 0); if (below) g.lineTo(-tip, thick / 2); g.lineTo(0, thick); g.lineTo(length, thick); if (above) g.lineTo(length + tip, thick / 2); g.lineTo(length, 0);
    g.closePath();
    g.save(); g.clip();
    for (let i = -Math.ceil(tip); i < length + tip; i++) {
      const c = 3 * Math.max(0, Math.min(255, Math.round(255 * i / (length - 1))));
      g.fillStyle = "rgb(" + table[c] + "," + table[c + 1] + "," + table[c + 2] + ")";
      g.fillRect(i, 0, 1.5, thick);
    }
    g.restore();
    g.strokeStyle = cssColor("--soft"); g.lineWidth = 1; g.stroke();
  }

  /* What stands beyond the ends of the bar, in words. */
  extremes() {
    const { low, high, least, most } = this.content;
    return { low: least < low ? "min " + numberText(least, 4) : "", high: most > high ? "max " + numberText(most, 4) : "" };
  }

  drawBar(g) {
    const { low, high, label, unit } = this.content, plot = this.plot, beyond = this.extremes(), part = value => (value - low) / ((high - low) || 1);
    if (this.barBelow) return this.drawBarBelow(g, beyond, part);
    const x = plot.x + plot.w + 16, w = 16, lines = this.labelLines(g, label, this.width - plot.x - plot.w - 18);
    const y = plot.y + 16 + 14 * lines.length + (beyond.high ? 32 : 0), h = Math.min(plot.h + plot.y - y - 4 - (beyond.low ? 28 : 0), 320);
    g.save(); g.translate(x, y + h); g.rotate(-Math.PI / 2); this.drawColors(g, h, w); g.restore();
    g.fillStyle = cssColor("--ink"); g.textAlign = "left"; g.textBaseline = "top"; g.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
    lines.forEach((line, i) => g.fillText(line, x, plot.y - 2 + 14 * i));
    g.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    g.fillStyle = cssColor("--soft"); g.fillText(unit ? unitText(unit) : "", x, plot.y - 2 + 14 * lines.length);
    g.textBaseline = "middle"; g.fillStyle = cssColor("--ink"); g.strokeStyle = cssColor("--soft");
    g.fillText(beyond.high, x, y - 22); g.fillText(beyond.low, x, y + h + 22);
    for (const value of ticksOf(low, high, h / 32)) {
      const at = y + h - part(value) * h;
      g.beginPath(); g.moveTo(x + w, at); g.lineTo(x + w + 4, at); g.stroke();
      g.fillText(numberText(value, 4), x + w + 7, at);
    }
  }

  /* On a narrow screen: label, bar, numbers, one below the other, the extremes at their ends of the label's line. */
  drawBarBelow(g, beyond, part) {
    const { low, high, label, unit } = this.content, plot = this.plot, x = plot.x, w = plot.w, h = 12, y = plot.y + plot.h + 82;
    g.save(); g.translate(x, y); this.drawColors(g, w, h); g.restore();
    g.fillStyle = cssColor("--ink"); g.strokeStyle = cssColor("--soft"); g.textBaseline = "middle"; g.textAlign = "left";
    g.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText(label + (unitText(unit || "") ? " (" + unitText(unit) + ")" : ""), 8, y - 30, this.width - 16);
    g.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText(beyond.low, x, y - 12); g.textAlign = "right"; g.fillText(beyond.high, x + w, y - 12);
    g.textAlign = "center"; g.textBaseline = "top";
    for (const value of ticksOf(low, high, w / 60)) {
      const at = x + part(value) * w;
      g.beginPath(); g.moveTo(at, y + h); g.lineTo(at, y + h + 4); g.stroke();
      g.fillText(numberText(value, 4), at, y + h + 7);
    }
  }

  drawEdges(g) {
    const { shape } = this.content;
    if (shape.kind === "pixels") return;
    const p = shape.points, q = shape.corners, d = shape.dimension, x = [0, 0, 0, 0], y = [0, 0, 0, 0], to = [0, 0, 0];
    g.strokeStyle = cssColor("--ink"); g.globalAlpha = 0.28; g.lineWidth = 0.6;
    g.beginPath();
    for (let c = 0; c < q.length; c += 4) {
      for (let k = 0; k < 4; k++) { this.camera.project(p, d * q[c + k], to, 0); x[k] = this.plot.x + to[0] / this.ratio; y[k] = this.plot.y + to[1] / this.ratio; }
      if (this.picture.cut && this.picture.isCut(...[0, 1, 2].map(k => 0.25 * (p[3 * q[c] + k] + p[3 * q[c + 1] + k] + p[3 * q[c + 2] + k] + p[3 * q[c + 3] + k])))) continue;
      if (!shape.flat && (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]) > 0) continue; /* seen from behind */
      g.moveTo(x[0], y[0]);
      for (let k = 1; k < 4; k++) g.lineTo(x[k], y[k]);
      g.closePath();
    }
    g.stroke();
    g.globalAlpha = 1;
  }

  /* Arrows at places of the screen, as long as their speed. */
  drawArrows(g) {
    const { shape, arrows } = this.content, { id, u, v, w, h } = this.picture, gap = Math.round(26 * this.ratio), found = [];
    let most = 0;
    for (let j = gap >> 1; j < h; j += gap) for (let i = gap >> 1; i < w; i += gap) {
      const n = j * w + i;
      if (id[n] < 0) continue;
      const place = placeOf(shape, id[n], u[n], v[n]), x = valueAt(arrows.x, place), y = valueAt(arrows.y, place), size = Math.hypot(x, y);
      if (size > 0) { found.push([i, j, x, y, size]); most = Math.max(most, size); }
    }
    if (!(most > 0)) return;
    const unit = 24 / most;
    g.lineCap = "round";
    for (const pass of [0, 1]) {
      g.strokeStyle = pass ? "#111" : "#fff"; g.lineWidth = pass ? 1.3 : 3; g.globalAlpha = pass ? 0.9 : 0.55;
      g.beginPath();
      for (const [i, j, x, y, size] of found) {
        if (size * unit < 2) continue;
        const a = this.plot.x + i / this.ratio, b = this.plot.y + j / this.ratio, dx = 0.5 * x * unit, dy = -0.5 * y * unit;
        const turn = Math.atan2(dy, dx), head = Math.min(6, 0.5 * size * unit);
        g.moveTo(a - dx, b - dy); g.lineTo(a + dx, b + dy);
        for (const side of [2.6, -2.6]) { g.moveTo(a + dx, b + dy); g.lineTo(a + dx + head * Math.cos(turn + side), b + dy + head * Math.sin(turn + side)); }
      }
      g.stroke();
    }
    g.globalAlpha = 1;
    const text = "longest arrow " + withUnit(most, arrows.unit, 3), width = g.measureText(text).width + 12;
    g.fillStyle = cssColor("--card"); g.globalAlpha = 0.85; g.fillRect(this.plot.x + 6, this.plot.y + 6, width, 20);
    g.globalAlpha = 1; g.fillStyle = cssColor("--ink"); g.textAlign = "left"; g.textBaseline = "middle"; g.fillText(text, this.plot.x + 12, this.plot.y + 16);
  }

  /* A star, a triangle that points down, or a circle, as in the pictures. */
  markPath(g, kind, x, y, r) {
    if (kind === "receiver") { g.moveTo(x - 0.87 * r, y - 0.6 * r); g.lineTo(x + 0.87 * r, y - 0.6 * r); g.lineTo(x, y + 0.9 * r); g.closePath(); return; }
    if (kind !== "source") { g.arc(x, y, r, 0, 7); return; }
    for (let i = 0; i < 10; i++) { const far = i % 2 ? 0.45 * r : r, turn = 0.2 * Math.PI * i; g.lineTo(x + far * Math.sin(turn), y - far * Math.cos(turn)); }
    g.closePath();
  }

  drawMarks(g) {
    for (const mark of this.content.marks) {
      const [x, y] = this.toScreen(mark.x);
      g.beginPath(); this.markPath(g, mark.kind, x, y, mark.kind === "source" ? 7 : mark.kind === "receiver" ? 5.5 : 4.5);
      g.fillStyle = mark.color || (mark.kind === "source" ? "#ffd933" : "#fff"); g.fill(); g.strokeStyle = "#111"; g.lineWidth = 1.3; g.stroke();
      if (!mark.name) continue;
      const left = x + 8 + g.measureText(mark.name).width > this.plot.x + this.plot.w, at = x + (left ? -8 : 8);
      g.textAlign = left ? "right" : "left"; g.textBaseline = "middle"; g.lineWidth = 3; g.strokeStyle = "#ffffffcc"; g.strokeText(mark.name, at, y); g.fillStyle = "#111"; g.fillText(mark.name, at, y);
    }
  }

  /* What is at a place of the canvas, in CSS pixels: { id, place, x }; null outside. */
  at(left, top) {
    const i = Math.floor((left - this.plot.x) * this.ratio), j = Math.floor((top - this.plot.y) * this.ratio), { w, h, id, u, v } = this.picture;
    if (i < 0 || j < 0 || i >= w || j >= h || id[j * w + i] < 0) return null;
    const n = j * w + i, { shape } = this.content, place = placeOf(shape, id[n], u[n], v[n]);
    if (shape.flat) return { id: id[n], place, x: [this.camera.x(i + 0.5), this.camera.y(j + 0.5)] };
    return { id: id[n], place, x: pointOf(shape, id[n], u[n], v[n]), slice: sliceOf(shape, id[n]) };
  }
}

function parseColor(text) { return [1, 3, 5].map(k => parseInt(text.slice(k, k + 2), 16)); }
