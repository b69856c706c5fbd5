// Which bytes of a block a coded field, or a reason, speaks of.
const WORDS = /\bwords? (\d+)(?: to (\d+))?/;
const VALUE = /0x([0-9a-f]+)/;

/** The size of a codec's words in bytes, as the values of its fields are written. */
function wordBytes(texts) {
  for (const text of texts) {
    const value = WORDS.test(text) && VALUE.exec(text);
    if (value) return value[1].length / 2;
  }
  return 4;
}

/**
 * For each text the bytes that it speaks of, from and to; undefined where it is of no word. The
 * fields of a code are of words of one size; reasons are of several attempts, each with its own.
 */
export function ranges(texts, attempts) {
  const size = attempts ? 0 : wordBytes(texts);
  return texts.map((text) => {
    const found = /transposed|plane/.test(text) ? undefined : WORDS.exec(text);
    if (!found) return undefined;
    const bytes = size || wordBytes([text]);
    return [Number(found[1]) * bytes, (Number(found[2] ?? found[1]) + 1) * bytes];
  });
}
