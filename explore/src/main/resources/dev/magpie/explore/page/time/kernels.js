import { el } from '../dom.js';
import * as format from '../format.js';
import { ofState, shares, STATE_ORDER } from './inks.js';

/** What schedulers did as a bar of shares. */
export function stateBar(counts, name) {
  const parts = shares(counts);
  return el('span', { class: 'shares', role: 'img', 'aria-label': `${name}: ${parts.map(([state, share]) => `${state} ${format.percent(share)}`).join(', ')}` },
    parts.map(([state, share]) => el('i', { title: `${state} ${format.percent(share)}`, style: { width: `${100 * share}%`, background: ofState(state) } })));
}

function nearest({ instructions, operations }) {
  const floats = operations.count > 0 && operations.share > instructions.share;
  const roof = floats ? operations : instructions;
  return [roof.share, roof.attainable < roof.peak ? 'bandwidth' : floats ? 'float units' : 'schedulers'];
}

/**
 * Kernels of the system that is looked at, with what each gains on the others.
 *
 * @param choose is called with a kernel whose lines are to be seen
 */
export function kernelTable(choose) {
  const legend = el('ul', { class: 'legend' });
  const place = el('div', { class: 'heat', tabindex: '0', role: 'region', 'aria-label': 'Kernels' });
  return {
    parts: [legend, place],
    draw(outcome, chosen, compared, names) {
      const present = new Set(outcome.kernels.flatMap((each) => shares(each.counters.core).map(([state]) => state)));
      legend.replaceChildren(...STATE_ORDER.filter((each) => present.has(each)).map((each) => el('li', {}, el('i', { style: { background: ofState(each) } }), each)));
      const speedups = new Map((compared?.kernels ?? []).map((each) => [each.kernel, each.speedups]));
      const others = compared ? names.slice(1) : [];
      const heads = ['kernel', 'launches', 'of the time', 'cycles', 'IPC', 'schedulers', 'L1 hits', 'L2 hits', 'DRAM', 'of its roof', 'nearest roof', ...others.map((name) => `speedup on ${name}`)];
      place.replaceChildren(el('table', { class: 'kernels' },
        el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))),
        el('tbody', {}, outcome.kernels.map((each) => {
          const { core, l2, dram } = each.counters;
          const [share, roof] = nearest(each.roofline);
          const own = speedups.get(each.kernel) ?? [];
          return el('tr', { 'data-kernel': each.kernel, class: each.kernel === chosen ? 'chosen' : false },
            el('th', { scope: 'row' }, el('button', { type: 'button', class: 'link', title: each.demangled, 'aria-pressed': String(each.kernel === chosen), on: { click: () => choose(each.kernel) } }, outcome.names[each.kernel] ?? each.kernel)),
            el('td', {}, format.number(each.launches)), el('td', {}, format.percent(each.share)), el('td', {}, format.number(core.cycles)), el('td', {}, core.ipc.toFixed(2)),
            el('td', { class: 'states' }, stateBar(core, 'schedulers')),
            el('td', {}, format.percent(core.l1.hitRate ?? NaN)), el('td', {}, format.percent(l2.hitRate ?? NaN)), el('td', {}, `${dram.bandwidth.toFixed(1)}\u00a0GB/s`),
            el('td', {}, format.percent(share ?? NaN)), el('td', {}, roof),
            ...others.map((_, i) => el('td', { class: own[i + 1] > 1.005 ? 'gain' : own[i + 1] < 0.995 ? 'loss' : false }, own[i + 1] === null || own[i + 1] === undefined ? '\u2013' : own[i + 1].toFixed(3))));
        }))));
    },
  };
}
