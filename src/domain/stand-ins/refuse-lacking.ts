// What a job is going to send and its host does not offer: said before the first of it is sent.
import { NEWER_HOST, removalOf } from '../../api/ages.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { UnsupportedError } from '../../errors.ts';

/** One write of a job. */
export interface Planned {
  operation: Operation;
  /** Which one it is, as it follows "cannot do": `row 3 (external link "Status")`. */
  what: string;
}

/** Throws UnsupportedError (exit 5), and nothing was sent. A single write is refused by the host itself. */
export async function refuseLacking(
  { lacks }: Pick<Client, 'lacks'>,
  planned: readonly Planned[],
): Promise<void> {
  if (!lacks || planned.length < 2) return;
  const known = new Map<Operation, boolean>();
  const lacking: Planned[] = [];
  for (const one of planned) {
    const { operation } = one;
    const isLacking = known.get(operation) ?? (await lacks(operation));
    known.set(operation, isLacking);
    if (isLacking) lacking.push(one);
  }
  const [first] = lacking;
  if (!first) return;
  const more = lacking.length > 1 ? `, and ${lacking.length - 1} more` : '';
  const removal = removalOf(first.operation);
  throw new UnsupportedError(
    `this host cannot do ${first.what}${more}: its specification has no operation to ${taskOf(first.operation)}. Nothing was sent`,
    {
      outcome: 'not-sent',
      hint: removal ? removal.instead : NEWER_HOST,
      details: { lacking: lacking.map(({ what, operation }) => ({ what, operation: operation.id })) },
    },
  );
}

function taskOf({ summary }: Operation): string {
  const [task = ''] = summary.split(/;| \(/);
  return task.charAt(0).toLowerCase() + task.slice(1);
}
