import { breakable, el } from '../dom.js';
import * as format from '../format.js';
import { classLegend, sharesBar } from './shares.js';

/** The figures over all of a snapshot, and how far they are known. */
export function summary() {
  const place = el('section', { class: 'summary', 'aria-label': 'All tensors together' });
  return {
    place,
    draw(model) {
      const { total, classes, phase } = model.sizes.state;
      const unknown = phase === 'failed' ? '\u2013' : '\u2026';
      const other = model.otherSizes?.state.total;
      const estimated = total && !total.exact;
      const about = (text) => (estimated ? `\u2248\u202f${text}` : text);
      const saved = total ? 1 - 1 / total.effectiveRatio : undefined;
      const otherSaved = other ? 1 - 1 / other.effectiveRatio : undefined;
      place.replaceChildren(
        fact('Memory', format.bytes(model.list.bytes), format.count(model.tensors.length, 'tensor'), other && format.bytes(model.other.bytes), model.otherLabel),
        fact('Effective ratio', total ? about(format.ratio(total.effectiveRatio)) : unknown, total ? `raw ${about(format.ratio(total.rawRatio))}` : phase === 'failed' ? 'not measured' : 'being sampled', other && format.ratio(other.effectiveRatio), model.otherLabel),
        fact('Saved', total ? about(format.percent(saved)) : unknown, total ? about(format.bytes(model.list.bytes * saved)) : '', other && format.change(otherSaved - saved), model.otherLabel, otherSaved - saved),
        el('div', { class: 'fact wide' }, el('h3', {}, 'Blocks by bytes moved'),
          total ? [sharesBar(total.shares, classes), classLegend(classes, total.shares, about)] : phase === 'failed' ? '' : el('span', { class: 'bar working' })));
    },
  };
}

function fact(title, value, more, there, otherLabel, gain = 0) {
  return el('div', { class: 'fact' }, el('h3', {}, title), el('p', { class: 'value' }, value), el('p', { class: 'more' }, more),
    there ? el('p', { class: `beside${gain > 0 ? ' more' : gain < 0 ? ' less' : ''}` }, breakable(otherLabel), `: ${there}`) : '');
}

const WORDS = {
  waiting: 'about to begin',
  training: 'training',
  sampling: 'sampling',
  measuring: 'sampled; becoming exact',
  resting: 'going on',
};

/** What is said of files that were written since. */
function changed({ rewritten = [], replaced = [] } = {}, again) {
  const names = (files) => (files.length > 2 ? `${files[0]} and ${format.count(files.length - 1, 'more file', 'more files')}` : files.join(' and '));
  return [
    ...(replaced.length ? [el('span', { class: 'problem' }, `${names(replaced)}: replaced, or cut short, since it was opened; start explore again to see what is there now`)] : []),
    ...(rewritten.length ? [el('span', { class: 'problem' }, `${names(rewritten)}: written anew since it was measured`), again()] : []),
  ];
}

/** How far a measurement is, and what stops it. */
export function progress() {
  const place = el('div', { class: 'progress', role: 'status', 'aria-live': 'polite' });
  let before;
  return {
    place,
    draw(model) {
      const { phase, problem, bytes, measuredBytes, training, changes } = model.sizes.state;
      const share = bytes ? Math.min(1, measuredBytes / bytes) : 1;
      const key = `${phase} ${phase === 'measuring' ? Math.round(100 * share) : ''} ${problem} ${training} ${JSON.stringify(changes)}`;
      if (key === before) return;
      before = key;
      const button = (text, action) => el('button', { type: 'button', class: 'small', on: { click: action } }, text);
      const bar = () => el('span', { class: 'bar', 'aria-hidden': 'true' }, el('i', { style: { width: `${100 * share}%` } }));
      place.replaceChildren(...changed(changes, () => button('Measure again', () => model.sizes.again())), ...({
        done: () => [el('span', { class: 'exact' }, `\u2713 exact${training ? `; ${training}` : ''}`)],
        failed: () => [el('span', { class: 'problem' }, problem), button('Try again', () => model.sizes.goOn())],
        stopped: () => [bar(), el('span', {}, `stopped at ${format.percent(share, 0)}; the rest is sampled`), button('Go on', () => model.sizes.goOn())],
      }[phase]?.() ?? [bar(), el('span', {}, WORDS[phase] ?? phase), phase === 'measuring' ? el('span', { 'aria-hidden': 'true' }, format.percent(share, 0)) : '', button('Stop', () => model.sizes.stop())]).filter(Boolean));
    },
  };
}
