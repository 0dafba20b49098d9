/* Shapes: where values stand, which of them each pixel of the screen shows, and where a point is. */

/* Polygons as triangles: points[dimension * n + k], corner[3 * triangle + c], cell[triangle] (null: values at points). */
async function readPolygons(shape, flat) {
  const dimension = flat ? 2 : 3, codes = await readPack(shape.points), corners = await readPack(shape.corners);
  const points = new Float64Array(codes.length);
  for (let i = 0; i < codes.length; i++) points[i] = shape.low[i % dimension] + shape.step * codes[i];
  const corner = new Int32Array(6 * shape.cells), cell = new Int32Array(2 * shape.cells);
  let n = 0;
  for (let c = 0; c < shape.cells; c++) {
    const a = corners[4 * c], b = corners[4 * c + 1], d = corners[4 * c + 2], e = corners[4 * c + 3];
    corner[3 * n] = a; corner[3 * n + 1] = b; corner[3 * n + 2] = d; cell[n++] = c;
    if (d !== e) { corner[3 * n] = a; corner[3 * n + 1] = d; corner[3 * n + 2] = e; cell[n++] = c; }
  }
  return { kind: "polygons", flat, dimension, points, corners, corner: corner.subarray(0, 3 * n), cell: shape.at_points ? null : cell.subarray(0, n), triangles: n };
}

async function readPixels(shape) {
  const runs = await readPack(shape.runs), index = new Int32Array(shape.size[0] * shape.size[1]).fill(-1);
  let at = 0, inside = 0;
  runs.forEach((run, i) => {
    if (i % 2) for (let k = 0; k < run; k++) index[at + k] = inside++;
    at += run;
  });
  return { kind: "pixels", flat: true, axis: shape.axis, size: shape.size, low: shape.low, step: shape.step, index };
}

/* A surface without the octant between three slices and the viewer, and these slices there. Values are those of the
 * surface's points, then of each slice's pixels; ids, as in a Picture, those of its triangles, then of these pixels. */
function cutShape(surface, slices) {
  let first = 0;
  for (const slice of slices) { slice.first = first; first += slice.shape.index.reduce((most, n) => Math.max(most, n + 1), 0); }
  return { ...surface, kind: "cut", surfaceValues: surface.points.length / 3, slices };
}

function readShape(shape, flat) { return shape.runs === undefined ? readPolygons(shape, flat) : readPixels(shape); }

function boundsOf(shape) {
  if (shape.kind === "pixels")
    return { low: [...shape.low], high: shape.low.map((low, k) => low + shape.step * shape.size[k]) };
  const d = shape.dimension, low = Array(d).fill(Infinity), high = Array(d).fill(-Infinity), p = shape.points;
  for (let i = 0; i < p.length; i++) {
    if (p[i] < low[i % d]) low[i % d] = p[i];
    if (p[i] > high[i % d]) high[i % d] = p[i];
  }
  return { low, high };
}

/* What the pixels of a rectangle w x h show: id[pixel] a triangle or an inside pixel's number, -1 none; u, v: weights of the
 * second and third corner; of surfaces in space crease: 1 on an edge. */
class Picture {
  constructor(w, h) {
    this.w = w; this.h = h;
    this.id = new Int32Array(w * h); this.u = new Float32Array(w * h); this.v = new Float32Array(w * h);
    this.z = null; this.facing = null; this.crease = null; this.cut = null;
  }

  draw(shape, camera) {
    this.id.fill(-1);
    if (shape.kind === "pixels") return this.drawPixels(shape, camera);
    const space = !shape.flat, screen = new Float64Array(3 * (shape.points.length / shape.dimension));
    this.z = space ? (this.z || new Float32Array(this.id.length)).fill(-Infinity) : null;
    this.facing = space ? this.facing || new Int32Array(this.id.length) : null;
    this.crease = null;
    for (let i = 0, n = screen.length / 3; i < n; i++) camera.project(shape.points, i * shape.dimension, screen, 3 * i);
    this.cut = shape.kind === "cut" ? { points: shape.points, at: shape.slices.map(s => s.at), toward: camera.toViewer() } : null;
    for (let t = 0; t < shape.triangles; t++) this.drawTriangle(screen, shape.corner, t);
    if (this.cut) for (const slice of shape.slices) this.drawSlice(slice, camera, shape.triangles + slice.first);
    if (space) this.findCreases();
  }

  /* Form without light, which would give a surface colours that the bar does not have: a line where the surface turns by
   * more than 25 degrees from one pixel to the next, or ends. */
  findCreases() {
    const { id, facing, w, h } = this, crease = this.crease = new Uint8Array(id.length);
    const part = (code, shift) => (code >> shift & 1023) / 511 - 1, turn = (a, b) => part(a, 0) * part(b, 0) + part(a, 10) * part(b, 10) + part(a, 20) * part(b, 20);
    for (let j = 0, n = 0; j < h; j++) for (let i = 0; i < w; i++, n++) {
      if (id[n] < 0) continue;
      for (const [next, inside] of [[n + 1, i + 1 < w], [n + w, j + 1 < h]])
        if (inside && id[next] >= 0 && facing[next] !== facing[n] && turn(facing[n], facing[next]) < 0.906) crease[n] = 1;
    }
  }

  /* Whether a place is in the octant that is taken away; `but`: an axis that does not count. */
  isCut(x, y, z, but) {
    const { at, toward } = this.cut;
    return (but === 0 || (x - at[0]) * toward[0] > 0) && (but === 1 || (y - at[1]) * toward[1] > 0) && (but === 2 || (z - at[2]) * toward[2] > 0);
  }

  /* A slice in space: its corner and the ends of its two sides on the screen tell each pixel's place in it. */
  drawSlice(slice, camera, firstId) {
    const { shape, normal, at } = slice, [nx, ny] = shape.size, { id, u: us, v: vs, z: zs, facing, w } = this, screen = new Float64Array(9), corner = [0, 1, 2].map(c => {
      const x = [at, at, at];
      x[shape.axis[0]] = shape.low[0] + (c === 1 ? nx * shape.step : 0); x[shape.axis[1]] = shape.low[1] + (c === 2 ? ny * shape.step : 0);
      return x;
    });
    corner.forEach((x, c) => camera.project(x, 0, screen, 3 * c));
    const [ax, ay, az] = screen, bx = screen[3] - ax, by = screen[4] - ay, bz = screen[5] - az, cx = screen[6] - ax, cy = screen[7] - ay, cz = screen[8] - az, area = bx * cy - by * cx;
    if (Math.abs(area) < 1e-9) return;
    const i0 = Math.max(0, Math.floor(ax + Math.min(0, bx, cx, bx + cx))), i1 = Math.min(w - 1, Math.ceil(ax + Math.max(0, bx, cx, bx + cx)));
    const j0 = Math.max(0, Math.floor(ay + Math.min(0, by, cy, by + cy))), j1 = Math.min(this.h - 1, Math.ceil(ay + Math.max(0, by, cy, by + cy)));
    const toward = facingOf(bx, by, bz, cx, cy, cz), x = [at, at, at];
    for (let j = j0; j <= j1; j++)
      for (let i = i0, n = j * w + i0; i <= i1; i++, n++) {
        const dx = i + 0.5 - ax, dy = j + 0.5 - ay, u = (dx * cy - dy * cx) / area, v = (bx * dy - by * dx) / area;
        if (u < 0 || v < 0 || u >= 1 || v >= 1) continue;
        const pixel = shape.index[Math.floor(v * ny) * nx + Math.floor(u * nx)], z = az + u * bz + v * cz;
        x[shape.axis[0]] = shape.low[0] + u * nx * shape.step; x[shape.axis[1]] = shape.low[1] + v * ny * shape.step;
        if (pixel < 0 || z <= zs[n] || !this.isCut(x[0], x[1], x[2], normal)) continue;
        id[n] = firstId + pixel; us[n] = u; vs[n] = v; zs[n] = z; facing[n] = toward;
      }
  }

  drawPixels(shape, camera) {
    this.z = this.facing = this.crease = this.cut = null;
    const [nx, ny] = shape.size;
    for (let j = 0; j < this.h; j++) {
      const y = Math.floor((camera.y(j + 0.5) - shape.low[1]) / shape.step);
      if (y < 0 || y >= ny) continue;
      for (let i = 0; i < this.w; i++) {
        const x = Math.floor((camera.x(i + 0.5) - shape.low[0]) / shape.step);
        if (x >= 0 && x < nx) this.id[j * this.w + i] = shape.index[y * nx + x];
      }
    }
  }

  drawTriangle(screen, corner, t) {
    const a = 3 * corner[3 * t], b = 3 * corner[3 * t + 1], c = 3 * corner[3 * t + 2];
    const ax = screen[a], ay = screen[a + 1], bx = screen[b] - ax, by = screen[b + 1] - ay, cx = screen[c] - ax, cy = screen[c + 1] - ay;
    const i0 = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 0.5)), i1 = Math.min(this.w - 1, Math.floor(ax + Math.max(0, bx, cx) - 0.5));
    const j0 = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - 0.5)), j1 = Math.min(this.h - 1, Math.floor(ay + Math.max(0, by, cy) - 0.5));
    const area = bx * cy - by * cx;
    if (i0 > i1 || j0 > j1 || area === 0) return;
    const { id, u: us, v: vs, z: zs, facing, w } = this, inverse = 1 / area;
    const az = screen[a + 2], bz = screen[b + 2] - az, cz = screen[c + 2] - az;
    const p = this.cut && this.reachesCut(corner, t) ? this.cut.points : null; /* three numbers a point, as the screen has */
    const place = (k, u, v) => p[a + k] + u * (p[b + k] - p[a + k]) + v * (p[c + k] - p[a + k]);
    const toward = zs ? facingOf(bx, by, bz, cx, cy, cz) : 0;
    for (let j = j0; j <= j1; j++)
      for (let i = i0, at = j * w + i0; i <= i1; i++, at++) {
        const dx = i + 0.5 - ax, dy = j + 0.5 - ay, u = (dx * cy - dy * cx) * inverse, v = (bx * dy - by * dx) * inverse;
        if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) continue;
        if (zs) {
          const z = az + u * bz + v * cz;
          if (z <= zs[at] || p && this.isCut(place(0, u, v), place(1, u, v), place(2, u, v))) continue;
          zs[at] = z;
          facing[at] = toward;
        }
        id[at] = t; us[at] = u; vs[at] = v;
      }
  }

  /* Whether a triangle has a part in the box around the octant that is taken away. */
  reachesCut(corner, t) {
    const { points, at, toward } = this.cut;
    return [0, 1, 2].every(k => [0, 1, 2].some(c => (points[3 * corner[3 * t + c] + k] - at[k]) * toward[k] > 0));
  }
}

/* The normal of a triangle, towards the viewer: three parts of 10 bits. */
function facingOf(bx, by, bz, cx, cy, cz) {
  const nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx, n = (Math.hypot(nx, ny, nz) || 1) * (nz < 0 ? -1 : 1);
  return [nx, ny, nz].reduce((code, x, k) => code | Math.round(511 * (x / n + 1)) << 10 * k, 0);
}

/* A place in a shape that a value belongs to: numbers of values and their weights. */
function placeOf(shape, id, u, v) {
  if (shape.kind === "pixels") return { index: [id], weight: [1] };
  if (id >= shape.triangles) return { index: [id - shape.triangles + shape.surfaceValues], weight: [1] };
  if (shape.cell) return { index: [shape.cell[id]], weight: [1] };
  return { index: [0, 1, 2].map(c => shape.corner[3 * id + c]), weight: [1 - u - v, u, v] };
}

/* The slice that an id of a surface that is cut belongs to; undefined: the surface. */
function sliceOf(shape, id) { return id < shape.triangles || !shape.slices ? undefined : shape.slices.findLast(slice => id - shape.triangles >= slice.first); }

/* Where it is in space. */
function pointOf(shape, id, u, v) {
  const slice = sliceOf(shape, id);
  if (slice) {
    const x = [slice.at, slice.at, slice.at], s = slice.shape;
    x[s.axis[0]] = s.low[0] + u * s.size[0] * s.step; x[s.axis[1]] = s.low[1] + v * s.size[1] * s.step;
    return x;
  }
  const q = 3 * id, weight = [1 - u - v, u, v];
  return [0, 1, 2].map(k => weight.reduce((sum, f, c) => sum + f * shape.points[3 * shape.corner[q + c] + k], 0));
}

function valueAt(values, place) {
  let sum = 0;
  place.index.forEach((index, k) => { sum += place.weight[k] * values[index]; });
  return sum;
}

/* Finds a point of the shape: of the plane the triangle or pixel around it, in space the nearest corner. null: outside. */
function locate(shape, x) {
  if (shape.kind === "pixels") {
    const i = Math.floor((x[0] - shape.low[0]) / shape.step), j = Math.floor((x[1] - shape.low[1]) / shape.step);
    const inside = i >= 0 && j >= 0 && i < shape.size[0] && j < shape.size[1] ? shape.index[j * shape.size[0] + i] : -1;
    return inside < 0 ? null : placeOf(shape, inside, 0, 0);
  }
  const p = shape.points, q = shape.corner;
  if (shape.flat) {
    for (let t = 0; t < shape.triangles; t++) {
      const a = 2 * q[3 * t], b = 2 * q[3 * t + 1], c = 2 * q[3 * t + 2];
      const bx = p[b] - p[a], by = p[b + 1] - p[a + 1], cx = p[c] - p[a], cy = p[c + 1] - p[a + 1], area = bx * cy - by * cx;
      const dx = x[0] - p[a], dy = x[1] - p[a + 1], u = (dx * cy - dy * cx) / area, v = (bx * dy - by * dx) / area;
      if (u >= -1e-9 && v >= -1e-9 && u + v <= 1 + 1e-9) return placeOf(shape, t, u, v);
    }
    return null;
  }
  let best = 0, least = Infinity;
  for (let n = 0; n < p.length; n += 3) {
    const d = (p[n] - x[0]) ** 2 + (p[n + 1] - x[1]) ** 2 + (p[n + 2] - x[2]) ** 2;
    if (d < least) { least = d; best = n / 3; }
  }
  return { index: [best], weight: [1] };
}
