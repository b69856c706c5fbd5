import { data, numbered } from '../api.js';
import { chooser, download, el, switcher } from '../dom.js';
import { settled } from '../errors.js';
import * as format from '../format.js';
import { change, current } from '../state.js';
import { about } from '../title.js';
import { commandOf, extentOf, frameOf, framesOf, replayOf, targetOf } from './asking.js';
import { OrbitCamera } from './camera.js';
import { choices } from './choices.js';
import { film } from './film.js';
import { legendOf, valueText } from './legend.js';
import { Stage } from './stage.js';
import { tileHistory } from './tile.js';
import { frameFacts, stencilTable, trafficTable } from './traffic.js';

/** One of the things that a page asks for: asked again when its values change, and not before. */
class Part {
  #key = null;

  #asking = new AbortController();

  constructor(values, ask, draw) {
    Object.assign(this, { values, ask, draw, numbered: numbered() });
  }

  async load(failed) {
    const values = this.values();
    const key = JSON.stringify(values);
    if (key === this.#key) return;
    this.#key = key;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const answer = values === undefined ? undefined : await this.ask(this.numbered(values), signal);
      if (!signal.aborted) this.draw(answer);
    } catch (problem) {
      if (this.#key === key) this.#key = undefined;
      if (problem.name === 'AbortError' || signal.aborted) return;
      this.draw(undefined);
      failed(problem);
    }
  }

  close() {
    this.#asking.abort();
  }
}

/** A scene: its frame, what its tiles cost, and what happened to each. */
export function mount(place, inputs) {
  let all;
  let controls;
  let ended = false;
  let map;
  let baseline;
  const top = el('section', { class: 'controls', 'aria-label': 'Scene, codec and cache' });
  const status = el('div', { class: 'progress', role: 'status' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const facts = el('section', { class: 'summary buddyfacts', 'aria-label': 'The frame' });
  const tools = el('div', { class: 'tools' });
  const legend = el('div', { class: 'maplegend' });
  const hover = el('p', { class: 'hover', 'aria-live': 'off' });
  const runs = el('div', { class: 'designs pad' });
  const tilePlace = el('section', { class: 'panel block tilepanel', 'aria-label': 'Tile' });
  const command = el('code');
  const failed = (what) => { problem.textContent = what.message; };
  const stage = new Stage({
    moving: (camera) => ({ ...current(), camera: camera.write(baseline) }),
    rested: (camera) => change({ camera: camera.write(baseline) }),
    choose: (tile) => change({ tile }),
    hover: tell,
    failed,
  });
  const frames = film({ failed });
  const scene = () => all.scenes[Number(current().scene ?? 0)] ?? all.scenes[0];

  const parts = [
    new Part(() => ({ ...frameOf(), look: current().look }), () => stage.show(current()), () => {}),
    new Part(() => replayOf(), (values, signal) => data('traffic', values, signal), drawTraffic),
    new Part(mapValues, (values, signal) => data('tilemap', values, signal), drawMap),
    new Part(() => (current().tile === undefined ? undefined : { ...replayOf(), 'tile-number': current().tile }), (values, signal) => data('tilehistory', values, signal), drawTile),
  ];

  place.append(top, problem, facts, el('div', { class: 'halves wideleft' },
    el('section', { class: 'panel picture', 'aria-label': 'The frame as a picture' }, tools, stage.place, legend, hover),
    el('div', { class: 'stack' }, el('section', { class: 'panel', 'aria-label': 'Back-ends' }, runs), tilePlace)),
  frames.place, el('p', { class: 'hint measured' }, 'The same in figures: ', command));

  function tell(tile) {
    hover.textContent = tile === undefined ? '' : `tile ${format.number(tile)}, column ${tile % stage.tilesX}, row ${Math.floor(tile / stage.tilesX)}${map ? `: ${valueText(map, map.values[tile])}` : ''}`;
  }

  function mapValues() {
    const { figure } = current();
    if (figure === 'none') return undefined;
    return figure === 'difference' ? { ...replayOf(), placement: undefined, figure: 'bytes', difference: 'yes' } : { ...replayOf(), figure };
  }

  function drawTraffic(traffic) {
    if (!traffic) {
      facts.replaceChildren();
      runs.replaceChildren();
      return;
    }
    facts.replaceChildren(...frameFacts(traffic, current()));
    runs.replaceChildren(el('h2', {}, `What moves for this frame, with a cache of ${format.bytes(Number(current().cache)).replace('.0', '')}`), trafficTable(traffic, current(), (placement) => change({ placement })), ...stencilTable(traffic));
  }

  function drawMap(answer) {
    map = answer ? { ...answer, difference: current().figure === 'difference' } : undefined;
    legend.replaceChildren(...legendOf(map), el('p', { class: 'hint' }, stage.fixed ? 'This is seen from one view alone. A click chooses a tile, Shift and arrow keys the next one.' : 'Drag turns, Shift or two fingers move, the wheel or two fingers zoom, a click chooses a tile. Arrow keys turn, + and \u2212 zoom, Shift and arrow keys choose the next tile.'));
    stage.lay(map, Number(current().strength));
    stage.canvas.dataset.map = map ? map.figure : '';
  }

  function drawTile(history) {
    tilePlace.hidden = false;
    tilePlace.replaceChildren(...(history ? tileHistory(history, () => change({ tile: '' })) : [el('p', { class: 'hint' }, 'A click on the frame chooses a tile, and shows all that happened to it: what was read, written and evicted, event by event, and how it was encoded.')]));
  }

  function drawTools() {
    const state = current();
    const up = Math.abs(stage.camera.up[2]) > Math.abs(stage.camera.up[1]) ? 'z' : 'y';
    const overview = (axis) => change({ camera: new OrbitCamera(scene().overviews[axis]).write(baseline) });
    const button = (text, title, action, id) => el('button', { type: 'button', class: 'small', id, title, 'aria-label': title, on: { click: action } }, text);
    tools.replaceChildren(
      switcher('Shown', [['shaded', 'Shaded'], ['depth', 'Depth'], ...(targetOf(scene()).stencil || state.look === 'stencil' ? [['stencil', 'Stencil']] : [])], state.look, (value) => change({ look: value })),
      chooser('map', [['none', 'none'], ...all.figures.map((each) => [each.name, each.name]), ['difference', 'bytes, pre \u2212 post']], state.figure, (value) => change({ figure: value }), { id: 'figure' }),
      state.figure === 'none' ? '' : el('label', { class: 'choice' }, el('span', {}, 'strength'), el('input', { type: 'range', id: 'strength', min: 0, max: 1, step: 0.05, value: state.strength, on: { input: (event) => stage.lay(map, Number(event.target.value)), change: (event) => change({ strength: event.target.value }) } })),
      el('div', { class: 'buttons' },
        ...(stage.fixed ? [] : [switcher('Up', [['y', 'y up'], ['z', 'z up']], up, overview),
        button('Whole', 'The whole scene fills the frame', () => overview(up), 'whole'),
        button('Reset', "The scene's own view", () => change({ camera: '' }), 'reset')]),
        map ? button('CSV', 'Save the map as CSV', saveCsv, 'save-csv') : '',
        button('Save', 'Save the picture', () => stage.canvas.toBlob((blob) => download(`${scene().label}.png`, blob)), 'save')));
  }

  function saveCsv() {
    const lines = map.values.map((value, tile) => [tile, tile % map.tilesX, Math.floor(tile / map.tilesX), map.modes.length ? map.modes[value] : value].join(','));
    download(`${scene().label}-${map.figure}.csv`, new Blob([`tile,column,row,${map.figure}\n${lines.join('\n')}\n`], { type: 'text/csv' }));
  }

  /** A camera for the command, where it is not the scene's first. */
  function fromFirst(camera) {
    const first = new OrbitCamera(scene().path[0]);
    const text = camera.write(first, 17);
    return text === first.write(first, 17) ? undefined : text;
  }

  async function draw() {
    const state = current();
    if (Number(state.scene ?? 0) >= all.scenes.length) {
      change({ scene: '' });
      return;
    }
    // Of a frame it has to be said of how many it is one.
    if (state.frame !== undefined && Number(state.frames) !== framesOf(scene())) {
      change({ frames: framesOf(scene()) });
      return;
    }
    settled(false);
    problem.textContent = '';
    controls.draw();
    baseline = OrbitCamera.on(scene().path, Number(state.frame ?? 0), state.frame === undefined ? 1 : Number(state.frames ?? 1));
    let camera = new OrbitCamera(baseline);
    try {
      if (state.camera) camera = OrbitCamera.read(state.camera, baseline);
    } catch {
      // The server says what is wrong with it.
    }
    stage.look(camera, extentOf(scene()), !targetOf(scene()).turns);
    const [width, height] = (state.samples ?? '8x8').split('x').map(Number);
    stage.tiles(width, height);
    const tile = state.tile === undefined ? undefined : Number(state.tile);
    stage.mark(tile);
    tell(tile);
    about(scene().label);
    stage.lay(map, Number(state.strength));
    status.replaceChildren(el('div', { class: 'bar working' }));
    drawTools();
    frames.draw(scene());
    command.textContent = commandOf(state, scene(), state.camera || scene().seconds === 0 && !scene().recorded ? fromFirst(camera) : undefined);
    const mine = JSON.stringify(state);
    await Promise.all(parts.map((each) => each.load(failed)));
    if (ended || mine !== JSON.stringify(current())) return;
    drawTools();
    status.replaceChildren(...scene().remarks.map((each) => el('span', { class: 'hint' }, `${each}; \u201cy up\u201d switches`)));
    settled(true);
  }

  data('scenes').then((answer) => {
    if (ended) return;
    all = answer;
    controls = choices(all, status);
    top.replaceChildren(...controls.parts);
    draw();
  }).catch((what) => { failed(what); settled(true); });
  return {
    update() {
      if (all) draw();
    },
    unmount() {
      ended = true;
      parts.forEach((each) => each.close());
      stage.close();
      frames.close();
    },
  };
}
