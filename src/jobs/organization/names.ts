// What files call things: by title where only one has it, else by the titles on the way to it, else by ID.
import { parseAddress } from '../../engine/references/pasted.ts';
import { nearest } from '../../files/nearest.ts';
import { type Described, ID, sortedBy } from '../site-file/describe.ts';

export interface Thing {
  /** Of the host, or what stands for it until it is created. */
  id: string;
  title: string;
  /** Titles from the top, with slashes between. */
  path?: string;
  /** What it is called until the plan is applied: other files may still say so. */
  was?: string | undefined;
  /** The ID beside its title in the folder, which may be that of another organization. */
  hint?: string | undefined;
  /** ID of the collection that it is in afterwards. */
  parent?: string | undefined;
}

export interface Names {
  things: readonly Thing[];
  /** All that a word may mean: an ID means one. */
  find(word: string): readonly Thing[];
  /** The shortest word that means only this thing. */
  nameOf(id: string): string;
  /** `; did you mean "Guides"?` */
  near(word: string): string;
}

const MOST_COMPARED = 2000;

export function namesOf(things: readonly Thing[]): Names {
  const ids = new Map<string, Thing>();
  for (const thing of things) if (thing.hint !== undefined) ids.set(thing.hint, thing);
  for (const thing of things) ids.set(thing.id, thing);
  const named = new Map<string, Set<Thing>>();
  for (const thing of things)
    for (const name of [thing.title, thing.path ?? thing.title]) {
      const all = named.get(name) ?? new Set();
      named.set(name, all.add(thing));
    }
  const before = new Map<string, Thing[]>();
  for (const thing of things)
    if (thing.was !== undefined) before.set(thing.was, [...(before.get(thing.was) ?? []), thing]);
  const find = (word: string): readonly Thing[] => {
    const byId = ids.get(word) ?? ids.get(String(Object.values(parseAddress(word) ?? {}).at(-1)));
    return byId ? [byId] : [...(named.get(word) ?? before.get(word) ?? [])];
  };
  return {
    things,
    find,
    nameOf(id) {
      const thing = ids.get(id);
      const means = (word: string) => {
        const [first, second] = find(word);
        return first === thing && second === undefined;
      };
      return (
        [thing?.title, thing?.path].find((word) => word !== undefined && word !== '' && means(word)) ?? id
      );
    },
    near(word) {
      if (named.size > MOST_COMPARED) return '';
      const [meant] = nearest(word, named.keys(), 1);
      return meant === undefined ? '' : `; did you mean "${meant}"?`;
    },
  };
}

/**
 * Of a list in a file: by title, and what is called the same by what the file says of it, so that a copy of the
 * organization has the same order.
 */
export function inFileOrder(items: readonly Described[]): Described[] {
  const said = (item: Described) => JSON.stringify(item, (key, value) => (key === ID ? undefined : value));
  return sortedBy(items, (item) => `${item.title ?? item.name}\n${said(item)}\n${item[ID]}`);
}
