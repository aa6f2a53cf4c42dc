// What a folder works with, asked for one by one: whatever is not wanted stays open.
import { choicesOf, itemsOf } from '../../engine/ask/choose.ts';
import { KINDS, nounOf } from '../../engine/references/reference-kinds.ts';
import type { Run } from '../../engine/run/run.ts';
import { InteractionError } from '../../errors.ts';

interface Chosen {
  organization?: string;
  space?: string;
  site?: string;
}

const NONE = '';

/** Throws InteractionError when the questions are left, or nothing is chosen. */
export async function askForDefaults(run: Run): Promise<Chosen> {
  const scoped: Run = { ...run, input: {} };
  const organization = await askFor(scoped, 'organizationId');
  if (organization !== undefined) scoped.input = { organizationId: organization };
  const space = await askFor(scoped, 'spaceId');
  const site = await askFor(scoped, 'siteId');
  const chosen = { ...(organization && { organization }), ...(space && { space }), ...(site && { site }) };
  if (Object.keys(chosen).length > 0) return chosen;
  throw new InteractionError('canceled: nothing was chosen', { code: 'DECLINED', hint: 'docs use --help' });
}

/** The only organization goes without saying. */
async function askFor(run: Run, param: string): Promise<string | undefined> {
  const kind = KINDS[param];
  const items = kind && (await itemsOf(run, kind));
  if (!items || items.length < (param === 'organizationId' ? 2 : 1)) return undefined;
  const noun = nounOf(param);
  const answer = await (await run.context.prompts()).select(`Which ${noun}?`, [
    { name: `(no ${noun})`, value: NONE },
    ...choicesOf(kind?.key ?? 'id', items),
  ]);
  return answer === NONE ? undefined : answer;
}
