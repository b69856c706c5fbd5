import { current } from '../state.js';

// How values of the address are called where the server is asked, as options of magpie depth.
const NAMES = {
  scene: 'scene', camera: 'camera', frame: 'frame', frames: 'frames', target: 'target', size: 'size', multisampling: 'samples', depths: 'depth-format', samples: 'tile', line: 'line', lines: 'lines',
  cull: 'cull', culling: 'culling', test: 'depth-test', range: 'depth-range', prepass: 'prepass', tessellate: 'tessellate', planes: 'plane-format',
};
const BACK_END = {
  tilecodec: 'codec', placement: 'placement', cache: 'cache', ways: 'ways', index: 'index', references: 'reference-bits',
  opportunistic: 'opportunistic', slots: 'plane-slots', writes: 'partial-writes',
};

/** Along a camera path or an animation. */
const USUAL_FRAMES = 8;

/** What changes the frame. */
export const DRAWING = Object.keys(NAMES);
/** What changes the back-end. */
export const CODING = Object.keys(BACK_END);

function named(names, state) {
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [name, state[key]]).filter(([, value]) => value !== undefined));
}

/** The frame of a state. */
export function frameOf(state = current()) {
  const asked = named(NAMES, state);
  if (asked.frames !== undefined && asked.frame === undefined) asked.frame = '0';
  if (asked.frame !== undefined && asked.frames === undefined) delete asked.frame;
  return asked;
}

/** The frame of a state, and the back-end that replays it. */
export function replayOf(state = current()) {
  return { ...frameOf(state), ...named(BACK_END, state) };
}

/** The command that measures the same; the camera is text, or nothing where it is the scene's first. */
export function commandOf(state, scene, camera) {
  const quoted = (word) => (/[^\w./:+-]/.test(word) ? `"${word}"` : word);
  const words = ['magpie depth', quoted(scene.input)];
  for (const [name, value] of Object.entries(replayOf(state))) {
    if (!['scene', 'camera', 'frame', 'frames', 'target'].includes(name)) words.push(`--${name}`, value);
  }
  if (camera) words.push('--camera', `"${camera}"`);
  // A frame of an animation, or of a stream, is one of the rows of all.
  const later = (scene.seconds > 0 || scene.recorded) && Number(state.frame ?? 0) > 0;
  if (later) words.push('--frames', state.frames);
  // Other targets, such as shadow maps, are rows of their own.
  if (later || scene.recorded || scene.targets.length > 1) words.push('--by', 'pass');
  return words.join(' ');
}

/** The target that is shown: the one that is chosen, or the last pass's. */
export function targetOf(scene, state = current()) {
  return scene.targets[Number(state.target ?? -1)] ?? scene.targets.at(-1);
}

const ACROSS = { 2: 2, 4: 2, 8: 4 };
const DOWN = { 4: 2, 8: 2 };

/** Pixels of the frame, as text: a stream's own where nothing else is chosen. */
export function sizeOf(scene, state = current()) {
  return state.size ?? scene.size;
}

/** How many frames there are: of a stream, as many as it has. */
export function framesOf(scene, state = current()) {
  return scene.recorded ? scene.path.length : Number(state.frames ?? USUAL_FRAMES);
}

/** Samples of a pixel: a stream's own where nothing else is chosen, but those of passes of a scene file in any case. */
function samplesOf(scene, target, chosen) {
  return scene.recorded ? chosen ?? target.samples : target.samples || chosen;
}

/** Pixels, and samples, across and down of the target that is shown. */
export function extentOf(scene, state = current()) {
  const target = targetOf(scene, state);
  const { width, height } = target;
  const samples = samplesOf(scene, target, state.multisampling);
  const pixels = width > 0 ? [width, height] : sizeOf(scene, state).split('x').map(Number);
  return { pixels, samples: [pixels[0] * (ACROSS[samples] ?? 1), pixels[1] * (DOWN[samples] ?? 1)] };
}
