import { data } from './api.js';
import { change, current } from './state.js';
import { chooser, el } from './dom.js';

let families;

/** The codecs there are; asked for once. */
export async function codecs() {
  families ??= (await data('codecs')).codecs;
  return families;
}

export function parse(spec) {
  const colon = spec.indexOf(':');
  const name = colon < 0 ? spec : spec.slice(0, colon);
  const settings = new Map();
  if (colon >= 0) {
    for (const part of spec.slice(colon + 1).split(',')) {
      const equals = part.indexOf('=');
      settings.set(equals < 0 ? part : part.slice(0, equals), equals < 0 ? 'true' : part.slice(equals + 1));
    }
  }
  return { name, settings };
}

/** A specification with the settings that differ from their defaults. */
export function spell(family, settings) {
  const given = family.parameters.map((each) => [each.name, settings.get(each.name)])
    .filter(([, value], i) => value !== undefined && value !== '' && value !== family.parameters[i].default);
  return given.length ? `${family.name}:${given.map(([name, value]) => `${name}=${value}`).join(',')}` : family.name;
}

/** Codec, its parameters, block size and MAG: what changes with them is measured anew. */
export function codingControls(all, { entries = false } = {}) {
  const place = el('div', { class: 'coding' });
  const draw = () => {
    const state = current();
    const { name, settings } = parse(state.codec);
    const family = all.find((each) => each.name === name);
    const fits = (each) => entries || each.minimumBlockBytes <= Number(state.block);
    const group = (title, wanted) => ({ group: title, entries: all.filter((each) => fits(each) && wanted(each)).map((each) => [each.name, each.name]) });
    const groups = [
      group('Any data', (each) => !each.lossy && !each.trained),
      group('Trained on this snapshot', (each) => !each.lossy && each.trained),
      group('Lossy elsewhere, exact here', (each) => each.lossy),
    ];
    const set = (parameter, value) => {
      settings.set(parameter.name, value);
      change({ codec: spell(family, settings) });
    };
    const mags = [];
    for (let mag = 1; mag <= Number(state.block); mag *= 2) mags.push([String(mag), `${mag}\u00a0B`]);
    place.replaceChildren(
      chooser('Codec', [...(family ? [] : [[name, name]]), ...groups.filter((each) => each.entries.length)], name, (value) => change({ codec: value }), { id: 'codec' }),
      ...(family?.parameters ?? []).map((each) => field(each, settings.get(each.name) ?? each.default, (value) => set(each, value))),
      ...(entries ? [] : [chooser('Block', ['32', '64', '128', '256'].map((each) => [each, `${each}\u00a0B`]), state.block, (value) => resize(all, value), { id: 'block' }),
      chooser('MAG', mags, state.mag, (value) => change({ mag: value }), { id: 'mag', title: 'Memory access granularity: the bytes that one access moves' })]),
      family ? el('p', { class: 'about' }, family.title, el('span', {}, ` \u00b7 ${family.source}`)) : el('p', { class: 'about problem' }, `no codec is called ${name}`));
  };
  draw();
  return { place, draw };
}

/** A codec that is not for such blocks gives way to one that is. */
function resize(all, block) {
  const state = current();
  const family = all.find((each) => each.name === parse(state.codec).name);
  const fits = family && family.minimumBlockBytes <= Number(block);
  change({ block, mag: Math.min(Number(state.mag), Number(block)), codec: fits ? state.codec : 'bdi' });
}

/** What a parameter is set with. */
export function field(parameter, value, set) {
  const title = parameter.meaning;
  switch (parameter.kind) {
    case 'choice':
      return chooser(parameter.name, parameter.values.map((each) => [each, each]), value, set, { title });
    case 'flag':
      return el('label', { class: 'choice flag', title },
        el('input', { type: 'checkbox', checked: value === 'true', on: { change: (event) => set(event.target.checked ? 'true' : '') } }), el('span', {}, parameter.name));
    case 'whole':
      return el('label', { class: 'choice', title }, el('span', {}, parameter.name),
        el('input', { type: 'number', min: parameter.least, max: parameter.most, value, placeholder: 'auto', on: { change: (event) => { if (event.target.reportValidity()) set(event.target.value); } } }));
    default:
      return combination(parameter, value, set, title);
  }
}

function combination(parameter, value, set, title) {
  const chosen = new Set(value.split('+'));
  const toggle = (member, on) => {
    if (on) chosen.add(member);
    else chosen.delete(member);
    if (chosen.size) set(parameter.values.filter((each) => chosen.has(each)).join('+'));
  };
  return el('fieldset', { class: 'choice members', title }, el('legend', {}, parameter.name), parameter.values.map((member) =>
    el('label', {}, el('input', { type: 'checkbox', checked: chosen.has(member), on: { change: (event) => toggle(member, event.target.checked) } }), member)));
}
