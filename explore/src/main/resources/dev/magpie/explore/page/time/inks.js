// Colours of what schedulers do and wait for, and of kernels: light and dark.
const STATES = {
  issued: ['#0b7285', '#4cc2c4'],
  assist: ['#74b816', '#a9e34b'],
  'unit-busy': ['#d9a406', '#f2cc4d'],
  'memory-unit': ['#e8790c', '#ff9f4a'],
  arithmetic: ['#7b61b8', '#b5a1ef'],
  control: ['#b0418f', '#ea8fcd'],
  memory: ['#c9341f', '#ff8370'],
  fence: ['#8a5a2b', '#c99a6b'],
  barrier: ['#2f6fd0', '#7fb2ff'],
  ending: ['#6b7a8c', '#93a3b5'],
  'no-warp': ['#c6ccd3', '#414a56'],
};
const KERNELS = [['#0b7285', '#4cc2c4'], ['#d9730d', '#ffa65c'], ['#6b57a5', '#b3a1ea'], ['#2b8a3e', '#6fd08c'], ['#c2255c', '#f783ac'], ['#1c6fd1', '#7ab8ff'], ['#8a6d00', '#d9c04a'], ['#5f6b7a', '#a3abb8']];

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The names of states in the order in which they are drawn. */
export const STATE_ORDER = Object.keys(STATES);

export function ofState(name) {
  return (STATES[name] ?? ['#888', '#999'])[dark.matches ? 1 : 0];
}

export function ofNumber(index) {
  return KERNELS[index % KERNELS.length][dark.matches ? 1 : 0];
}

/** What schedulers did, as shares of their cycles: what was issued, and what they waited for. */
export function shares(counts) {
  const all = counts.schedulerCycles || 1;
  return [['issued', counts.warpInstructions], ['assist', counts.assistInstructions], ...Object.entries(counts.stalls)]
    .map(([name, cycles]) => [name, cycles / all]).filter(([, share]) => share > 0)
    .sort((a, b) => STATE_ORDER.indexOf(a[0]) - STATE_ORDER.indexOf(b[0]));
}
