import { el } from '../dom.js';
import * as format from '../format.js';
import { rgb } from '../colors.js';
import { modeColor } from './palette.js';

const CAUSES = { drawn: 'drawn to', displaced: 'had to leave the cache', 'frame-end': 'end of the frame' };

function bytes(count) {
  return count ? format.number(count) : '';
}

function caches(step) {
  const parts = [];
  if (step.hits) parts.push(format.count(step.hits, 'hit'));
  if (step.misses) parts.push(step.misses === 1 ? '1\u00a0miss' : `${step.misses}\u00a0misses`);
  if (step.linesLeaving) parts.push(`${format.count(step.linesLeaving, 'line')} out`);
  return parts.join(', ');
}

/** All that happened to a tile, an event a row. */
export function tileHistory(history, close) {
  const { modes } = history;
  const mode = (name) => el('span', { class: 'mode' }, el('i', { style: { background: rgb(modeColor(name, modes.indexOf(name))) } }), name);
  const fact = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));
  const row = (step) => el('tr', {},
    el('td', { class: 'number' }, format.number(step.event)),
    el('td', {}, CAUSES[step.cause], step.cause === 'drawn' ? el('small', {}, ` ${step.passed}\u00a0of\u00a0${step.covered}\u00a0pass`) : ''),
    el('td', {}, caches(step)),
    el('td', { class: 'number read' }, bytes(step.bytesRead)),
    el('td', { class: 'number written' }, bytes(step.bytesWritten)),
    el('td', {}, step.encoded.flatMap((each) => [mode(each), ' ']), step.encoded.length ? el('small', {}, format.count(step.bits, 'bit')) : ''));
  const left = history.moments - history.shown.length;
  return [
    el('div', { class: 'tilehead' }, el('h2', {}, `Tile ${format.number(history.tile)}`), el('span', { class: 'hint' }, `column ${history.column}, row ${history.row}`),
      el('button', { type: 'button', class: 'small', 'aria-label': 'Close the tile', on: { click: close } }, '\u00d7')),
    el('dl', {}, fact('mode at the end', mode(history.mode)), fact('takes', format.count(history.bits, 'bit')), fact('read', `${format.number(history.bytesRead)}\u00a0B`),
      fact('written', `${format.number(history.bytesWritten)}\u00a0B`), fact('hits', format.number(history.hits)), fact('misses', format.number(history.misses))),
    history.moments === 0 ? el('p', { class: 'hint' }, 'Nothing was drawn to it: it stays clear.')
      : el('div', { class: 'fields steps', tabindex: '0', role: 'region', 'aria-label': 'What happened to the tile' }, el('table', {},
        el('thead', {}, el('tr', {}, ['event', 'what', 'cache', 'read\u00a0B', 'written\u00a0B', 'encoded'].map((each) => el('th', { scope: 'col' }, each)))),
        el('tbody', {}, history.shown.map(row)))),
    left > 0 ? el('p', { class: 'hint' }, `${format.number(left)} more are not shown.`) : '',
  ].filter(Boolean);
}
