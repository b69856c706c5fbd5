// Names as a tree: folders of files, and the parts of a name between points and slashes.
const natural = new Intl.Collator('en', { numeric: true }).compare;

export class Group {
  groups = new Map();

  leaves = [];

  bytes = 0;

  constructor(part, path, depth) {
    // Without what parts it from the next name, unless it is nothing else.
    this.name = part.replace(/(?<=[^./])[./]+$/, '');
    this.parted = part.slice(this.name.length);
    this.path = path;
    this.depth = depth;
  }
}

function parts(tensor, manyFiles) {
  const file = manyFiles ? tensor.place.match(/[^/]+\/?/g) ?? [] : [];
  const own = tensor.name.match(/[./]*[^./]+(?:[./]+(?=[^./]))?|[./]+$/g) ?? [];
  // A file of one array that is called as the file is one leaf, not a folder with one.
  const last = file.at(-1);
  if (last !== undefined && own.length === 1 && last.replace(/\.[^.]*$/, '') === own[0]) file.pop();
  return [...file.map((part) => (part.endsWith('/') ? part : `${part}/`)), ...(own.length ? own : ['(no name)'])];
}

export function treeOf(tensors) {
  const manyFiles = new Set(tensors.map((each) => each.place)).size > 1;
  const root = new Group('', '', 0);
  tensors.forEach((tensor, index) => {
    const names = parts(tensor, manyFiles);
    let group = root;
    group.bytes += tensor.bytes;
    for (const name of names.slice(0, -1)) {
      let next = group.groups.get(name);
      if (!next) {
        next = new Group(name, group.path ? `${group.path}\u001f${name}` : name, group.depth + 1);
        group.groups.set(name, next);
      }
      group = next;
      group.bytes += tensor.bytes;
    }
    group.leaves.push({ name: names.at(-1), index, bytes: tensor.bytes });
  });
  return fold(root);
}

/** A group that holds one group or one tensor and nothing else is one with it. */
function fold(group) {
  let children = [...group.groups.values()].map(fold);
  children = children.map((child) => {
    if (child.leaves.length === 0 && child.groups.size === 1) {
      const [only] = child.groups.values();
      only.name = `${child.name}${child.parted}${only.name}`;
      only.depth = child.depth;
      return only;
    }
    return child;
  });
  const [groups, alone] = [[], []];
  for (const child of children) (child.groups.size === 0 && child.leaves.length === 1 ? alone : groups).push(child);
  for (const { name, parted, leaves: [leaf] } of alone) group.leaves.push({ ...leaf, name: `${name}${parted}${leaf.name}` });
  children = groups;
  children.sort((a, b) => natural(a.name, b.name));
  group.groups = new Map(children.map((child) => [child.path, child]));
  group.leaves.sort((a, b) => natural(a.name, b.name));
  return group;
}

export function find(group, path) {
  if (!path || group.path === path) return group;
  for (const child of group.groups.values()) {
    if (path === child.path || path.startsWith(`${child.path}\u001f`)) return find(child, path);
  }
  return group;
}

/** All tensors below a group. */
export function* leavesOf(group) {
  for (const child of group.groups.values()) yield* leavesOf(child);
  yield* group.leaves;
}

/** Groups from the root to one, without the root. */
export function pathTo(root, path) {
  const groups = [];
  let group = root;
  while (path && group.path !== path) {
    const next = [...group.groups.values()].find((child) => path === child.path || path.startsWith(`${child.path}\u001f`));
    if (!next) break;
    groups.push(next);
    group = next;
  }
  return groups;
}
