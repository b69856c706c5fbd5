import { el } from './dom.js';
import { bytes, count } from './format.js';
import { current, linkTo } from './state.js';

// Kinds of inputs, and what one is called.
const KINDS = [['snapshots', 'snapshot'], ['scenes', 'scene'], ['runs', 'run'], ['results', 'laboratory run']];

/** One by its label, several by how many there are of each kind. */
function told(all) {
  if (all.length === 1) return all[0].label;
  return KINDS.map(([, what]) => [all.filter((each) => each.what === what).length, what])
    .filter(([many]) => many > 0).map(([many, what]) => count(many, what)).join(', ');
}

/** What every page has around it: its name, the views, and where all comes from. */
export function frame(inputs, views) {
  const tabs = views.filter((view) => view.title).map((view) =>
    el('a', { href: linkTo({ view: view.id }), 'data-view': view.id }, view.title));
  // A view is opened with what is chosen at that moment.
  for (const tab of tabs) tab.addEventListener('pointerdown', () => { tab.href = linkTo({ view: tab.dataset.view, a: '', b: '' }); });
  for (const tab of tabs) tab.addEventListener('focus', () => { tab.href = linkTo({ view: tab.dataset.view, a: '', b: '' }); });
  const place = el('main', { id: 'view', tabindex: '-1' });
  const all = KINDS.flatMap(([kind, what]) => inputs[kind].map((each) => ({ ...each, what })));
  const total = all.reduce((sum, each) => sum + each.bytes, 0);
  const remarks = all.flatMap((each) => each.remarks);
  const parts = [
    el('a', { class: 'skip', href: '#view', on: { click: (event) => { event.preventDefault(); place.focus(); } } }, 'To the content'),
    el('header', { class: 'top' },
      el('span', { class: 'brand' }, el('img', { src: 'icon.svg', alt: '', width: '22', height: '22' }), 'Magpie', el('span', {}, 'explore')),
      el('nav', { 'aria-label': 'Views' }, tabs),
      el('p', { class: 'inputs' }, told(all), ' ', total ? el('span', {}, bytes(total)) : '')),
    place,
    el('footer', { class: 'bottom' },
      remarks.length ? el('details', {}, el('summary', {}, count(remarks.length, 'remark'), ' on the files'), el('ul', {}, remarks.map((each) => el('li', {}, each)))) : undefined,
      el('p', {}, el('code', {}, inputs.command)),
      el('p', {}, `Magpie ${inputs.version}, started ${inputs.started}`)),
  ];
  return {
    parts,
    place,
    mark(id) {
      for (const tab of tabs) {
        if (tab.dataset.view === id) tab.setAttribute('aria-current', 'page');
        else tab.removeAttribute('aria-current');
      }
      document.title = `${(inputs.snapshots[Number(current().s)] ?? all[0]).label} \u2013 Magpie explore`;
    },
  };
}
