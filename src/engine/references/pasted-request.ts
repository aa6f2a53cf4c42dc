// --space, which takes a pasted URL: that may be the URL of a change request.
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Command } from '../model/command.ts';
import type { Parsed } from '../run/run.ts';
import { parseReference } from './pasted.ts';

/** With that change request. Throws UsageError where the command has no place for it. */
export function withPastedRequest(command: Command, parsed: Parsed): Parsed {
  const { args, flags, path } = parsed;
  const { space, cr } = flags;
  const { spaceId, changeRequestId } = (typeof space === 'string' && parseReference('spaceId', space)) || {};
  if (changeRequestId === undefined) return parsed;
  const place = command.args.findIndex(({ field }) => field === 'changeRequestId');
  const given = place === -1 ? cr : args[place];
  if (given === changeRequestId || (given === undefined && place !== -1)) return parsed;
  if (given === undefined && knowsRequests(command))
    return { ...parsed, flags: { ...flags, cr: String(changeRequestId) } };
  const why = given === undefined ? `${path} takes no change request` : `"${given}" is another one`;
  throw new UsageError(`--space is the URL of change request ${changeRequestId}, and ${why}`, {
    hint: shell`give the space alone: --space ${String(spaceId)}`,
  });
}

const knowsRequests = ({ cr, operation, options }: Command): boolean =>
  cr !== undefined ||
  Object.hasOwn(operation?.params.properties ?? {}, 'changeRequestId') ||
  options.some(({ flags }) => flags.startsWith('--cr '));
