const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Characters of a name that would turn the text around them, or are not seen, are shown as what they are. */
export const visible = (text) => text.replace(UNSEEN, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

// Elements from names, attributes and children; text is always text, never markup.
export function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (key === 'style') {
      for (const [property, set] of Object.entries(value)) node.style.setProperty(property, set);
    } else if (key === 'value') {
      node.value = value;
    } else if (value === true) {
      node.setAttribute(key, '');
    } else if (value !== false && value !== undefined && value !== null) {
      node.setAttribute(key, value);
    }
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== '')
    .map((child) => (typeof child === 'string' ? visible(child) : child)));
  return node;
}

/** A name that may be broken behind its separators, and nowhere within a word. */
export function breakable(name) {
  const parts = [];
  for (const part of name.split(/(?<=[./_:\\-])/)) parts.push(part, el('wbr'));
  return parts;
}

/** A choice of a few; entries are values and what they are called, or a group of such. */
export function chooser(label, entries, value, change, attributes) {
  const option = ([each, name]) => el('option', { value: each }, name);
  const select = el('select', { ...attributes, on: { change: () => change(select.value) } }, entries.map((entry) =>
    (entry.group ? el('optgroup', { label: entry.group }, entry.entries.map(option)) : option(entry))));
  select.value = value;
  return el('label', { class: 'choice' }, el('span', {}, label), select);
}

/** Makes what is in a place anew; what had the focus there, by its order, has it again. */
export function keepingFocus(place, renew) {
  const all = () => [...place.querySelectorAll('a, button, input, select')];
  const before = all().indexOf(document.activeElement);
  renew();
  if (before >= 0) all()[before]?.focus();
}

/** One of two or three, side by side. */
export function switcher(label, entries, value, change) {
  return el('div', { class: 'switcher', role: 'group', 'aria-label': label }, entries.map(([each, name]) =>
    el('button', { type: 'button', 'aria-pressed': String(each === value), on: { click: () => change(each) } }, name)));
}

export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
