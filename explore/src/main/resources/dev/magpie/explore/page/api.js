// What pages ask of the server. Addresses are beside this page's own, and so have its token.
export class Problem extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(name, values, options) {
  const pairs = Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== '');
  let answer;
  try {
    answer = await fetch(`data/${name}?${new URLSearchParams(pairs)}`, options);
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new Problem('magpie has ended: start it again in the terminal, and open the link that it prints', 0);
  }
  if (!answer.ok) {
    const why = await answer.json().catch(() => ({}));
    throw new Problem(why.problem ?? `the server says ${answer.status}`, answer.status);
  }
  return answer;
}

let parts = 0;
const page = crypto.randomUUID();

/** For a part of a page that waits for its latest request alone: the server leaves earlier ones that it has not begun. */
export function numbered() {
  const part = `${page}.${++parts}`;
  let number = 0;
  return (values) => ({ ...values, turn: `${part}-${++number}` });
}

export async function data(name, values, signal) {
  return (await ask(name, values, { signal })).json();
}

/** Asks for something to be done. */
export async function act(name, values) {
  return (await ask(name, values, { method: 'POST' })).json();
}

export async function bytes(name, values, signal) {
  return new Uint8Array(await (await ask(name, values, { signal })).arrayBuffer());
}

/** The values that say how blocks are coded. */
export function coding(state) {
  return { codec: state.codec, block: state.block, mag: state.mag };
}
