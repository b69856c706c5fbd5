// A system is a text in addresses: GPU|LAYOUT|CODEC|MAG, as the server reads it.
import { parse } from '../controls.js';

const LAYOUT = 'bandwidth-only';
const USUAL_INTERVAL = 1000;

export function read(text) {
  const [gpu, layout = LAYOUT, codec = 'none', mag = '32'] = text.split('|');
  return { gpu, layout, codec, mag };
}

export function write({ gpu, layout, codec, mag }) {
  return [gpu, layout, codec, mag].join('|');
}

/** The systems of an address. */
export function readAll(text) {
  return text.split(';').filter(Boolean).map(read);
}

export function writeAll(systems) {
  return systems.map(write).join(';');
}

/** What tells one of several systems from the others, in few words. */
export function nameAmong(systems, which) {
  const own = systems[which];
  const differs = (key) => systems.some((each) => each[key] !== own[key]);
  const parts = [['gpu', own.gpu], ['layout', own.layout], ['codec', own.codec === 'none' ? 'no codec' : own.codec], ['mag', `MAG ${own.mag}`]]
    .filter(([key]) => differs(key)).map(([, text]) => text);
  return parts.length ? parts.join(', ') : `${own.gpu}, ${own.codec === 'none' ? 'no codec' : own.codec}`;
}

/** The command that measures the same. */
export function command(run, system, interval) {
  const { name } = parse(system.layout);
  const words = ['magpie', 'simulate', run.kind === 'recording' ? '--replay' : '--job', run.input, '--gpu', system.gpu];
  if (system.layout !== LAYOUT) words.push('--layout', system.layout);
  if (system.codec !== 'none' || name === 'lcp') words.push('--codec', system.codec);
  if (system.mag !== '32') words.push('--mag', system.mag);
  words.push('--by', 'multiprocessor,time,line,instruction');
  if (interval && interval !== USUAL_INTERVAL) words.push('--interval', String(interval));
  return words.map((word) => (/^[\w./:=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
