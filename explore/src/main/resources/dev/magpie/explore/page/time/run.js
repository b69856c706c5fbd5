import { act, data } from '../api.js';

const SOON = 150;
const LATER = 500;
const RUNNING = new Set(['waiting', 'running', 'resting']);

/** A program on one system, as its time goes on: a page asks for the launches that it has not seen. */
export class Run {
  state = { phase: 'waiting', issued: 0, warpInstructions: 0, ended: 0 };

  /** That have ended, as long as the outcome is not there. */
  launches = [];

  #values;

  #told;

  #timer;

  #closing = new AbortController();

  #asked = 0;

  constructor(values, told) {
    this.#values = values;
    this.#told = told;
    this.#ask();
  }

  get system() {
    return this.#values.system;
  }

  get outcome() {
    return this.state.outcome;
  }

  get settled() {
    return !RUNNING.has(this.state.phase);
  }

  close() {
    clearTimeout(this.#timer);
    this.#closing.abort();
  }

  stop() {
    return this.#act('stop');
  }

  goOn() {
    return this.#act('on');
  }

  /** What the server has of it beyond the outcome, once that is there. */
  part(name, values) {
    return data(name, { ...this.#values, ...values }, this.#closing.signal);
  }

  async #act(run) {
    try {
      this.#take(await act('replay', { ...this.#values, launches: this.launches.length, run }));
    } catch (problem) {
      this.#fail(problem);
    }
    if (!this.settled || run === 'stop') this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    try {
      this.#take(await data('replay', { ...this.#values, launches: this.launches.length }, this.#closing.signal));
    } catch (problem) {
      this.#fail(problem);
      return;
    }
    if (!this.settled) this.#timer = setTimeout(() => this.#ask(), this.#asked++ < 12 ? SOON : LATER);
  }

  #fail(problem) {
    if (this.#closing.signal.aborted) return;
    this.state = { ...this.state, phase: 'failed', problem: problem.message };
    this.#told(this);
  }

  #take(answer) {
    if (this.#closing.signal.aborted) return;
    // It has begun anew.
    if (answer.ended < this.launches.length) this.launches = [];
    this.launches.push(...answer.launches);
    this.state = answer;
    this.#told(this);
  }
}
