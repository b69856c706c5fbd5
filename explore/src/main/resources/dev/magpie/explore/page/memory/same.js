import { tensorsOf } from './model.js';

/** The number of a tensor in another snapshot; undefined if it is not there. */
export async function sameIn(snapshot, index, other) {
  const [here, there] = await Promise.all([tensorsOf(snapshot), tensorsOf(other)]);
  const found = there.tensors.findIndex((each) => each.key === here.tensors[index].key);
  return found < 0 ? undefined : found;
}
