// How many requests a command sends to a host far away, and how many of them wait for another: no more than
// test/bench/far.tsv says. `npm run bench` counts all examples of the help, the check those that were once twice as slow.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { costsIn, isMore, leastCost, ranFar } from '../helpers/far-cost.ts';
import { inTurns } from '../helpers/far-host.ts';

const known = costsIn(readFileSync(join(import.meta.dirname, '../bench/far.tsv'), 'utf8'));

it.each([
  'docs pages edit webhooks --space Guides --cr 1 --title Events',
  'docs pages edit webhooks --space Guides --cr 1 --file install.md',
  'docs pages move webhooks --space Guides --cr 1 --into shipments',
  'docs pages replace parcel package --spaces Guides --dry-run',
  'docs pages restore rate-limits --space Guides --revision 2JC6YPpyI6T09kf0xgKZ --yes',
  'docs cr resolve 2 rate-limits --space Guides --ours --yes',
  'docs cr apply-to Guides --from "Guides#4" --yes',
  'docs permissions revoke --team Support --space Guides --yes',
  'docs members offboard mei@tarnpost.example --plan-out leaver.json',
  'docs release cut v2.1 --site "Tarnpost Docs" --from guides --yes',
  'docs access matrix --outside tarnpost.example --long',
])('%s', async (line) => {
  const promised = known.get(line);
  const cost = await leastCost(() => ranFar(line, inTurns), promised);
  expect(promised && cost && isMore(cost, promised), JSON.stringify({ cost, promised })).toBe(false);
});
