// docs sandbox token: a profile that acts as a member of the sandbox, as an integration, or as platform staff.

import { TOKEN_KINDS, type TokenKind } from '../../api/operation.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import type { Run } from '../../engine/run/run.ts';
import { parseAge } from '../../engine/run/time-flags.ts';
import { UsageError } from '../../errors.ts';
import { canAsk } from '../../output/io.ts';
import { done } from '../../output/note.ts';
import type { TokenOwner } from '../../sandbox/door.ts';
import {
  controls,
  DEFAULT_PROFILE,
  door,
  type FileFlag,
  fileServed,
  keepProfile,
  type NameFlag,
  refuseRealProfile,
  tellProgram,
  withFile,
} from './sandbox-make.ts';

type TokenRun = Run<FileFlag & NameFlag & Flags<'--kind <kind>' | '--expires-in <time>' | '--revoke'>>;

/** Throws UsageError where the name of the profile is a host's, NotFoundError, AmbiguousError. */
export async function tokenProfile(run: TokenRun): Promise<void> {
  const file = await fileServed(run);
  const kind = TOKEN_KINDS.find((known) => known === run.flags.kind) ?? 'user';
  const of = run.args.member ?? (kind === 'user' ? await askForMember(run) : undefined);
  const { findTokenOwner, newToken, revokeTokens } = await (await door()).newTokens();
  const { sandboxTime } = await controls();
  const now = await sandboxTime(file, run.context.now());
  const lifeMs =
    run.flags.expiresIn === undefined ? undefined : parseAge(run.flags.expiresIn, '--expires-in');
  const owner = findTokenOwner(file, { kind, of });
  if (run.flags.revoke === true) {
    const count = revokeTokens(file, { kind, of: owner.id }, now);
    return done(
      run.context.io,
      `revoked ${count} ${count === 1 ? 'token' : 'tokens'} of ${owner.displayName}`,
    );
  }
  await refuseRealProfile(run, profileOf(kind, owner));
  const expiresAt = lifeMs === undefined ? null : new Date(now.getTime() + lifeMs).toISOString();
  const token = newToken(file, { kind, of: owner.id, expiresAt }, now);
  const { name } = await keepProfile(run, file, token, {
    fallback: profileOf(kind, owner),
    organization: owner.organization === undefined ? undefined : { id: owner.organization },
  });
  await tellProgram(run, { profile: name, file, kind, of: owner.id }, token);
}

async function askForMember(run: TokenRun): Promise<string | undefined> {
  if (!canAsk(run)) {
    throw new UsageError('<member> is required', { hint: withFile(run, 'docs sandbox token --help') });
  }
  const { askForArgs } = await import('../../engine/ask/choose.ts');
  const { args } = await askForArgs(run, run.command.args, async () => {});
  return args.member;
}

function profileOf(kind: TokenKind, { id, displayName }: TokenOwner): string {
  if (kind !== 'user') return `${DEFAULT_PROFILE}-${kind}`;
  const [first = ''] = displayName.split(' ');
  return `${DEFAULT_PROFILE}-${first.toLowerCase().replace(/[^a-z0-9]/g, '') || id}`;
}
