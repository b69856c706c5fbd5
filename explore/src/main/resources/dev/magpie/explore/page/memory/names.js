import { el, visible } from '../dom.js';

const pen = document.createElement('canvas').getContext('2d');

const LINES = 2;

/** Widths of parts in a font: names share most of theirs, and rows are written while somebody scrolls. */
const widths = new Map();
const MOST_WIDTHS = 20_000;

function width(part, font) {
  const key = `${font}\n${part}`;
  let known = widths.get(key);
  if (known === undefined) {
    if (widths.size === MOST_WIDTHS) widths.clear();
    if (pen.font !== font) pen.font = font;
    known = pen.measureText(part).width;
    widths.set(key, known);
  }
  return known;
}

/** A name on two lines: where there is no room for it, whole parts of its middle are left out. */
export function shortName() {
  const place = el('b', { class: 'shortname' });
  let text = '';
  let room = 0;
  let font = '';
  /** As it will be broken: a part that does not fit begins a line, and one that is longer than that goes on. */
  const fits = (parts) => {
    let lines = 1;
    let at = 0;
    for (const part of parts) {
      const wide = width(part, font);
      if (at > 0 && at + wide > room) {
        lines++;
        at = 0;
      }
      lines += Math.max(0, Math.ceil(wide / room) - 1);
      at = wide > room ? wide % room : at + wide;
    }
    return lines <= LINES;
  };
  const write = () => {
    const parts = text.split(/(?<=[./_:-])/);
    place.replaceChildren(...(!room || fits(parts) ? parts : cut(parts, fits)).flatMap((part) => [part, document.createElement('wbr')]));
  };
  new ResizeObserver(() => {
    if (place.clientWidth === room) return;
    room = place.clientWidth;
    // Not the shorthand, which is empty where figures are tabular.
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(place);
    font = `${fontWeight} ${fontSize} ${fontFamily}`;
    write();
  }).observe(place);
  return {
    place,
    show(name) {
      if (visible(name) === text) return;
      text = visible(name);
      write();
    },
  };
}

/**
 * Parts from both ends, in turns, as far as they fit, with an ellipsis between them; where none do, letters.
 *
 * @param fits says whether some parts do together
 */
export function cut(parts, fits) {
  let [first, last] = [0, parts.length - 1];
  const some = (from, to) => [...parts.slice(0, from), '\u2026', ...parts.slice(to)];
  let more = true;
  while (more && first < last) {
    more = false;
    if (fits(some(first + 1, last))) {
      first++;
      more = true;
    }
    if (first < last - 1 && fits(some(first, last - 1))) {
      last--;
      more = true;
    }
  }
  if (first > 0 || last < parts.length - 1) return some(first, last);
  const name = parts.join('');
  return parts.length === name.length ? some(first, last) : cut([...name], fits);
}
