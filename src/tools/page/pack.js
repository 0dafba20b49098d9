/* Packs: numbers as they stand in the page (io/page/pack.h) become arrays again. */

async function inflate(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* The codes of byte planes. */
function joinPlanes(planes, count, bytes) {
  const codes = new Uint32Array(count);
  for (let k = 0; k < bytes; k++)
    for (let i = 0, at = k * count, shift = 8 * k; i < count; i++) codes[i] |= planes[at + i] << shift;
  return codes;
}

function undoSteps(codes, bits, stride) {
  const mask = bits === 32 ? 0xffffffff : 2 ** bits - 1;
  for (let i = 0; i < codes.length; i++) {
    const difference = (codes[i] >>> 1) ^ -(codes[i] & 1);
    codes[i] = ((i < stride ? 0 : codes[i - stride]) + difference) & mask;
  }
  return codes;
}

function undoMarks(codes) {
  for (let i = 0, next = 0; i < codes.length; i++) {
    codes[i] = next - codes[i];
    if (codes[i] === next) next++;
  }
  return codes;
}

/* The numbers of pack `id`; of one of bytes its bytes. */
async function readPack(id) {
  const element = document.getElementById("pack" + id), head = element.dataset;
  const bytes = await inflate(element.textContent), count = +head.count, bits = +head.bits;
  if (head.kind === "bytes") return bytes;
  const codes = joinPlanes(bytes, count, bits / 8);
  return head.kind === "marks" ? undoMarks(codes) : undoSteps(codes, bits, +head.stride);
}

/* Keeps what was made last, up to so many bytes. */
class Store {
  constructor(bytes) { this.most = bytes; this.bytes = 0; this.entries = new Map(); }
  async get(key, make) {
    let entry = this.entries.get(key);
    if (entry) { this.entries.delete(key); this.entries.set(key, entry); return entry.value; }
    entry = { value: make(), size: 0 };
    this.entries.set(key, entry);
    const made = await entry.value;
    entry.size = made.byteLength || 1000;
    this.bytes += entry.size;
    for (const [old, { size }] of this.entries) {
      if (this.bytes <= this.most || old === key) break;
      this.entries.delete(old);
      this.bytes -= size;
    }
    return made;
  }
}
