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
 * second and third corner; shade 0 to 255 of surfaces in space. */
class Picture {
  constructor(w, h) {
    this.w = w; this.h = h;
    this.id = new Int32Array(w * h); this.u = new Float32Array(w * h); this.v = new Float32Array(w * h);
    this.z = null; this.shade = null;
  }

  draw(shape, camera) {
    this.id.fill(-1);
    if (shape.kind === "pixels") return this.drawPixels(shape, camera);
    const space = !shape.flat, screen = new Float64Array(3 * (shape.points.length / shape.dimension));
    this.z = space ? (this.z || new Float32Array(this.id.length)).fill(-Infinity) : null;
    this.shade = space ? this.shade || new Uint8Array(this.id.length) : null;
    for (let i = 0, n = screen.length / 3; i < n; i++) camera.project(shape.points, i * shape.dimension, screen, 3 * i);
    for (let t = 0; t < shape.triangles; t++) this.drawTriangle(screen, shape.corner, t);
  }

  drawPixels(shape, camera) {
    this.z = this.shade = null;
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
    const { id, u: us, v: vs, z: zs, shade, w } = this, inverse = 1 / area;
    const az = screen[a + 2], bz = screen[b + 2] - az, cz = screen[c + 2] - az;
    const light = zs ? lightOf(bx, by, bz, cx, cy, cz) : 0;
    for (let j = j0; j <= j1; j++)
      for (let i = i0, at = j * w + i0; i <= i1; i++, at++) {
        const dx = i + 0.5 - ax, dy = j + 0.5 - ay, u = (dx * cy - dy * cx) * inverse, v = (bx * dy - by * dx) * inverse;
        if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) continue;
        if (zs) {
          const z = az + u * bz + v * cz;
          if (z <= zs[at]) continue;
          zs[at] = z;
          shade[at] = light;
        }
        id[at] = t; us[at] = u; vs[at] = v;
      }
  }
}

/* Of a triangle seen from the front, by the angle of its normal. */
function lightOf(bx, by, bz, cx, cy, cz) {
  const nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx, n = Math.hypot(nx, ny, nz) || 1;
  return 255 * Math.min(1, 0.62 + 0.38 * Math.abs(0.25 * nx - 0.35 * ny + 0.9 * nz) / n);
}

/* A place in a shape that a value belongs to: numbers of values and their weights. */
function placeOf(shape, id, u, v) {
  if (shape.kind === "pixels") return { index: [id], weight: [1] };
  if (shape.cell) return { index: [shape.cell[id]], weight: [1] };
  return { index: [0, 1, 2].map(c => shape.corner[3 * id + c]), weight: [1 - u - v, u, v] };
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
