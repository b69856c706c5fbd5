import { el, visible } from '../dom.js';

const pen = document.createElement('canvas').getContext('2d');

/** What a line loses where it ends before a part that is too long for it. */
const FILLED = 0.82;

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
  const wide = (parts) => parts.reduce((sum, part) => sum + width(part, font), 0);
  const write = () => {
    const parts = text.split(/(?<=[./_:-])/);
    const all = room ? wide(parts) : 0;
    if (all <= room) place.textContent = text;
    else {
      const most = LINES * room * FILLED;
      place.replaceChildren(...(all <= most ? parts : cut(parts, (some) => wide(some) <= most)).flatMap((part) => [part, document.createElement('wbr')]));
    }
  };
  new ResizeObserver(() => {
    if (place.clientWidth === room) return;
    room = place.clientWidth;
    font = getComputedStyle(place).font;
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
 * Parts from both ends, in turns, as far as they fit, with an ellipsis between them.
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
  return some(first, last);
}
