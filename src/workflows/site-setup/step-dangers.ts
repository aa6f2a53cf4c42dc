// What the steps of a plan endanger: each is judged as the command that does the same.
import { getSite, type Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { type Change as Changed, type Danger, SEVERE } from '../dangers/danger.ts';
import { dangerOfChange, followsFrom } from '../dangers.ts';
import type { Change } from './change.ts';

export interface JudgedStep {
  step: Change;
  danger: Danger;
  /** For what asks. */
  follows?: string | undefined;
}

/** In the order of the steps. Throws what keeps from being read what follows. */
export async function judgedSteps(steps: readonly Change[], client: Client): Promise<JudgedStep[]> {
  const judged: JudgedStep[] = [];
  for (const step of steps) {
    const change = changeOf(step, client);
    const danger = change ? await dangerOfChange(change) : SEVERE.danger;
    judged.push({ step, danger, ...(change && danger !== 'mild' && { follows: await followsFrom(change) }) });
  }
  return judged;
}

function changeOf({ request, before }: Change, client: Client): Changed | undefined {
  if (!request) return undefined;
  const isOfSite =
    request.operation.path.endsWith('/sites/{siteId}') || request.operation.id === 'sites.publish';
  return {
    ...request,
    ...(isOfSite && before && { target: { ...before } }),
    client: async () => (before ? seesSite(client, before) : client),
  };
}

/** The site is as the steps before leave it, though none was sent. */
const seesSite = (client: Client, site: Site): Client => ({
  ...client,
  call(operation, input, options) {
    // Safe: it is what getSite answers.
    return operation.id === getSite.id
      ? Promise.resolve(site as never)
      : client.call(operation, input, options);
  },
});
