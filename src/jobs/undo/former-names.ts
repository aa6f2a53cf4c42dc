// What things were called before somebody renamed them from this machine: a file without IDs still says the old name, and
// nothing on the host knows it any more.
import type { Entry } from '../../domain/journal/journal-entries.ts';
import type { Run } from '../../engine/run/run.ts';
import { isRecord } from '../../files/texts.ts';
import { readHistory } from './history.ts';

interface Titled {
  id: string;
  title: string;
}

/** `: it was renamed; did you mean "Manual"?` Undefined where nothing was called so, and where several things were. */
export type Formerly = (
  kind: string,
  word: string,
  things: readonly Titled[],
  nameOf?: (id: string) => string,
) => string | undefined;

/** From the history, which is read when the first name is not found. */
export function formerly(run: Run): Formerly {
  let entries: readonly Entry[] | undefined;
  return (kind, word, things, nameOf) => {
    // Without a place for it there is no history.
    entries ??= run.context.paths().data === undefined ? [] : readHistory(run);
    const ids = new Set(entries.filter(isRename(kind, word)).map(({ input }) => input[`${kind}Id`]));
    const [only, second] = things.filter(({ id }) => ids.has(id));
    if (!only || second) return undefined;
    return `: it was renamed; did you mean "${nameOf?.(only.id) ?? only.title}"?`;
  };
}

const isRename =
  (kind: string, word: string) =>
  ({ operation, input, before }: Entry): boolean =>
    operation === `${kind}s.update` &&
    typeof input.title === 'string' &&
    isRecord(before) &&
    before.title === word;
