import { field, parse, spell } from '../controls.js';
import { chooser, el } from '../dom.js';
import * as format from '../format.js';
import { nameAmong } from './system.js';

const WORDS = { waiting: 'about to begin', running: 'running', resting: 'beginning' };

/**
 * The systems that a program is timed on, each with its controls and what it comes to.
 *
 * @param choices GPUs, layouts and codecs that there are
 * @param tell is called with all systems when a person has changed some
 * @param show is called with the number of one that is to be looked at
 */
export function systemCards(choices, { tell, show }) {
  const place = el('section', { class: 'systems', 'aria-label': 'Systems' });
  let cards = [];

  function build(systems) {
    cards = systems.map((system, i) => card(systems, system, i));
    place.replaceChildren(...cards.map((each) => each.place));
  }

  function card(systems, system, which) {
    const change = (changes) => tell(systems.map((each, i) => (i === which ? fitting({ ...each, ...changes }, changes) : each)));
    const controls = el('div', { class: 'coding' }, controlsOf(system, which, change));
    const look = el('button', { type: 'button', class: 'small look', on: { click: () => show(which) } }, 'Look at this one');
    const drop = systems.length > 1 ? el('button', { type: 'button', class: 'small', 'aria-label': `Remove system ${which + 1}`, on: { click: () => tell(systems.filter((_, i) => i !== which)) } }, '\u00d7') : '';
    const state = el('div', { class: 'state', role: 'status' });
    const figures = el('dl', { class: 'figures' });
    return {
      place: el('article', { class: 'panel system', 'aria-label': `System ${which + 1}` },
        el('div', { class: 'head' }, el('h2', {}, nameAmong(systems, which)), el('div', { class: 'buttons' }, systems.length > 1 ? look : '', drop)), controls, state, figures),
      look, state, figures, before: undefined,
    };
  }

  /** A layout without a codec has none, and whoever chooses one that needs links gets a GPU that has some. */
  function fitting(system, changes) {
    const layout = choices.layouts.find((each) => each.name === parse(system.layout).name);
    const next = { ...system };
    if (!layout.hasCodec) next.codec = 'none';
    else if (next.codec === 'none' && layout.name !== 'bandwidth-only') next.codec = 'bpc';
    if (layout.name === 'buddy') next.mag = '32';
    if (changes.layout && layout.needsLinks && !choices.gpus.find((each) => each.name === next.gpu)?.hasLinks) next.gpu = choices.gpus.find((each) => each.hasLinks).name;
    return next;
  }

  function controlsOf(system, which, change) {
    const layout = parse(system.layout);
    const family = choices.layouts.find((each) => each.name === layout.name) ?? choices.layouts[0];
    const coded = parse(system.codec);
    const codec = choices.codecs.find((each) => each.name === coded.name);
    const set = (key, of, settings) => (parameter) => (value) => {
      settings.set(parameter.name, value);
      change({ [key]: spell(of, settings) });
    };
    const setLayout = set('layout', family, layout.settings);
    const setCodec = codec && set('codec', codec, coded.settings);
    const layoutFields = () => family.parameters.map((each) => field(each, layout.settings.get(each.name) ?? each.default, setLayout(each)));
    // What is lossy changes what programs compute, and cannot be replayed.
    const codecs = choices.codecs.filter((each) => !each.lossy && each.minimumBlockBytes <= 128 && (each.name !== 'none' || family.name === 'bandwidth-only'));
    return [
      chooser('GPU', choices.gpus.map((each) => [each.name, each.name]), system.gpu, (gpu) => change({ gpu }), { id: `gpu-${which}`, title: choices.gpus.find((each) => each.name === system.gpu)?.description }),
      ...(family.hasCodec ? [chooser('Codec', codecs.map((each) => [each.name, each.name]), coded.name, (value) => change({ codec: value }), { id: `codec-${which}`, title: codec?.title }),
        ...(codec?.parameters ?? []).map((each) => field(each, coded.settings.get(each.name) ?? each.default, setCodec(each)))] : []),
      chooser('Layout', choices.layouts.map((each) => [each.name, each.name]), layout.name, (value) => change({ layout: value }), { id: `layout-${which}`, title: family.title }),
      ...(family.parameters.length > 2 ? [] : layoutFields()),
      ...(family.name === 'buddy' ? [] : [chooser('MAG', ['16', '32', '64', '128'].map((each) => [each, `${each}\u00a0B`]), system.mag, (mag) => change({ mag }), { id: `mag-${which}`, title: 'Memory access granularity: the bytes that one access moves' })]),
      ...(family.parameters.length > 2 ? [el('details', { class: 'more', open: layout.settings.size > 0 }, el('summary', {}, `${family.name}\u2019s parameters`), el('div', { class: 'coding' }, layoutFields()))] : []),
    ];
  }

  /** What each comes to, over the first. */
  function draw(runs, shown, compared) {
    cards.forEach((each, i) => {
      const run = runs[i];
      if (!run) return;
      const chosen = i === shown;
      each.place.classList.toggle('shown', chosen && runs.length > 1);
      each.look.setAttribute('aria-pressed', String(chosen));
      each.look.textContent = chosen ? 'Shown below' : 'Look at this one';
      drawState(each, run);
      each.figures.replaceChildren(...(run.outcome ? figuresOf(run.outcome, i, compared) : []));
    });
  }

  function drawState(card, run) {
    const { phase, problem, issued, warpInstructions, ended } = run.state;
    const share = warpInstructions ? Math.min(1, issued / warpInstructions) : undefined;
    const key = `${phase} ${share === undefined ? issued : Math.round(200 * share)} ${ended} ${problem}`;
    if (key === card.before) return;
    card.before = key;
    const button = (text, action) => el('button', { type: 'button', class: 'small', on: { click: action } }, text);
    const bar = () => (share === undefined ? el('span', { class: 'bar working', 'aria-hidden': 'true' }) : el('span', { class: 'bar', 'aria-hidden': 'true' }, el('i', { style: { width: `${100 * share}%` } })));
    const far = () => `${share === undefined ? `${format.number(issued)} warp-instructions` : format.percent(share, 0)}, ${format.count(ended, 'launch', 'launches')}`;
    card.state.replaceChildren(...({
      done: () => [],
      failed: () => [el('span', { class: 'problem' }, problem), button('Try again', () => run.goOn())],
      stopped: () => [el('span', {}, `stopped at ${far()}`), button('Begin anew', () => run.goOn())],
    }[phase]?.() ?? [bar(), el('span', {}, `${WORDS[phase] ?? phase}: ${far()}`), button('Stop', () => run.stop())]));
  }

  function figuresOf(outcome, which, compared) {
    const over = compared?.runs[which];
    const times = (value) => (which > 0 && over ? `\u00d7\u202f${value.toFixed(3)}` : '');
    const pair = (title, value, more) => el('div', {}, el('dt', {}, title), el('dd', {}, value, more ? el('small', {}, more) : ''));
    return [
      pair('time', format.seconds(outcome.seconds), which > 0 && over ? `${over.speedup.toFixed(3)}\u202f\u00d7 as fast` : `${format.number(outcome.cycles)} cycles`),
      pair('DRAM', format.bytes(outcome.dram.bytes), times(over?.traffic) || `${format.percent(outcome.dram.utilization)} of its peak`),
      pair('energy', format.joules(outcome.joules.total), times(over?.energy)),
      pair('IPC', outcome.ipc.toFixed(2)),
      pair('L2 hits', format.percent(outcome.l2.hitRate)),
      ...(outcome.codec === 'none' ? [] : [pair('effective ratio', format.ratio(outcome.blocks.effectiveRatio), `raw ${format.ratio(outcome.blocks.rawRatio)}`)]),
      ...(outcome.buddy ? [pair('to buddy memory', format.percent(outcome.buddy.buddyShare, 2), `target ${outcome.buddy.targets}`)] : []),
      ...(outcome.link ? [pair('links', format.percent(Math.max(outcome.link.utilizationTo, outcome.link.utilizationFrom)), 'of their peak')] : []),
      ...(outcome.unified ? [pair('page faults', format.number(outcome.unified.faults))] : []),
    ];
  }

  return { place, build, draw };
}
