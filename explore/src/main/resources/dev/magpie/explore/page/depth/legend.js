import { rgb } from '../colors.js';
import { el } from '../dom.js';
import * as format from '../format.js';
import { gradient, modeColor } from './palette.js';

/** A value with its unit; whole numbers have no digits behind the point. */
export function valueText(map, value) {
  if (map.modes.length) return map.modes[value];
  const text = Number.isInteger(value) ? format.number(Math.abs(value)) : Math.abs(value).toFixed(2);
  const sign = map.difference ? (value > 0 ? '+' : value < 0 ? '\u2212' : '') : '';
  return `${sign}${text}${map.unit ? `\u00a0${map.unit}` : ''}`;
}

/** What the colours of a map say. */
export function legendOf(map) {
  if (!map) return [];
  const about = el('p', { class: 'hint' }, `Of each tile: ${map.meaning}.`);
  if (map.modes.length) {
    return [el('ul', { class: 'legend' }, map.modes.map((name, i) =>
      el('li', {}, el('i', { style: { background: rgb(modeColor(name, i)) } }), name, el('b', {}, format.number(map.tilesOfModes[i]))))), about];
  }
  const beyond = Math.max(Math.abs(map.least), Math.abs(map.most)) > map.scale;
  return [el('div', { class: 'scale' },
    el('span', {}, valueText(map, map.difference ? -map.scale : 0)), el('i', { style: { background: gradient(map) } }),
    el('span', {}, `${valueText(map, map.scale)}${beyond ? ' and beyond' : ''}`)),
  el('p', { class: 'hint' }, `Of each tile: ${map.meaning}; ${valueText(map, map.least)} to ${valueText(map, map.most)}, together ${valueText(map, map.total)}.`)];
}
