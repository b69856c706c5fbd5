root.dataset.drawn = '0';
const fail = (message) => { root.dataset.errors = `${root.dataset.errors ?? ''}${message}\n`; };
addEventListener('error', (event) => fail(event.message));
addEventListener('unhandledrejection', (event) => fail(event.reason));
addEventListener('securitypolicyviolation', (event) => fail(`blocked: ${event.blockedURI} by ${event.violatedDirective}`));

function buildPage(page) {
  const header = el('header', {},
    el('div', { class: 'title' }, el('h1', {}, ...breakable(page.title)), themeButton()),
    page.subtitle ? el('p', { class: 'subtitle' }, ...inline(page.subtitle)) : '');
  if (page.facts.length) {
    header.append(el('dl', { class: 'facts' }, ...page.facts.map((fact) => el('div', {}, el('dt', {}, fact.name), el('dd', {}, ...breakable(fact.value))))));
  }
  const main = el('main', {}, ...page.sections.map(sectionPart));
  document.body.append(header);
  if (page.sections.length > 2) document.body.append(contents(page.sections, main));
  document.body.append(main, origin(page.provenance));
}

/** Inputs that are named at the foot; more of them open. */
const NAMED = 8;

function origin({ command, inputs, version, written }) {
  const names = (some) => some.flatMap((name, i) => [...(i ? [', '] : []), ...breakable(name)]);
  const files = inputs.length <= NAMED ? names(inputs) : [
    ...names(inputs.slice(0, NAMED)), ' ',
    el('details', {}, el('summary', {}, `and ${inputs.length - NAMED} more`), ...names(inputs.slice(NAMED)))];
  const facts = [['Command', [el('code', {}, ...breakable(command))]], ['Input', files], ['Version', [version]], ['Written', [written]]];
  return el('footer', {}, el('dl', {}, ...facts.filter(([, value]) => value.length)
    .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, ...value)])));
}

function sectionPart(section) {
  const heading = el('h2', {}, el('a', { href: `#${section.id}`, class: 'anchor' }, section.title));
  const elements = section.elements.map(build);
  return el('section', { id: section.id }, ...section.folded
    ? [el('details', { class: 'detail folded' }, el('summary', {}, heading), ...elements)]
    : [heading, ...elements]);
}

/** Opens what a link leads to. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.querySelector(':scope > .folded');
  if (folded) folded.open = true;
  target?.scrollIntoView();
}

/** Beside the page where there is room, else folded above it. */
function contents(sections, main) {
  const links = new Map(sections.map(({ id, title }) => [id, el('a', { href: `#${id}` }, ...breakable(title))]));
  const list = el('details', {}, el('summary', {}, 'Contents'), el('ol', {}, ...[...links.values()].map((link) => el('li', {}, link))));
  const wide = matchMedia('(min-width: 72rem)');
  const place = () => { list.open = wide.matches; };
  wide.addEventListener('change', place);
  place();
  const inView = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target.id);
    const current = sections.find(({ id }) => inView.has(id));
    for (const [id, link] of links) link.toggleAttribute('aria-current', id === current?.id);
  }, { rootMargin: '-10% 0px -60% 0px' });
  main.querySelectorAll('section').forEach((section) => observer.observe(section));
  return el('nav', { 'aria-label': 'Contents' }, list);
}

function isDark() {
  return root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function themeButton() {
  return el('button', {
    type: 'button', class: 'theme', title: 'Light or dark', 'aria-label': 'Light or dark',
    on: {
      click: () => {
        root.dataset.theme = isDark() ? 'light' : 'dark';
        redraw();
      },
    },
  }, '\u25D0');
}

async function drawAll() {
  await drawEach((problem) => {
    if (problem) fail(problem.stack ?? problem);
    else root.dataset.drawn = String(Number(root.dataset.drawn) + 1);
  });
  root.dataset.settled = '';
}

let wasTheme;
let wasClosed = [];
addEventListener('beforeprint', () => {
  wasTheme = root.dataset.theme;
  wasClosed = [...document.querySelectorAll('main details:not([open], .numbers, footer details)')];
  wasClosed.forEach((details) => { details.open = true; });
  root.dataset.theme = 'light';
  root.classList.add('printing');
  redraw();
});
addEventListener('afterprint', () => {
  if (wasTheme) root.dataset.theme = wasTheme;
  else delete root.dataset.theme;
  wasClosed.forEach((details) => { details.open = false; });
  root.classList.remove('printing');
  redraw();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

buildPage(allVisible(JSON.parse(document.getElementById('page').textContent)));
addEventListener('hashchange', openTarget);
openTarget();
let width = document.body.clientWidth;
new ResizeObserver(() => {
  if (document.body.clientWidth === width || root.classList.contains('printing')) return;
  width = document.body.clientWidth;
  redraw();
}).observe(document.body);
document.addEventListener('toggle', (event) => { if (event.target.open && event.target.matches('.detail')) redraw(); }, true);
drawAll();
