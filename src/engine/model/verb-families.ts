// Verbs that other programs use for one and the same thing.

const FAMILIES: readonly (readonly string[])[] = [
  ['create', 'send', 'add', 'new', 'make', 'insert'],
  ['get', 'info', 'show', 'view', 'describe', 'read', 'cat', 'inspect', 'details'],
  ['list', 'ls', 'all', 'index', 'browse'],
  ['update', 'edit', 'set', 'rename', 'change', 'modify', 'configure', 'patch'],
  ['delete', 'remove', 'rm', 'del', 'destroy', 'erase', 'drop', 'uninstall'],
  ['duplicate', 'clone', 'copy', 'cp', 'fork'],
  ['move', 'mv', 'reorder', 'sort'],
  ['push', 'import', 'upload', 'load'],
];

/** Those of `verbs` that mean what was typed; a name that only looks like it would be another thing. */
export const verbsLike = (typed: string, verbs: readonly string[]): string[] =>
  FAMILIES.filter((family) => family.includes(typed)).flatMap((family) =>
    family.filter((verb) => verbs.includes(verb)).slice(0, 1),
  );
