import { data } from '../api.js';
import { effective, savedShare, Sizes } from './sizes.js';

/** Before a figure of a sample. */
export const ABOUT = '\u2248\u202f';

const lists = new Map();

/** The tensors of a snapshot; asked for once. */
export function tensorsOf(snapshot) {
  if (!lists.has(snapshot)) {
    const list = data('tensors', { s: snapshot });
    list.catch(() => lists.delete(snapshot));
    lists.set(snapshot, list);
  }
  return lists.get(snapshot);
}

/** A snapshot and its sizes, and another one beside it where two are compared. */
export class Model {
  constructor(list, other, state, told) {
    this.list = list;
    this.tensors = list.tensors;
    this.other = other;
    this.otherLabel = other?.label;
    this.manyFiles = new Set(list.tensors.map((each) => each.place)).size > 1;
    this.sizes = new Sizes(state.s, state, () => told());
    if (other) {
      const here = new Set(list.tensors.map((tensor) => tensor.key));
      this.onlyThere = other.tensors.filter((tensor) => !here.has(tensor.key)).length;
      this.there = new Map(other.tensors.map((tensor, index) => [tensor.key, index]));
      this.otherSizes = new Sizes(state.against, state, () => told());
    }
  }

  static async open(state, told) {
    const list = tensorsOf(state.s);
    const other = state.against !== undefined && state.against !== state.s ? tensorsOf(state.against) : undefined;
    return new Model(await list, await other, state, told);
  }

  close() {
    this.sizes.close();
    this.otherSizes?.close();
  }

  get settled() {
    return this.sizes.settled && (this.otherSizes?.settled ?? true);
  }

  /** All that is known of a tensor. */
  of(index) {
    const tensor = this.tensors[index];
    const measured = this.sizes.measured[index];
    const share = savedShare(tensor, measured);
    const known = {
      index, tensor, measured, share,
      saved: measured ? tensor.bytes - effective(tensor, measured) : undefined,
      ratio: measured?.effectiveRatio,
      about: measured && !measured.exact ? ABOUT : '',
    };
    if (this.other) {
      const there = this.there.get(tensor.key);
      known.otherIndex = there;
      const otherMeasured = there === undefined ? undefined : this.otherSizes.measured[there];
      if (otherMeasured && !otherMeasured.exact) known.about = ABOUT;
      const otherShare = there === undefined ? undefined : savedShare(this.other.tensors[there], otherMeasured);
      known.otherRatio = otherMeasured?.effectiveRatio;
      known.gain = share !== undefined && otherShare !== undefined ? otherShare - share : undefined;
    }
    return known;
  }

  /** The most that can be saved: all but one access of each block. */
  get most() {
    const { blockBytes = 128, magBytes = 32 } = this.sizes.state;
    return Math.max(1 / 256, 1 - magBytes / blockBytes);
  }
}

const KEYS = {
  saved: (known) => known.saved ?? -1,
  ratio: (known) => known.ratio ?? 0,
  size: (known) => known.tensor.bytes,
  // What differs most, whichever way.
  gain: (known) => (known.gain === undefined ? -1 : Math.abs(known.gain)),
};
const natural = new Intl.Collator('en', { numeric: true }).compare;

/** What a search finds, in an order; words of the search must all be in path, name or type. */
export function ranking(model, { q = '', sort, order }) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [];
  model.tensors.forEach((tensor, index) => {
    const text = `${tensor.place} ${tensor.name} ${tensor.type}`.toLowerCase();
    if (words.every((word) => text.includes(word))) found.push(model.of(index));
  });
  const key = KEYS[sort];
  const sign = order === 'up' ? 1 : -1;
  const names = (a, b) => natural(a.tensor.name, b.tensor.name) || natural(a.tensor.place, b.tensor.place);
  return found.sort((a, b) => (key ? sign * (key(a) - key(b)) || names(a, b) : sign * names(a, b)));
}
