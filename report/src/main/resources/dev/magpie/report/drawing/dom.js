const root = document.documentElement;

// Characters that turn the text around them, or that no one sees.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A text in which such characters stand as what they are. */
const visible = (text) => text.replace(UNSEEN, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same for all texts of a page or of an element: names come from anywhere. */
function allVisible(value) {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(allVisible);
  return value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, allVisible(each)])) : value;
}

// Elements from names, attributes and children; text is always text, never markup.
function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (value === true) {
      node.setAttribute(key, '');
    } else if (value !== false && value !== undefined && value !== '') {
      node.setAttribute(key, value);
    }
  }
  node.append(...children.filter((child) => child !== undefined && child !== ''));
  return node;
}

function svg(name, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Plain text in which what stands between two back quotes is code. */
function inline(text) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) parts.push(parts.splice(-2).join('`'));
  return parts.flatMap((part, i) => (i % 2 ? [el('code', {}, ...breakable(part))] : breakable(part)));
}

/** Long names may break behind what joins their words, and not within a word. */
function breakable(text) {
  if (text.length <= 16) return [text];
  return text.split(/(?<=[/._:])(?=[^/._:\s\d])/).flatMap((part, i) => (i ? [el('wbr'), part] : [part]));
}

/** At most four significant digits, and all digits of whole numbers. */
function shortNumber(value) {
  if (value === null || value === undefined) return '';
  return Math.abs(value) >= 1000
    ? value.toLocaleString('en-US', { maximumFractionDigits: 0 })
    : value.toLocaleString('en-US', { maximumSignificantDigits: 4 });
}

/** Such as 1.5 MiB. */
function bytesText(bytes) {
  if (bytes < 1024) return `${Math.round(bytes)} B`;
  const power = Math.min(6, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 2 ** (10 * power)).toFixed(1)} ${'KMGTPE'[power - 1]}iB`;
}

function figure(kind, title, caption, ...children) {
  const heading = el('figcaption', {}, el('h3', {}, title));
  if (caption) heading.append(el('p', {}, ...inline(caption)));
  return el('figure', { class: kind }, heading, ...children);
}

/** The numbers behind a drawing, closed until asked for. */
function numbers(headings, rows) {
  const table = el('table', {},
    el('thead', {}, el('tr', {}, ...headings.map((text, i) => el('th', { scope: 'col', class: i ? 'number' : '' }, text)))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((text, i) =>
      (i ? el('td', { class: 'number' }, text) : el('th', { scope: 'row' }, text)))))));
  return el('details', { class: 'numbers' }, el('summary', {}, 'Numbers'), scroller(table, 'Numbers'));
}

function scroller(table, label) {
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, table);
}

/** The value of a CSS colour variable under the theme of the moment. */
function color(name) {
  const probe = el('span', { style: `color: var(--${name})`, hidden: true });
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

// Viridis, from cold to hot: told apart with any colour vision, and in grey.
const VIRIDIS = [[68, 1, 84], [70, 50, 126], [54, 92, 141], [39, 127, 142], [31, 161, 135], [74, 193, 109], [160, 218, 57], [253, 231, 37]];

function heat(share) {
  const place = Math.min(1, Math.max(0, share)) * (VIRIDIS.length - 1);
  const low = Math.min(Math.floor(place), VIRIDIS.length - 2);
  return VIRIDIS[low].map((from, i) => Math.round(from + (place - low) * (VIRIDIS[low + 1][i] - from)));
}

function heatStep(step, steps) {
  return heat(steps === 1 ? 0.3 : 0.06 + 0.9 * step / (steps - 1));
}

/** A theme's colour as its parts. */
function colorParts(name) {
  return color(name).match(/\d+/g).slice(0, 3).map(Number);
}

/** From -1, less, over none in the middle to 1, more, under the theme of the moment. */
function changing() {
  const stops = [0, 1, 2, 3, 4].map((stop) => colorParts(`change-${stop}`));
  return (share) => {
    const place = (Math.min(1, Math.max(-1, share)) + 1) / 2 * (stops.length - 1);
    const low = Math.min(Math.floor(place), stops.length - 2);
    return stops[low].map((from, i) => Math.round(from + (place - low) * (stops[low + 1][i] - from)));
  };
}

function rgb(parts) {
  return `rgb(${parts.join(',')})`;
}

/** Black or white, whichever has the higher contrast with a colour. */
function inkOn(parts) {
  const [r, g, b] = parts.map((part) => (part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.185 ? '#111' : '#fff';
}
