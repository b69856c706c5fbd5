import { el, visible } from '../dom.js';

const pen = document.createElement('canvas').getContext('2d');

/** What a line loses where it ends before a part that is too long for it. */
const FILLED = 0.82;

const LINES = 2;

/** A name on two lines: where there is no room for it, whole parts of its middle are left out. */
export function shortName() {
  const place = el('b', { class: 'shortname' });
  let text = '';
  let room = 0;
  const write = () => {
    const parts = fitted(text.split(/(?<=[./_:-])/), room);
    place.replaceChildren(...parts.flatMap((part) => [part, el('wbr')]));
  };
  new ResizeObserver(() => {
    if (place.clientWidth === room) return;
    room = place.clientWidth;
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

  function fitted(parts, width) {
    if (!width) return parts;
    pen.font = getComputedStyle(place).font;
    const fits = (some) => pen.measureText(some.join('')).width <= LINES * width * FILLED;
    return fits(parts) ? parts : cut(parts, fits);
  }
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
