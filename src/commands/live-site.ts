// Consent to more content on a site that anyone can read: the site is read to see whether it is one.
import { getSpace } from '../api/content/spaces.ts';
import type { InputOf, Operation, ResultOf } from '../api/operation.ts';
import { siteOf } from '../domain/dangers/sites.ts';
import type { Stakes } from '../engine/model/command.ts';
import { idIn, readNamed } from '../engine/references/named.ts';
import { titleOf } from '../engine/references/names.ts';
import type { Input } from '../engine/run/input.ts';
import type { Run } from '../engine/run/run.ts';
import { DocsError } from '../errors.ts';

/** More content on a site that anyone can read at this moment. */
export const onLiveSite =
  (what: string, on: 'on' | 'to') =>
  async (run: Run): Promise<Stakes> => {
    const site = await siteOf(run);
    return {
      what: `${what} "${await titleIn(run, getSpace, 'spaceId')}"`,
      change: `${on} site "${site.title}"`,
    };
  };

/** What the input names besides the target; the words as they were given where it cannot be read. */
export async function titleIn(run: Run, operation: Operation, param: string): Promise<string> {
  try {
    const found: unknown = await readPlace(run, operation);
    const title = typeof found === 'object' && found !== null ? titleOf({ ...found }) : undefined;
    return String(title ?? run.input[param]);
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return String(run.input[param]);
  }
}

/** Always fresh: consent is not given on names of minutes ago. */
async function readPlace<O extends Operation>(run: Run, operation: O): Promise<ResultOf<O>> {
  const client = await run.client();
  const command = { ...run.command, refs: {}, args: [] };
  const asked: Run = { ...run, command, names: async () => undefined };
  const pick = (input: Input) =>
    Object.fromEntries(Object.keys(operation.params.properties).map((name) => [name, idIn(input, name)]));
  // Safe: the path parameters are all that a read of one thing takes.
  return readNamed(asked, operation, (input) => client.call(operation, pick(input) as InputOf<O>));
}
