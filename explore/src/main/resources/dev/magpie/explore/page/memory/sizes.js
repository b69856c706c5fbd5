import { act, coding, data } from '../api.js';

const SOON = 120;
const LATER = 400;
// A file that is written anew is noticed.
const SELDOM = 5000;
const RUNNING = new Set(['waiting', 'training', 'sampling', 'measuring', 'resting']);

/** Sizes of a snapshot's blocks under a codec, as they become known: a page asks for what has changed. */
export class Sizes {
  /** By tensor; undefined until it is known. */
  measured = [];

  state = { phase: 'waiting', version: 0 };

  #values;

  #told;

  #timer;

  #closing = new AbortController();

  #asked = 0;

  constructor(snapshot, state, told) {
    this.#values = { s: snapshot, ...coding(state) };
    this.#told = told;
    this.#ask();
  }

  get settled() {
    return !RUNNING.has(this.state.phase);
  }

  close() {
    clearTimeout(this.#timer);
    this.#closing.abort();
  }

  async stop() {
    this.#take(await act('sizes', { ...this.#values, since: this.state.version, run: 'stop' }));
  }

  /** Measures files that were written anew as they are now. */
  async again() {
    await act('sizes', { ...this.#values, run: 'again' });
    location.reload();
  }

  async goOn() {
    this.#take(await act('sizes', { ...this.#values, since: this.state.version, run: 'on' }));
    this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    try {
      this.#take(await data('sizes', { ...this.#values, since: this.state.version }, this.#closing.signal));
    } catch (problem) {
      if (this.#closing.signal.aborted) return;
      this.state = { ...this.state, phase: 'failed', problem: problem.message };
      this.#told(this);
      return;
    }
    if (this.state.phase !== 'failed') this.#timer = setTimeout(() => this.#ask(), this.settled ? SELDOM : this.#asked++ < 8 ? SOON : LATER);
  }

  #take(answer) {
    if (this.#closing.signal.aborted) return;
    for (const each of answer.tensors) this.measured[each.index] = each;
    const same = this.settled && answer.version === this.state.version && answer.phase === this.state.phase && JSON.stringify(answer.changes) === JSON.stringify(this.state.changes);
    this.state = answer;
    if (same) return;
    this.#told(this);
  }
}

/** Bytes that an allocation takes in whole accesses, estimated from its sample where that is all. */
export function effective(tensor, measured) {
  if (!measured || !measured.blocks) return tensor.bytes;
  return measured.exact ? Math.min(tensor.bytes, measured.effectiveBytes) : tensor.bytes * Math.min(1, 1 / measured.effectiveRatio);
}

/** The share of its bytes that are not moved. */
export function savedShare(tensor, measured) {
  if (!measured || !measured.blocks) return undefined;
  return 1 - 1 / Math.max(measured.effectiveRatio, 1e-9);
}
