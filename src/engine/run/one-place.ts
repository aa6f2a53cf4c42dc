// A reference that names where a thing is, such as `Guides#4`, beside a flag that names a place.
import type { Operation } from '../../api/operation.ts';
import { UsageError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from './input.ts';

/** Finds the IDs behind titles. */
type Find = (
  run: Run,
  operation: Operation,
  refs: Readonly<Record<string, string>>,
) => Promise<Input | undefined>;

/** Throws UsageError where the flag names another one. */
export async function requireOnePlace(run: Run, text: string, named: Input, find: Find): Promise<void> {
  const { organization, space, site } = run.config();
  for (const [param, setting] of Object.entries({
    organizationId: organization,
    spaceId: space,
    siteId: site,
  })) {
    const both = [setting?.value, named[param]];
    if (setting?.source !== 'flag' || both.includes(undefined)) continue;
    const found = await find({ ...run, input: { [param]: both } }, run.operation, { [param]: param });
    const [given, own] = [found?.[param] ?? both].flat();
    if (given === own) continue;
    const noun = param.replace(/Id$/, '');
    throw new UsageError(`"${text}" is in another ${noun} than ${setting.where} "${setting.value}"`, {
      hint: `leave out ${setting.where}`,
    });
  }
}
