// Where the last list of changes ended: a file of --since-last, one revision a space.

import { readFile, stat } from 'node:fs/promises';
import { LocalIoError, UsageError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { isJsonObject, parseJsonFile, refuseNewer, toJsonFile } from '../../files/json-file.ts';
import { writeWhole } from '../../files/safe-write.ts';

const VERSION = 1;

export interface LastTime {
  /** Whose changes: those of another are never taken for new. */
  origin: string;
  organization: string;
  until: string;
  /** The revision that each space had, by its ID. */
  revisions: ReadonlyMap<string, string>;
}

/** Undefined where there is no file yet. Throws UsageError for a file of another organization, LocalIoError. */
export async function readLastTime(
  path: string,
  shown: string,
  whose: Pick<LastTime, 'origin' | 'organization'>,
): Promise<LastTime | undefined> {
  // A pipe would be waited for until somebody writes to it.
  if ((await stat(path).catch(() => undefined))?.isFIFO())
    throw new LocalIoError(`${shown} is not a file`, { hint: 'use another file' });
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw ioError('read', shown, cause, 'name a file with --since-last');
  });
  if (text === undefined) return undefined;
  const { version, origin, organization, until, revisions } = parseJsonFile(shown, text);
  refuseNewer(shown, version, VERSION);
  const isWhole = typeof until === 'string' && !Number.isNaN(Date.parse(until)) && isJsonObject(revisions);
  if (version !== VERSION || !isWhole)
    throw new LocalIoError(`${shown} was not written by docs changes --since-last`, {
      hint: 'use another file',
    });
  if (origin !== whose.origin || organization !== whose.organization)
    throw new UsageError(`${shown} is about organization ${String(organization)} on ${String(origin)}`, {
      hint: 'use another file',
    });
  const known = Object.entries(revisions).map(([id, revision]): [string, string] => [id, String(revision)]);
  return { ...whose, until, revisions: new Map(known) };
}

export const writeLastTime = (path: string, shown: string, { revisions, ...rest }: LastTime): Promise<void> =>
  writeWhole(
    path,
    (fill) =>
      fill(
        new TextEncoder().encode(
          toJsonFile({ version: VERSION, ...rest, revisions: Object.fromEntries(revisions) }),
        ),
      ),
    { replace: true, shown },
  );
