// A view that moves about the place that it looks at. Vectors are lists of three.
const plus = (a, b, factor = 1) => a.map((each, i) => each + factor * b[i]);
const minus = (a, b) => plus(a, b, -1);
const dot = (a, b) => a.reduce((sum, each, i) => sum + each * b[i], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.sqrt(dot(a, a));
const unit = (a) => a.map((each) => each / length(a));

/** Turned about an axis. */
function turned(a, axis, angle) {
  const along = dot(a, axis);
  const side = cross(axis, a);
  return a.map((each, i) => each * Math.cos(angle) + side[i] * Math.sin(angle) + axis[i] * along * (1 - Math.cos(angle)));
}

const NEAREST_TO_POLE = 0.04;

/** What a view has: a fov in perspective or a height if it is orthographic; a far plane at infinity is null. */
const KEYS = ['eye', 'at', 'up', 'fov', 'height', 'near', 'far'];

export class OrbitCamera {
  constructor({ eye, at, up, fov, height, near, far }) {
    Object.assign(this, { eye, at, up, fov, height, near, far });
  }

  /** One that was written as text, where the rest is as in another. */
  static read(text, otherwise) {
    const values = { ...otherwise };
    for (const word of text.trim().split(/\s+/)) {
      const [key, value] = word.split('=');
      values[key] = value.includes(',') ? value.split(',').map(Number) : Number(value);
    }
    return new OrbitCamera(values);
  }

  /** As magpie depth --camera takes it, with so many digits; what is as in another is left out. */
  write(otherwise, digits = 7) {
    const plain = (value) => String(Number(value.toPrecision(digits)));
    const text = (value) => (Array.isArray(value) ? value.map(plain).join(',') : plain(value));
    return KEYS.filter((key) => this[key] != null)
      .filter((key) => otherwise[key] == null || text(this[key]) !== text(otherwise[key]) || key === 'eye')
      .map((key) => `${key}=${text(this[key])}`).join(' ');
  }

  get distance() {
    return length(minus(this.eye, this.at));
  }

  /** To the left and upwards, in radians; never over the pole. */
  orbit(left, above) {
    const up = unit(this.up);
    let arm = turned(minus(this.eye, this.at), up, left);
    const angle = Math.acos(Math.min(1, Math.max(-1, dot(unit(arm), up))));
    const wanted = Math.min(Math.PI - NEAREST_TO_POLE, Math.max(NEAREST_TO_POLE, angle - above));
    const side = cross(up, arm);
    if (length(side) > 1e-12) arm = turned(arm, unit(side), wanted - angle);
    this.eye = plus(this.at, arm);
  }

  /** Farther away by a factor; the planes in front and behind follow, so that nothing is cut off. */
  dolly(factor) {
    const arm = minus(this.eye, this.at);
    const before = length(arm);
    this.eye = plus(this.at, arm, factor);
    if (this.height != null) {
      this.height *= factor;
      this.near += before * factor - before;
      this.far += before * factor - before;
      return;
    }
    this.near *= factor;
    if (this.far == null) return;
    this.far += before * factor - before;
    if (this.far < this.near * 10) this.far = this.near * 10;
  }

  /** Across the view, by shares of its height. */
  pan(right, upwards) {
    const forward = unit(minus(this.at, this.eye));
    const side = unit(cross(forward, this.up));
    const above = cross(side, forward);
    const height = this.height ?? 2 * this.distance * Math.tan((this.fov * Math.PI) / 360);
    const step = plus(side.map((each) => each * right * height), above, upwards * height);
    this.eye = plus(this.eye, step);
    this.at = plus(this.at, step);
  }

  /** Where a frame of a path is: linearly between its views, as the server has it. */
  static on(path, frame, frames) {
    const place = frames < 2 ? 0 : (frame * (path.length - 1)) / (frames - 1);
    const from = path[Math.min(Math.floor(place), path.length - 1)];
    const to = path[Math.min(Math.floor(place) + 1, path.length - 1)];
    const share = place - Math.floor(place);
    const mix = (a, b) => (a == null ? a : Array.isArray(a) ? a.map((each, i) => each + share * (b[i] - each)) : a + share * (b - a));
    return new OrbitCamera(Object.fromEntries(KEYS.map((key) => [key, mix(from[key], to[key])])));
  }
}
