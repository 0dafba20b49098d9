/* Numbers as people read them, ticks, and curves that can be zoomed. */

const raised = { "-": "\u207b", 0: "\u2070", 1: "\u00b9", 2: "\u00b2", 3: "\u00b3", 4: "\u2074", 5: "\u2075", 6: "\u2076", 7: "\u2077", 8: "\u2078", 9: "\u2079" };

function powerText(exponent) { return "10" + [...String(exponent)].map(c => raised[c]).join(""); }

/* At most so many significant digits; 1.5×10⁻⁷ where it is small or large. */
function numberText(value, digits = 5) {
  if (value === null || !isFinite(value)) return "none";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e7) return String(+value.toPrecision(Math.max(digits, Math.min(9, Math.ceil(Math.log10(size)))))).replace("-", "\u2212");
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return (+mantissa + "\u00d7" + powerText(+exponent)).replace(/^-/, "\u2212");
}

function countText(count) { return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f"); }
function unitText(unit) { return unit === "1" ? "" : unit.replace(/\^?2\b/g, "\u00b2").replace(/\^?3\b/g, "\u00b3"); }
function withUnit(value, unit, digits) { return numberText(value, digits) + (unit && unit !== "1" ? "\u202f" + unitText(unit) : ""); }
function nameText(name) { return name.replace(/_/g, " "); }

/* "0.35 s", "100 s", "40 min", "11 min 40 s", "2 h 30 min", "3 d 4 h", as in pictures (eg_time_text). */
function timeText(seconds) {
  const size = Math.abs(seconds), minutes = Math.round(size / 60), even = minutes > 0 && Math.abs(size - 60 * minutes) <= Math.min(0.5, 1e-6 * size);
  if (!(size < 1e12) || !even && size < 600) return withUnit(seconds, "s", 6);
  const whole = even ? 60 * minutes : Math.round(size), parts = [[Math.floor(whole / 86400), "d"], [Math.floor(whole % 86400 / 3600), "h"], [Math.floor(whole % 3600 / 60), "min"], [whole % 60, "s"]];
  return (seconds < 0 ? "\u2212" : "") + parts.filter(([n]) => n > 0).map(([n, unit]) => n + "\u202f" + unit).join(" ");
}

/* Multiples of 1, 2 or 5 times a power of ten, at most so many. */
function ticksOf(low, high, most) {
  if (!(high > low)) return [low];
  let step = 10 ** Math.floor(Math.log10((high - low) / most));
  for (const factor of [2, 2.5, 2]) if ((high - low) / step > most) step *= factor;
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) ticks.push(+(k * step).toPrecision(12));
  return ticks;
}

function cssColor(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

/* A canvas as many pixels as the screen has for it; drawing goes in CSS pixels. */
function fitCanvas(canvas, width, height) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio);
  canvas.style.height = height + "px";
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

const lineColors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c5fd0", "#7a8691"];

/* Curves: series = [{name, x, y}], one axis. stack: many curves below each other, as seismograms are drawn. */
class Plot {
  constructor(parent, { title, xLabel, xUnit, yUnit, series, log, stack }) {
    Object.assign(this, { title, xLabel, xUnit, yUnit, log, stack });
    this.series = series.map((s, i) => ({ ...s, color: lineColors[i % lineColors.length], on: stack || i < 8 }));
    this.box = document.createElement("div"); this.box.className = "plot";
    this.canvas = document.createElement("canvas"); this.legend = document.createElement("div"); this.legend.className = "legend";
    this.box.append(this.canvas, this.legend);
    parent.append(this.box);
    this.view = null; this.pointer = null; this.drag = null;
    if (!stack || this.series.length <= 8) this.makeLegend();
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.box);
  }

  makeLegend() {
    for (const s of this.series) {
      const entry = document.createElement("span"), mark = document.createElement("i");
      mark.style.background = s.color;
      entry.append(mark, s.name);
      entry.className = s.on ? "" : "off";
      entry.onclick = () => { s.on = !s.on; entry.className = s.on ? "" : "off"; this.draw(); };
      this.legend.append(entry);
    }
  }

  whole() {
    let x0 = Infinity, x1 = -Infinity;
    for (const s of this.series) for (const x of s.x) if (x !== null) { if (x < x0) x0 = x; if (x > x1) x1 = x; }
    return x1 > x0 ? [x0, x1] : [x0 - 0.5, x0 + 0.5];
  }

  height(y) { return this.log ? (y > 0 ? Math.log10(y) : NaN) : y; }

  /* The range of what is shown between x0 and x1. */
  rangeOf(x0, x1) {
    let low = Infinity, high = -Infinity;
    for (const s of this.series) if (s.on)
      for (let i = 0; i < s.x.length; i++) {
        if (s.y[i] === null || s.x[i] < x0 || s.x[i] > x1) continue;
        const y = this.height(s.y[i]);
        if (y < low) low = y; if (y > high) high = y;
      }
    if (!(high >= low)) return [0, 1];
    const room = high > low ? 0.05 * (high - low) : Math.abs(high) * 0.1 || 0.5;
    return [low - room, high + room];
  }

  draw() {
    const width = this.box.clientWidth, height = this.stack ? Math.min(620, 140 + 26 * this.series.length) : 270;
    if (width < 50) return;
    const g = fitCanvas(this.canvas, width, height), plot = this.plot = { x: 66, y: 26, w: width - 80, h: height - 66 };
    const [x0, x1] = this.view ? this.view.x : this.whole(), most = this.rangeOf(x0, x1);
    const [y0, y1] = this.view && this.view.y ? this.view.y : this.stack ? [-0.8, this.series.length - 0.2] : most;
    this.now = { x0, x1, y0, y1 };
    this.toX = x => plot.x + (x - x0) / (x1 - x0) * plot.w;
    this.toY = y => plot.y + plot.h - (y - y0) / (y1 - y0) * plot.h;
    const size = Math.max(Math.abs(most[0]), Math.abs(most[1])) || 1;
    this.trace = (s, i) => this.stack ? this.series.length - 1 - i + 0.9 * s / size : this.height(s);
    g.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    this.drawAxes(g, plot, size);
    g.save();
    g.beginPath(); g.rect(plot.x, plot.y, plot.w, plot.h); g.clip();
    this.series.forEach((s, i) => { if (s.on) this.drawLine(g, s, i); });
    g.restore();
    if (this.pointer) this.drawPointer(g, plot);
    if (this.drag && this.drag.moved) {
      g.fillStyle = cssColor("--accent"); g.globalAlpha = 0.15;
      g.fillRect(this.drag.x, this.drag.y, this.pointer.x - this.drag.x, this.pointer.y - this.drag.y);
      g.globalAlpha = 1;
    }
  }

  drawAxes(g, plot, size) {
    const { x0, x1, y0, y1 } = this.now, soft = cssColor("--soft"), line = cssColor("--line");
    g.fillStyle = cssColor("--ink"); g.textAlign = "left"; g.textBaseline = "alphabetic"; g.font = "600 13px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText(this.title + (this.stack ? " (largest " + withUnit(size, this.yUnit, 3) + ")" : this.yUnit ? " (" + unitText(this.yUnit) + ")" : ""), 4, 14);
    g.font = "12px system-ui, 'DejaVu Sans', sans-serif"; g.fillStyle = soft; g.strokeStyle = line; g.lineWidth = 1;
    g.textAlign = "center"; g.textBaseline = "top";
    for (const x of ticksOf(x0, x1, plot.w / 80)) {
      const at = Math.round(this.toX(x)) + 0.5;
      g.beginPath(); g.moveTo(at, plot.y); g.lineTo(at, plot.y + plot.h); g.stroke();
      g.fillText(numberText(x), at, plot.y + plot.h + 5);
    }
    g.fillText(this.xLabel + (this.xUnit ? " (" + unitText(this.xUnit) + ")" : ""), plot.x + plot.w / 2, plot.y + plot.h + 21);
    g.textAlign = "right"; g.textBaseline = "middle";
    if (this.stack) {
      const every = Math.ceil(this.series.length / (plot.h / 13));
      this.series.forEach((s, i) => { if (i % every === 0) g.fillText(s.name.length > 10 ? s.name.slice(0, 9) + "\u2026" : s.name, plot.x - 5, this.toY(this.series.length - 1 - i)); });
    } else for (const y of ticksOf(y0, y1, plot.h / 34)) {
      if (this.log && y % 1) continue;
      const at = Math.round(this.toY(y)) + 0.5;
      g.beginPath(); g.moveTo(plot.x, at); g.lineTo(plot.x + plot.w, at); g.stroke();
      g.fillText(this.log ? powerText(y) : numberText(y), plot.x - 5, at);
    }
    g.strokeStyle = soft;
    g.strokeRect(plot.x + 0.5, plot.y + 0.5, plot.w, plot.h);
  }

  drawLine(g, s, i) {
    g.strokeStyle = this.stack ? cssColor("--accent") : s.color; g.lineWidth = this.stack ? 1 : 1.6; g.lineJoin = "round";
    g.beginPath();
    let pen = false;
    for (let k = 0; k < s.x.length; k++) {
      const y = s.y[k] === null ? NaN : this.trace(s.y[k], i);
      if (!isFinite(y)) { pen = false; continue; }
      const px = this.toX(s.x[k]), py = this.toY(y);
      if (pen) g.lineTo(px, py); else g.moveTo(px, py);
      pen = true;
    }
    g.stroke();
    if (s.x.length <= 40 && !this.stack) {
      g.fillStyle = s.color;
      for (let k = 0; k < s.x.length; k++) if (s.y[k] !== null) { g.beginPath(); g.arc(this.toX(s.x[k]), this.toY(this.trace(s.y[k], i)), 2.4, 0, 7); g.fill(); }
    }
  }

  drawPointer(g, plot) {
    const { x0, x1 } = this.now, x = x0 + (this.pointer.x - plot.x) / plot.w * (x1 - x0);
    if (x < x0 || x > x1) return;
    g.strokeStyle = cssColor("--soft"); g.setLineDash([3, 3]);
    g.beginPath(); g.moveTo(this.pointer.x, plot.y); g.lineTo(this.pointer.x, plot.y + plot.h); g.stroke(); g.setLineDash([]);
    const rows = [];
    let shown = null;
    const nearest = this.stack ? Math.round(this.series.length - 1 - (this.now.y0 + (plot.y + plot.h - this.pointer.y) / plot.h * (this.now.y1 - this.now.y0))) : -1;
    this.series.forEach((s, i) => {
      if (!s.on || (this.stack && i !== nearest)) return;
      let best = -1;
      for (let k = 0; k < s.x.length; k++) if (s.y[k] !== null && (best < 0 || Math.abs(s.x[k] - x) < Math.abs(s.x[best] - x))) best = k;
      if (best < 0) return;
      shown = s.x[best];
      rows.push({ color: this.stack ? cssColor("--accent") : s.color, text: s.name + "  " + withUnit(s.y[best], this.yUnit) });
    });
    if (shown === null) return;
    rows.unshift({ text: this.xLabel + " " + withUnit(shown, this.xUnit, 6) });
    const w = Math.max(...rows.map(r => g.measureText(r.text).width)) + 26, h = 17 * rows.length + 8;
    const left = this.pointer.x + w + 14 > plot.x + plot.w ? this.pointer.x - w - 10 : this.pointer.x + 10, top = plot.y + 6;
    g.fillStyle = cssColor("--card"); g.globalAlpha = 0.93; g.fillRect(left, top, w, h); g.globalAlpha = 1;
    g.strokeStyle = cssColor("--line"); g.strokeRect(left + 0.5, top + 0.5, w, h);
    g.textAlign = "left"; g.textBaseline = "middle";
    rows.forEach((r, i) => {
      if (r.color) { g.fillStyle = r.color; g.fillRect(left + 7, top + 9 + 17 * i, 8, 8); }
      g.fillStyle = cssColor("--ink"); g.fillText(r.text, left + 20, top + 13 + 17 * i);
    });
  }

  listen() {
    const c = this.canvas, at = e => ({ x: e.offsetX, y: e.offsetY });
    c.onpointermove = e => {
      this.pointer = at(e);
      if (this.drag && Math.hypot(this.pointer.x - this.drag.x, this.pointer.y - this.drag.y) > 4) this.drag.moved = true;
      this.draw();
    };
    c.onpointerleave = () => { this.pointer = null; this.draw(); };
    c.onpointerdown = e => { c.setPointerCapture(e.pointerId); this.drag = at(e); };
    c.onpointerup = e => { const drag = this.drag; this.drag = null; if (drag && drag.moved) this.zoomTo(drag, at(e)); this.draw(); };
    c.ondblclick = () => { this.view = null; this.draw(); };
    c.addEventListener("wheel", e => { if (!e.ctrlKey && !e.shiftKey && !this.pointer) return; e.preventDefault(); this.wheel(e.offsetX, Math.exp(0.0015 * e.deltaY)); }, { passive: false });
  }

  zoomTo(a, b) {
    const { x0, x1, y0, y1 } = this.now, p = this.plot;
    const x = [a.x, b.x].map(v => x0 + (v - p.x) / p.w * (x1 - x0)).sort((m, n) => m - n);
    const y = [a.y, b.y].map(v => y0 + (p.y + p.h - v) / p.h * (y1 - y0)).sort((m, n) => m - n);
    this.view = { x: x[1] - x[0] > 0.01 * (x1 - x0) ? x : [x0, x1], y: y[1] - y[0] > 0.03 * (y1 - y0) ? y : [y0, y1] };
  }

  wheel(at, factor) {
    const { x0, x1 } = this.now, middle = x0 + (at - this.plot.x) / this.plot.w * (x1 - x0), whole = this.whole();
    const x = [middle + (x0 - middle) * factor, middle + (x1 - middle) * factor];
    this.view = x[1] - x[0] >= whole[1] - whole[0] ? null : { x, y: this.view && this.view.y };
    this.draw();
  }
}
