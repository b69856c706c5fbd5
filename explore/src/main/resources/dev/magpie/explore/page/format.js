const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Such as 1.5 MiB, with a space that is not broken. */
export function bytes(count) {
  let unit = 0;
  let value = count;
  while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? whole.format(value) : value.toFixed(Math.abs(value) < 100 ? 1 : 0)}\u00a0${UNITS[unit]}`;
}

export function count(number, what, several = `${what}s`) {
  return `${whole.format(number)}\u00a0${number === 1 ? what : several}`;
}

export function number(value) {
  return whole.format(value);
}

export function ratio(value) {
  return value === null || value === undefined ? '\u2013' : value < 10_000 ? value.toFixed(value < 10 ? 3 : 1) : whole.format(value);
}

/** A share of one, as percent. */
export function percent(share, digits = 1) {
  return Number.isFinite(share) ? `${(100 * share).toFixed(digits)}\u00a0%` : '\u2013';
}

/** The same with its sign, and a minus that is one. */
export function change(share, digits = 1) {
  if (!Number.isFinite(share)) return '\u2013';
  const text = (100 * Math.abs(share)).toFixed(digits);
  return `${Number(text) === 0 ? '\u00b1' : share > 0 ? '+' : '\u2212'}${text}\u00a0%`;
}

export function shape(sizes) {
  return sizes.length === 0 ? 'scalar' : sizes.join('\u00a0\u00d7\u00a0');
}

const SECONDS = [[1, 's'], [1e-3, 'ms'], [1e-6, '\u00b5s'], [1e-9, 'ns']];
const JOULES = [[1, 'J'], [1e-3, 'mJ'], [1e-6, '\u00b5J'], [1e-9, 'nJ']];

function scaled(value, units) {
  const [size, name] = units.find(([each]) => value >= each) ?? units.at(-1);
  return `${(value / size).toPrecision(4).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')}\u00a0${name}`;
}

/** Such as 12.3 µs. */
export function seconds(value) {
  return scaled(value, SECONDS);
}

export function joules(value) {
  return scaled(value, JOULES);
}
