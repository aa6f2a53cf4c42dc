// Which operations a host offers, and what that means for each command.
import { AGES, isInVersion, removalOf } from '../../api/ages.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { type Offers, ownOffers } from './offers.ts';
import { standsIn } from './standing-client.ts';

export type Verdict = 'works' | 'works in part' | 'cannot work here';

/** What the host says of itself, else the newest version that docs knows. */
export async function offersOfHost(client: Client): Promise<Offers> {
  const own = await ownOffers(client);
  const newest = AGES.at(-1) ?? '';
  return (
    own ?? {
      source: `version ${newest} of the platform's contract: the host shows no specification`,
      has: (operation) => isInVersion(operation, newest),
      unknown: [],
    }
  );
}

/** What a command can do there: without its own operation nothing, unless another does the same. */
export function verdictOf(
  command: { readonly operation?: Operation | undefined; readonly uses?: readonly Operation[] | undefined },
  { has }: Offers,
): { verdict: Verdict; lacks: string[] } {
  const { operation, uses = [] } = command;
  const isDone = (one: Operation) => has(one) || standsIn(one);
  const lacking = uses.filter((one) => !isDone(one));
  if (operation && !isDone(operation)) return { verdict: 'cannot work here', lacks: [lackOf(operation)] };
  if (lacking.length === 0) return { verdict: 'works', lacks: [] };
  const none = !operation && lacking.length === uses.length;
  return { verdict: none ? 'cannot work here' : 'works in part', lacks: [...new Set(lacking.map(lackOf))] };
}

const lackOf = (operation: Operation): string =>
  removalOf(operation)?.what ?? operation.newer ?? operation.id;
