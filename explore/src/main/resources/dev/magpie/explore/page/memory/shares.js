import { el } from '../dom.js';
import { classColor, inkOn, rgb } from '../colors.js';

/** The shares of blocks in each class of sizes, as one bar. */
export function sharesBar(shares, classes) {
  const bar = el('span', { class: 'shares', role: 'img', 'aria-label': shares.map((share, i) => `${classes[i]}: ${share.toFixed(1)} %`).join(', ') });
  fillShares(bar, shares);
  return bar;
}

export function fillShares(bar, shares) {
  while (bar.children.length < shares.length) bar.append(el('i'));
  while (bar.children.length > shares.length) bar.lastChild.remove();
  shares.forEach((share, i) => {
    bar.children[i].style.width = `${share}%`;
    bar.children[i].style.background = rgb(classColor(i, shares.length));
  });
}

/** What the colours of the classes mean, with the share of each. */
export function classLegend(classes, shares, about = (text) => text) {
  return el('ul', { class: 'legend' }, classes.map((name, i) => {
    const color = classColor(i, classes.length);
    return el('li', {}, el('i', { style: { background: rgb(color), color: inkOn(color) } }), name,
      shares ? el('b', {}, about(`${shares[i].toFixed(1)}\u00a0%`)) : undefined);
  }));
}
