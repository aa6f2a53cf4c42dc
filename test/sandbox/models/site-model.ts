// What a site's structure should be, as plainly as it can be said: lists in lists, and one default on each level.

export interface Place {
  id: string;
  space: string;
}

export interface Section {
  kind: 'section';
  id: string;
  places: Place[];
}

export interface Group {
  kind: 'group';
  id: string;
  children: Node[];
}

/** A link to another place, drafts too. */
export interface Link {
  kind: 'link';
  id: string;
}

export type Node = Section | Group | Link;

export interface SiteModel {
  /** Spaces of a site without sections. */
  root: Place[];
  navigation: Node[];
  defaultSection: string | undefined;
  /** Default place by section id; `root` for the root. */
  defaultPlace: Map<string, string>;
}

export const emptySite = (): SiteModel => ({
  root: [],
  navigation: [],
  defaultSection: undefined,
  defaultPlace: new Map(),
});

export function sectionsOf(nodes: readonly Node[]): Section[] {
  return nodes.flatMap((node) =>
    node.kind === 'section' ? [node] : node.kind === 'group' ? sectionsOf(node.children) : [],
  );
}

export function linksOf(nodes: readonly Node[]): Link[] {
  return nodes.flatMap((node) =>
    node.kind === 'link' ? [node] : node.kind === 'group' ? linksOf(node.children) : [],
  );
}

export function groupsOf(nodes: readonly Node[]): Group[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? [node, ...groupsOf(node.children)] : []));
}

export const nodesOf = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...(node.kind === 'group' ? nodesOf(node.children) : [])]);

/** The list a node stands in. */
export function listOf(nodes: Node[], id: string): Node[] | undefined {
  if (nodes.some((node) => node.id === id)) return nodes;
  for (const node of nodes) {
    const found = node.kind === 'group' ? listOf(node.children, id) : undefined;
    if (found) return found;
  }
  return undefined;
}

export function take<T extends { id: string }>(list: T[], id: string): T | undefined {
  const at = list.findIndex((one) => one.id === id);
  return at === -1 ? undefined : list.splice(at, 1)[0];
}

export function putNextTo<T extends { id: string }>(
  list: T[],
  item: T,
  pointer: string,
  side: 'before' | 'after',
) {
  const at = list.findIndex(({ id }) => id === pointer);
  list.splice(side === 'before' ? at : at + 1, 0, item);
}

/** All lists of places: of each section, and of the root. */
export function levelsOf(model: SiteModel): { key: string; places: Place[] }[] {
  return [
    { key: 'root', places: model.root },
    ...sectionsOf(model.navigation).map(({ id, places }) => ({ key: id, places })),
  ];
}

export const placesOf = (model: SiteModel): Place[] => levelsOf(model).flatMap(({ places }) => places);

/** Whoever has lost its default gets the first one. */
export function mend(model: SiteModel): void {
  for (const { key, places } of levelsOf(model)) {
    const known = model.defaultPlace.get(key);
    if (!places.some(({ id }) => id === known)) {
      if (places[0]) model.defaultPlace.set(key, places[0].id);
      else model.defaultPlace.delete(key);
    }
  }
  const sections = sectionsOf(model.navigation);
  if (!sections.some(({ id }) => id === model.defaultSection)) model.defaultSection = sections[0]?.id;
}

type Shown = string | { [name: string]: Shown[] };

/** The structure as a value that can be compared: defaults are marked with a star. */
export function shownModel(model: SiteModel): Shown[] {
  const places = (key: string, list: Place[]): Shown[] =>
    list.map(({ id }) => (model.defaultPlace.get(key) === id ? `${id}*` : id));
  const show = (nodes: Node[]): Shown[] =>
    nodes.map((node) => {
      if (node.kind === 'link') return node.id;
      if (node.kind === 'group') return { [node.id]: show(node.children) };
      return { [node.id + (model.defaultSection === node.id ? '*' : '')]: places(node.id, node.places) };
    });
  return sectionsOf(model.navigation).length > 0 ? show(model.navigation) : places('root', model.root);
}
