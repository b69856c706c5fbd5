const measure = document.createElement('canvas').getContext('2d');

/** Whether a text has room in a drawing. */
function fitting(width, size) {
  return (text) => {
    measure.font = `${size}px ${FONT}`;
    return measure.measureText(text).width <= width;
  };
}

const partsOf = (name) => name.split(/(?<=[/._:\s-])/);

/**
 * Names as short as there is room. They lose whole parts and never some of a word: first those that all of them begin
 * or end with, then those in the middle. Those that look the same then lose what they have in common instead.
 */
function shortNames(names, fits) {
  if (names.every(fits) || new Set(names).size < 2) return names.map((name) => cutName(partsOf(name), fits) || cutWord(name, fits));
  const parts = names.map(partsOf);
  const head = shared(parts), tail = shared(parts.map((each) => each.slice(head).reverse()));
  const short = parts.map((each, i) =>
    cutName(each.slice(head, each.length - tail), fits, head ? CUT : '', tail ? CUT : '') || cutWord(names[i], fits));
  for (const text of new Set(short)) {
    const alike = short.flatMap((each, i) => (each === text ? [i] : []));
    if (alike.length < 2 || alike.length === names.length) continue;
    shortNames(alike.map((i) => names[i]), fits).forEach((each, i) => { short[alike[i]] = each; });
  }
  return short;
}

const CUT = '\u2026';

/** How many parts all begin with, beside one that each keeps. */
function shared(all) {
  const most = Math.min(...all.map((each) => each.length)) - 1;
  let count = 0;
  while (count < most && all.every((each) => each[count] === all[0][count])) count++;
  return count;
}

/** A name with as many parts of both its ends as there is room for; nothing if there is for none. */
function cutName(parts, fits, before = '', after = '') {
  const whole = before + parts.join('') + after;
  if (fits(whole)) return whole;
  const text = (head, tail) => [before, ...parts.slice(0, head), CUT, ...parts.slice(parts.length - tail), after].join('').replace(/\u2026+/g, CUT);
  let head = 0, tail = 0;
  while (head + tail < parts.length - 1) {
    const nearer = head <= tail ? [head + 1, tail] : [head, tail + 1];
    const other = head <= tail ? [head, tail + 1] : [head + 1, tail];
    const next = [nearer, other].find((ends) => fits(text(...ends)));
    if (!next) break;
    [head, tail] = next;
  }
  return head + tail ? text(head, tail) : '';
}

/** What has no part that is short enough has to lose some of a word. */
function cutWord(name, fits) {
  let length = name.length;
  const cut = () => `${name.slice(0, Math.ceil(length / 2))}${CUT}${name.slice(name.length - Math.floor(length / 2))}`;
  while (length > 2 && !fits(cut())) length--;
  return length === name.length ? name : cut();
}
