import { hierarchy, treemap as layout, treemapSquarify } from '../d3/d3-hierarchy.js';
import { el, visible } from '../dom.js';
import { inkOn, onTheme, rgb, themed } from '../colors.js';

const HEADER = 18;
const FONT = 'system-ui, sans-serif';

/** Lines across an area. */
function hatch(pen, { x0, y0, x1, y1 }, ink) {
  pen.save();
  pen.beginPath();
  pen.rect(x0, y0, x1 - x0, y1 - y0);
  pen.clip();
  pen.globalAlpha = 0.25;
  pen.strokeStyle = ink;
  pen.beginPath();
  for (let x = x0 - (y1 - y0); x < x1; x += 8) {
    pen.moveTo(x, y1);
    pen.lineTo(x + y1 - y0, y0);
  }
  pen.stroke();
  pen.restore();
}

/**
 * Tensors as areas: a tensor's is its bytes, and its colour what paint says. A click opens a tensor,
 * one on a group's name goes into the group.
 */
export class Treemap {
  #leaves = [];

  #groups = [];

  #marked;

  #group;

  #frame = 0;

  constructor({ open, enter, paint, tell, hover }) {
    Object.assign(this, { open, enter, paint, tell, hover });
    this.canvas = el('canvas', { role: 'img' });
    this.tip = el('div', { class: 'tip', role: 'presentation', hidden: true });
    this.place = el('div', { class: 'treemap' }, this.canvas, this.tip);
    this.canvas.addEventListener('pointermove', (event) => this.#moved(event));
    this.canvas.addEventListener('pointerleave', () => this.#left());
    this.canvas.addEventListener('click', (event) => this.#clicked(event));
    this.leaving = new AbortController();
    onTheme(() => this.draw(), this.leaving.signal);
    this.watching = new ResizeObserver(() => this.#arrange());
    this.watching.observe(this.place);
  }

  close() {
    this.leaving.abort();
    this.watching.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  show(group, wanted, label) {
    this.#group = group;
    this.wanted = wanted;
    this.canvas.setAttribute('aria-label', label);
    this.#arrange();
  }

  mark(index) {
    if (index === this.#marked) return;
    this.#marked = index;
    this.later();
  }

  later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  #arrange() {
    const width = this.place.clientWidth;
    const height = this.place.clientHeight;
    if (!this.#group || !width || !height) return;
    const root = hierarchy(this.#group, (each) => (each.groups ? [...each.groups.values(), ...each.leaves] : undefined))
      .sum((each) => (each.groups ? 0 : this.wanted && !this.wanted.has(each.index) ? 0 : each.bytes))
      .sort((a, b) => b.value - a.value);
    const hasHeader = (node) => node.depth > 0 && node.depth < 4 && node.x1 - node.x0 > 56 && node.y1 - node.y0 > 48;
    layout().tile(treemapSquarify.ratio(1.2)).size([width, height]).paddingInner(1)
      .paddingOuter((node) => (hasHeader(node) ? 2 : 0))
      .paddingTop((node) => (hasHeader(node) ? HEADER : 0))(root);
    this.#leaves = root.leaves().filter((node) => !node.data.groups && node.value > 0);
    this.#groups = root.descendants().filter((node) => node.data.groups && node.value > 0 && hasHeader(node));
    this.draw();
  }

  draw() {
    const scale = devicePixelRatio || 1;
    const width = this.place.clientWidth;
    const height = this.place.clientHeight;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    // As many points as there are, where the place has a fraction of one more.
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const pen = this.canvas.getContext('2d');
    pen.scale(scale, scale);
    const ink = themed('ink');
    pen.textBaseline = 'middle';
    pen.font = `600 11px ${FONT}`;
    pen.fillStyle = themed('soft');
    for (const node of this.#groups) this.#write(pen, node.data.name, node.x0 + 4, node.y0 + HEADER / 2, node.x1 - node.x0 - 8);
    for (const node of this.#leaves) this.#drawLeaf(pen, node);
    const marked = this.#leaves.find((node) => node.data.index === this.#marked);
    if (marked) {
      pen.strokeStyle = ink;
      pen.lineWidth = 2;
      pen.strokeRect(marked.x0 + 1, marked.y0 + 1, marked.x1 - marked.x0 - 2, marked.y1 - marked.y0 - 2);
    }
  }

  #drawLeaf(pen, node) {
    const width = node.x1 - node.x0;
    const height = node.y1 - node.y0;
    const { color, text, hatched } = this.paint(node.data.index);
    pen.fillStyle = rgb(color);
    pen.fillRect(node.x0, node.y0, Math.max(width, 0.3), Math.max(height, 0.3));
    if (hatched) hatch(pen, node, inkOn(color));
    if (width < 44 || height < 18) return;
    pen.fillStyle = inkOn(color);
    const two = height > 38;
    pen.font = `600 11.5px ${FONT}`;
    this.#write(pen, node.data.name, node.x0 + 6, node.y0 + (two ? 13 : height / 2), width - 12);
    if (two && text) {
      pen.font = `11px ${FONT}`;
      // A number that is cut off is another number.
      if (pen.measureText(text).width <= width - 12) pen.fillText(text, node.x0 + 6, node.y0 + 28);
    }
  }

  /** Text that ends with an ellipsis where there is no room. */
  #write(pen, text, x, y, room) {
    const all = visible(text);
    let shown = all;
    if (pen.measureText(all).width > room) {
      let fits = Math.max(0, Math.floor(all.length * room / pen.measureText(all).width));
      while (fits > 0 && pen.measureText(`${all.slice(0, fits)}\u2026`).width > room) fits--;
      shown = fits > 2 ? `${all.slice(0, fits)}\u2026` : '';
    }
    pen.fillText(shown, x, y);
  }

  #at(event) {
    const x = event.offsetX;
    const y = event.offsetY;
    const holds = (node) => x >= node.x0 && x < node.x1 && y >= node.y0 && y < node.y1;
    const leaf = this.#leaves.find(holds);
    return { x, y, leaf, group: leaf ? undefined : this.#groups.findLast(holds) };
  }

  #moved(event) {
    const { x, y, leaf, group } = this.#at(event);
    this.canvas.style.cursor = leaf || group ? 'pointer' : '';
    this.mark(leaf?.data.index);
    this.hover(leaf?.data.index);
    this.tip.hidden = !leaf && !group;
    if (this.tip.hidden) return;
    this.tip.replaceChildren(...(leaf ? this.tell(leaf.data.index) : [el('b', {}, group.data.name), el('span', {}, 'go into this group')]));
    const right = x > this.place.clientWidth / 2;
    this.tip.style.transform = `translate(${right ? '-100%' : '0'}, ${y > this.place.clientHeight / 2 ? '-100%' : '0'})`;
    this.tip.style.left = `${x + (right ? -12 : 12)}px`;
    this.tip.style.top = `${y + (y > this.place.clientHeight / 2 ? -12 : 12)}px`;
  }

  #left() {
    this.tip.hidden = true;
    this.mark(undefined);
    this.hover(undefined);
  }

  #clicked(event) {
    const { leaf, group } = this.#at(event);
    this.tip.hidden = true;
    if (leaf) this.open(leaf.data.index);
    else if (group) this.enter(group.data.path);
  }
}
