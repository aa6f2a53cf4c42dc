// For jobs that read a change request by themselves: which one is meant, and the list of those that are there.
import { NotFoundError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';
import { fromContext, spaceOfRequest } from '../run/session.ts';
import { changed } from './look-up.ts';
import { parseReference } from './pasted.ts';
import { settleOne } from './resolve-names.ts';

/** For a change request that is not there: the same error, with the list of those that are. */
export const withChangeRequests =
  (space: string) =>
  (error: unknown): never => {
    const isBare = error instanceof NotFoundError && error.hint === undefined;
    throw isBare ? changed(error, { hint: shell`docs cr list --space ${space}` }) : error;
  };

/** The number or ID of a change request of this space. Throws UsageError for `Guides#4` where that is another space. */
export async function requestIn(run: Run, text: string, spaceId: string): Promise<string> {
  const { spaceId: named, changeRequestId = text } = parseReference('changeRequestId', text) ?? {};
  if (typeof named === 'string' && (await settleOne(run, 'spaceId', named)) !== spaceId)
    throw new UsageError(`--cr "${text}" is in another space than what it is for`, {
      hint: shell`docs cr list --space ${spaceId}`,
    });
  return String(changeRequestId);
}

/** A space as it was typed, in `Guides#2` or with `--space`; its ID where a URL, or nothing, said which. */
export function spaceAsTyped(run: Run, id: string): string {
  const [typed = ''] = run.command.args.flatMap(({ label }) => run.args[label] ?? []);
  if (/^[a-z][\w+.-]*:|^[\w-]+(\.[\w-]+)+\//i.test(typed)) return id;
  return spaceOfRequest(run) ?? fromContext(run, 'spaceId') ?? id;
}
