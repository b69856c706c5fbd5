// What is looked at stands in the address behind #, so that a link restores it.
const DEFAULTS = { s: '0', codec: 'bpc', block: '128', mag: '32', sort: 'saved', order: 'down', list: 'ranking', show: 'bursts', look: 'shaded', figure: 'none', strength: '0.8', tilecodec: 'c', placement: 'pre', cache: '16384' };

const listeners = new Set();
let state = read();

function read() {
  return { ...DEFAULTS, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) };
}

export function current() {
  return state;
}

/** The address of a state that differs in some values from the one of the moment. */
export function linkTo(changes) {
  const next = { ...state, ...changes };
  const pairs = Object.entries(next).filter(([key, value]) => value !== undefined && value !== '' && value !== DEFAULTS[key]);
  return `#${new URLSearchParams(pairs)}`;
}

/** Changes it; where somebody goes elsewhere, the browser's back button leads back. */
export function change(changes, { goes = false } = {}) {
  const before = state;
  const next = { ...state };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === '') delete next[key];
    else next[key] = String(value);
  }
  if (goes) write();
  state = { ...DEFAULTS, ...next };
  if (goes) history.pushState(null, '', linkTo({}));
  else writing ||= setTimeout(write, 200);
  tell(before);
}

// Browsers refuse an address that changes with every movement of the hand.
let writing;
function write() {
  if (!writing) return;
  clearTimeout(writing);
  writing = undefined;
  history.replaceState(null, '', linkTo({}));
}
addEventListener('pagehide', write);

/** Values that hold where the address says nothing. */
export function begin(values) {
  Object.assign(DEFAULTS, values);
  state = read();
}

/** Listeners get what was, what is, and whether a value has changed. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(before) {
  const after = state;
  const changed = (...keys) => keys.some((key) => before[key] !== after[key]);
  for (const listener of [...listeners]) listener(after, changed);
}

function moved() {
  const before = state;
  state = read();
  // Browsers tell of one step twice.
  if (JSON.stringify(before) !== JSON.stringify(state)) tell(before);
}
addEventListener('popstate', moved);
addEventListener('hashchange', moved);
