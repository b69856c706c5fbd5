import { settled } from './errors.js';
import { data } from './api.js';
import { begin, change, current, onChange } from './state.js';
import { el } from './dom.js';
import { frame } from './frame.js';
import { about } from './title.js';

// A view is a module with mount(place, inputs), which returns { update, unmount }. Those are there that apply
// to the kinds of inputs that there are; one without a title is opened from another.
const hasSnapshots = (inputs) => inputs.snapshots.length > 0;
const hasResults = (inputs) => inputs.results.length > 0;
const VIEWS = [
  { id: 'memory', title: 'Memory', applies: hasSnapshots, load: () => import('./memory/view.js') },
  { id: 'tensor', within: 'memory', applies: hasSnapshots, load: () => import('./memory/tensor.js') },
  { id: 'buddy', title: 'Buddy', applies: hasSnapshots, load: () => import('./buddy/view.js') },
  { id: 'series', title: (inputs) => (inputs.series ? 'Over time' : 'Side by side'), applies: (inputs) => inputs.snapshots.length > 1, load: () => import('./memory/series.js') },
  { id: 'depth', title: 'Depth', applies: (inputs) => inputs.scenes.length > 0, load: () => import('./depth/view.js') },
  { id: 'time', title: 'Time', applies: (inputs) => inputs.runs.length > 0, load: () => import('./time/view.js') },
  { id: 'lab', title: 'Laboratory', applies: hasResults, load: () => import('./lab/view.js') },
  { id: 'experiment', within: 'lab', applies: hasResults, load: () => import('./lab/experiment.js') },
  { id: 'query', title: 'SQL', applies: hasResults, load: () => import('./lab/query.js') },
];

const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

const isOpening = (inputs) => inputs.state === 'opening';

/** The views that there are, with what they are called. */
const viewsOf = (inputs) => VIEWS.filter((view) => view.applies(inputs))
  .map((view) => ({ ...view, title: typeof view.title === 'function' ? view.title(inputs) : view.title }));

async function asked() {
  const inputs = await data('inputs');
  if (inputs.state === 'failed') throw new Error(inputs.problems[0]);
  return inputs;
}

/** As soon as there is something to look at, and what the link is of. */
async function opened() {
  const wanted = new URLSearchParams(location.hash.slice(1)).get('view');
  for (;;) {
    const inputs = await asked();
    const views = viewsOf(inputs);
    if (!isOpening(inputs) || (wanted ? views.some((view) => view.id === wanted) : views.length > 0)) return inputs;
    document.body.replaceChildren(el('main', { class: 'message', role: 'status' }, el('h1', {}, 'Opening the files'),
      el('p', {}, 'Arrays that are compressed in their files are unpacked first.'), el('div', { class: 'bar working' })));
    await sleep(300);
  }
}

function failed(problem) {
  document.body.replaceChildren(el('main', { class: 'message', role: 'alert' }, el('h1', {}, 'There is nothing to look at'), el('p', {}, problem.message)));
  settled(true);
}

/** What the address does not say. */
function beginWith(inputs, views) {
  const coded = { codec: inputs.codec, mag: String(inputs.magBytes) };
  const systems = ['gtx580|bandwidth-only|none|32', ...(inputs.codec === 'none' ? [] : [`gtx580|bandwidth-only|${coded.codec}|${coded.mag}`])].join(';');
  // Which view is the first is known when all is open; until then the address has it.
  begin({ view: isOpening(inputs) ? '' : views[0].id, ...coded, block: String(inputs.blockBytes), systems });
  if (!current().view) change({ view: views[0].id });
}

/** What an address asks for and is not there is left out; whether anything was. */
function corrected(inputs) {
  const state = current();
  const isThere = { s: inputs.snapshots, against: inputs.snapshots, scene: inputs.scenes };
  const wrong = Object.keys(isThere).filter((key) => state[key] !== undefined && isThere[key].length && !isThere[key][Number(state[key])]);
  if (isOpening(inputs) || !wrong.length) return false;
  change(Object.fromEntries(wrong.map((key) => [key, ''])));
  return true;
}

/** Of snapshots that are open: the one that is looked at, and what it is compared with. */
function takeSnapshots(inputs, isNew) {
  if (!inputs.snapshots.length) return;
  if (!inputs.snapshots[Number(current().s)]) change({ s: '' });
  // What was started to compare begins so.
  if (isNew && inputs.snapshots.length > 1 && !inputs.series) change({ against: 1, sort: 'gain' });
}

async function start() {
  let inputs;
  try {
    inputs = await opened();
  } catch (problem) {
    failed(problem);
    return;
  }
  let views = viewsOf(inputs);
  const isNew = !location.hash;
  beginWith(inputs, views);
  takeSnapshots(inputs, isNew);
  corrected(inputs);
  const page = frame(inputs, views);
  document.body.replaceChildren(...page.parts);
  let shown;
  let turn = 0;
  const show = async () => {
    const view = views.find((each) => each.id === current().view) ?? views[0];
    const mine = ++turn;
    settled(false);
    page.mark(view.within ?? view.id);
    about('');
    shown?.unmount?.();
    shown = undefined;
    const module = await view.load();
    if (mine !== turn) return;
    page.place.replaceChildren();
    scrollTo(0, 0);
    shown = module.mount(page.place, inputs);
    // What had the focus is gone: Tab goes on in what is new.
    if (mine > 1 && document.activeElement === document.body) page.place.focus({ preventScroll: true });
  };
  // Out of what was opened from another view.
  addEventListener('keydown', (event) => {
    const outer = views.find((each) => each.id === current().view)?.within;
    if (event.key === 'Escape' && outer && !event.defaultPrevented && !event.target.closest?.('input, select')) change({ view: outer, a: '', b: '', e: '', c: '' }, { goes: true });
  });
  onChange((state, changed) => {
    if (corrected(inputs)) return;
    if (changed('view') || (state.view === 'tensor' && changed('a', 's'))) show();
    else shown?.update?.(state, changed);
  });
  await show();
  while (isOpening(inputs)) {
    await sleep(500);
    try {
      const hadSnapshots = inputs.snapshots.length > 0;
      Object.assign(inputs, await asked());
      if (!hadSnapshots) takeSnapshots(inputs, isNew);
    } catch (problem) {
      failed(problem);
      return;
    }
    views = viewsOf(inputs);
    page.renew(views);
  }
}

start();
