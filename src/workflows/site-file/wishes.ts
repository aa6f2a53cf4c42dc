// The changes that a plan of a site comes to: each after those that it needs.
import type { Operation } from '../../api/operation.ts';

/** One change, as the engine for plans takes it. */
export interface SiteWish {
  operation: Operation;
  /** `{row 3}.id` stands for the ID of what the third wish creates. */
  input: Record<string, unknown>;
  target: { kind: string; id?: string; title?: string };
  /** Numbers of wishes (from 1) that must be done first. */
  needs?: readonly number[];
  /** The thing as it is; null where there is none. */
  live?: Readonly<Record<string, unknown>> | null;
  follows?: string;
  /** Line of the file. */
  line?: number;
}

export interface Wishes {
  rows: SiteWish[];
  /** Adds a change behind the last one of each of its lanes; returns what stands for the ID of what it creates. */
  add(wish: Omit<SiteWish, 'needs'> & { lanes?: readonly string[]; needs?: readonly number[] }): string;
  /** Numbers of the last changes of all lanes. */
  ends(): number[];
  /** Number of the last change, or of the one that a reference names. */
  numberOf(ref: string): number | undefined;
}

export function createWishes(): Wishes {
  const rows: SiteWish[] = [];
  const lanes = new Map<string, number>();
  const touched = new Set<string>();
  /** What was set by an earlier row is no longer as it was read. */
  const known = ({ operation, input, live }: Pick<SiteWish, 'operation' | 'input' | 'live'>) => {
    const params = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const id = String(input[params.at(-1) ?? '']);
    const fields = Object.keys(input).filter((name) => !params.includes(name));
    const isTouched = fields.some((name) => touched.has(`${id} ${name}`));
    for (const name of fields) touched.add(`${id} ${name}`);
    return isTouched && live ? {} : live;
  };
  return {
    rows,
    add({ lanes: own = [], needs = [], ...given }) {
      const live = known(given);
      const wish = live === undefined ? given : { ...given, live };
      const before = own.flatMap((lane) => lanes.get(lane) ?? []);
      const number = rows.length + 1;
      for (const lane of own) lanes.set(lane, number);
      const all = [...new Set([...needs, ...before])].sort((a, b) => a - b);
      rows.push({ ...wish, ...(all.length > 0 && { needs: all }) });
      return `{row ${number}}.id`;
    },
    ends: () => [...new Set(lanes.values())].sort((a, b) => a - b),
    numberOf: (ref) => {
      const [, number] = /^\{row (\d+)\}/.exec(ref) ?? [];
      return number === undefined ? undefined : Number(number);
    },
  };
}

/** Whether it stands for what is yet to be created. */
export const isRef = (id: string): boolean => id.startsWith('{row ');

/** The first space of a section that a row creates. */
export const firstSpaceOf = (section: string): string => section.replace(/\.id$/, '.siteSpaces.0.id');
