// What earlier runs found out of a host: what it does not offer, for a day, and the texts of its pages, for a week.
import type { Operation } from '../../api/operation.ts';
import { areTexts, isRecord } from '../../files/texts.ts';
import { openKeptFile, unpacked } from '../kept-answers/kept-file.ts';
import type { PageText } from './linked-space.ts';
import type { Memory } from './stand-in.ts';

const DAY_MS = 86_400_000;
const TOLD = ['told'] as const;

/** `path`: the file, which may not be there; without one this run alone remembers. */
export function openMemory(
  path: string | undefined,
  origin: string,
  now: () => Date,
): Memory & { save(): Promise<void> } {
  const file = path === undefined ? undefined : openKeptFile(path, origin, now);
  const lacking = new Set<string>();
  const keyOf = ({ id }: Operation) => ['lacks', id] as const;
  return {
    told() {
      const entry = file?.get(TOLD);
      const routes = entry && now().getTime() - entry.at < DAY_MS ? unpacked(entry) : undefined;
      return areTexts(routes) ? new Set(routes) : undefined;
    },
    noteTold: (routes) => file?.set(TOLD, { stamps: [], requests: 0 }, [...routes]),
    lacks(operation) {
      const noted = file?.get(keyOf(operation));
      return lacking.has(operation.id) || (noted !== undefined && now().getTime() - noted.at < DAY_MS);
    },
    noteLack(operation) {
      lacking.add(operation.id);
      file?.set(keyOf(operation), { stamps: [], requests: 0 }, true);
    },
    get(key) {
      const entry = file?.get(['text', key]);
      const text = entry && unpacked(entry);
      return isText(text) ? text : undefined;
    },
    set: (key, text) => file?.set(['text', key], { stamps: [], requests: 1 }, text),
    save: async () => file?.save(),
  };
}

const isText = (value: unknown): value is PageText =>
  isRecord(value) && Array.isArray(value.links) && Array.isArray(value.anchors);
