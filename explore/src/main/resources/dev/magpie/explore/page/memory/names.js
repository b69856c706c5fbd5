import { el, visible } from '../dom.js';

const MOST_END = 22;

/** A name in one line: where there is no room, it is cut before its end, which tells it from others. */
export function shortName() {
  const start = el('span');
  const end = el('span');
  return {
    place: el('b', { class: 'shortname' }, start, end),
    show(text) {
      const all = visible(text);
      const separator = all.slice(-MOST_END).search(/[./_]/);
      const from = separator < 0 || all.length <= MOST_END ? all.length : all.length - MOST_END + separator;
      start.textContent = all.slice(0, from);
      end.textContent = all.slice(from);
    },
  };
}
