import { change, current } from '../state.js';
import { chooser, el } from '../dom.js';
import * as format from '../format.js';
import { CODING, DRAWING, sizeOf } from './asking.js';

const KIB = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1024];
const SIZES = ['960x540', '1280x720', '1920x1080', '2560x1440', '3840x2160', '1080x1080', '1080x1920'];

/** The rest: key of the address, label, the values, and what holds where the address says nothing. */
const MORE = [
  ['ways', 'ways', [['', 'fully associative'], ...[1, 2, 4, 8, 16].map((each) => [String(each), String(each)])]],
  ['index', 'set index', [['', 'hashed'], ['modulo', 'modulo']]],
  ['references', 'reference bits', [['', '16'], ...[8, 10, 12, 14, 18, 20, 24].map((each) => [String(each), String(each)])]],
  ['opportunistic', 'references', [['', 'brute force'], ['plain', 'opportunistic'], ['refined', 'refined']]],
  ['slots', 'plane slots', [['', 'reclaimed'], ['kept', 'kept']]],
  ['writes', 'partial writes', [['', 'read'], ['masked', 'masked']]],
  ['multisampling', 'samples a pixel', [['', '1'], ...['2', '4', '8'].map((each) => [each, each])]],
  ['depths', 'depth format', [['', '24 bits'], ['d16', '16 bits'], ['d32f', 'floats']]],
  ['samples', 'tile', [['', '8x8'], ['4x4', '4x4'], ['8x4', '8x4'], ['16x4', '16x4']]],
  ['line', 'line', [['', '64 B'], ['32', '32 B'], ['128', '128 B']]],
  ['lines', 'lines', [['', 'quadrants'], ['strips', 'strips']]],
  ['cull', 'face culling', [['', 'as the scene says'], ['none', 'none'], ['back', 'back'], ['front', 'front']]],
  ['culling', 'culling', [['', 'hierarchical'], ['coarse', 'coarse'], ['off', 'off']]],
  ['test', 'depth test', [['', 'nearer'], ['lequal', 'less or equal'], ['gequal', 'greater or equal'], ['always', 'always']]],
  ['range', 'depth range', [['', 'normal'], ['reversed', 'reversed']]],
  ['prepass', 'prepass', [['', 'off'], ['on', 'on']]],
  ['tessellate', 'tessellation', [['', 'as the scene says'], ['none', 'none'], ...[4, 8, 16, 23, 32, 64].map((each) => [String(each), `${each} pixels`])]],
  ['planes', 'plane format', [['', 'fixed'], ['floating', 'floating']]],
];

/** What a stream of draws has a say in itself, and what passes have. */
const OF_MESHES = ['tessellate'];
const OF_PASSES = ['cull', 'test', 'range', 'prepass'];

/** What a stream tells of each target. */
const OF_TARGETS = { multisampling: '1', depths: 'd24' };

function entriesFor(recorded, key, entries) {
  const usual = recorded && OF_TARGETS[key];
  return usual ? [['', 'as recorded'], [usual, entries[0][1]], ...entries.slice(1)] : entries;
}

/** What does not go to another scene with somebody. */
const OF_A_SCENE = ['size', 'camera', 'frame', 'frames', 'tile', 'target', ...OF_MESHES, ...OF_PASSES];

/** A value that an address has and no choice is one more choice. */
function withNow(values, now) {
  return values.includes(now) ? values : [...values, now];
}

/** The same of choices that are called otherwise. */
function namedWithNow(entries, now) {
  return entries.some(([value]) => value === now) ? entries : [...entries, [now, now]];
}

/** What can be chosen of a frame and its back-end; a change measures anew. */
export function choices(all, status) {
  const place = el('div', { class: 'coding' });
  const more = el('details', { class: 'more' });
  let drawn;
  const draw = () => {
    const state = current();
    // What is drawn anew loses the keyboard.
    const key = JSON.stringify([...DRAWING, ...CODING].map((each) => (each === 'camera' ? '' : state[each])));
    if (key === drawn) return;
    drawn = key;
    const scene = all.scenes[Number(state.scene ?? 0)];
    const { recorded, passes, targets } = scene;
    const codec = all.codecs.find((each) => each.name === state.tilecodec);
    const modes = el('input', { type: 'text', id: 'modes', value: state.tilecodec, spellcheck: 'false', on: { change: () => change({ tilecodec: modes.value.trim() }) } });
    place.replaceChildren(
      ...(all.scenes.length > 1 ? [chooser('Scene', all.scenes.map((each, i) => [String(i), each.label]), state.scene ?? '0', (value) => change({ scene: value, ...Object.fromEntries(OF_A_SCENE.map((key) => [key, ''])) }), { id: 'scene' })] : []),
      ...(targets.length > 1 ? [chooser('Target', targets.map((each, i) => [String(i), `${each.name}${each.width ? ` of ${each.width}\u00d7${each.height}` : ''}: ${each.passes.join(', ')}`]), state.target ?? String(targets.length - 1), (value) => change({ target: value, tile: '', camera: '' }), { id: 'target' })] : []),
      chooser('Codec', withNow(all.codecs.map((each) => each.name), state.tilecodec).map((each) => [each, each]), state.tilecodec, (value) => change({ tilecodec: value }), { id: 'tilecodec' }),
      chooser('Place', [['pre', 'before the cache'], ['post', 'after the cache']], state.placement, (value) => change({ placement: value }), { id: 'placement' }),
      chooser('Cache', namedWithNow(KIB.map((each) => [String(each * 1024), format.bytes(each * 1024).replace('.0', '')]), state.cache), state.cache, (value) => change({ cache: value }), { id: 'cache' }),
      chooser('Frame', withNow(withNow(SIZES, scene.size), sizeOf(scene, state)).map((each) => [each, each.replace('x', '\u00a0\u00d7\u00a0')]), sizeOf(scene, state), (value) => change({ size: value, tile: '' }), { id: 'size' }),
      status,
      el('p', { class: 'about' }, codec ? codec.title : `modes in this order: ${state.tilecodec}`));
    const offered = MORE.filter(([key]) => !(recorded && OF_MESHES.includes(key)) && !(passes && OF_PASSES.includes(key)));
    const changed = offered.filter(([key]) => (state[key] ?? '') !== '').length;
    more.replaceChildren(
      el('summary', {}, changed ? `More choices (${changed} changed)` : 'More choices'),
      el('div', { class: 'coding' },
        el('label', { class: 'choice' }, el('span', {}, 'codec or modes'), modes),
        ...offered.map(([key, label, entries]) => chooser(label, namedWithNow(entriesFor(recorded, key, entries), state[key] ?? ''), state[key] ?? '', (value) => change({ [key]: value, ...(['samples', 'multisampling'].includes(key) ? { tile: '' } : {}) }), { id: key }))));
  };
  draw();
  return { parts: [place, more], draw };
}
