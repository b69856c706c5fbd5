import { breakable, el } from './dom.js';
import { bytes, count } from './format.js';
import { current, linkTo } from './state.js';
import { within } from './title.js';

// Kinds of inputs, and what one is called.
const KINDS = [['snapshots', 'snapshot'], ['scenes', 'scene'], ['runs', 'run'], ['results', 'laboratory run']];

/** One by its label, several by how many there are of each kind. */
function told(all) {
  if (all.length === 1) return all[0].label;
  return KINDS.map(([, what]) => [all.filter((each) => each.what === what).length, what])
    .filter(([many]) => many > 0).map(([many, what]) => count(many, what)).join(', ');
}

/** Where all comes from: a line for each input. */
function origins(all) {
  const lines = all.map((each) => el('li', {}, breakable(each.input), each.bytes ? el('span', {}, ' ', bytes(each.bytes)) : ''));
  return el('details', {}, el('summary', {}, count(all.length, 'input')), el('ul', {}, lines));
}

/** What every page has around it: its name, the views, and where all comes from. */
export function frame(inputs, views) {
  const place = el('main', { id: 'view', tabindex: '-1' });
  const header = el('header', { class: 'top' });
  const footer = el('footer', { class: 'bottom' });
  let tabs = [];
  let marked;
  const everything = () => KINDS.flatMap(([kind, what]) => inputs[kind].map((each) => ({ ...each, what })));

  /** What a view is of, where that is not what is looked at in it. */
  function inputOf(id) {
    if (id === 'depth' || id === 'time') return '';
    if (id === 'series') return told(everything().filter((each) => each.what === 'snapshot'));
    return ((id === 'lab' || id === 'query' ? undefined : inputs.snapshots[Number(current().s)]) ?? inputs.results[0])?.label ?? '';
  }

  function mark(id) {
    marked = id;
    for (const tab of tabs) {
      if (tab.dataset.view === id) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    const marking = tabs.find((tab) => tab.dataset.view === id);
    within(marking?.textContent ?? '', inputOf(id));
  }

  function renew(newViews) {
    const before = tabs.map((tab) => tab.dataset.view).join();
    const all = everything();
    const total = all.reduce((sum, each) => sum + each.bytes, 0);
    const remarks = [...inputs.problems.map((each) => `left out, since it cannot be opened: ${each}`), ...all.flatMap((each) => each.remarks)];
    const titled = newViews.filter((view) => view.title);
    if (!tabs.length || before !== titled.map((view) => view.id).join()) {
      tabs = titled.map((view) => el('a', { href: linkTo({ view: view.id }), 'data-view': view.id }, view.title));
      // A view is opened with what is chosen at that moment.
      for (const tab of tabs) tab.addEventListener('pointerdown', () => { tab.href = linkTo({ view: tab.dataset.view, a: '', b: '' }); });
      for (const tab of tabs) tab.addEventListener('focus', () => { tab.href = linkTo({ view: tab.dataset.view, a: '', b: '' }); });
    }
    header.replaceChildren(
      el('span', { class: 'brand' }, el('img', { src: 'icon.svg', alt: '', width: '22', height: '22' }), 'Magpie', el('span', {}, 'explore')),
      el('nav', { 'aria-label': 'Views' }, tabs),
      el('p', { class: 'inputs', role: 'status' }, told(all), ' ', total ? el('span', {}, bytes(total)) : '', inputs.state === 'opening' ? ' others are being opened' : ''));
    footer.replaceChildren(
      ...remarks.length ? [el('details', {}, el('summary', {}, count(remarks.length, 'remark'), ' on the files'), el('ul', {}, remarks.map((each) => el('li', {}, each))))] : [],
      origins(all),
      el('p', {}, el('code', {}, inputs.command)),
      el('p', {}, `Magpie ${inputs.version}, started ${inputs.started}`));
    if (marked) mark(marked);
  }

  renew(views);
  const skip = el('a', { class: 'skip', href: '#view', on: { click: (event) => { event.preventDefault(); place.focus(); } } }, 'To the content');
  return { parts: [skip, header, place, footer], place, mark, renew };
}
