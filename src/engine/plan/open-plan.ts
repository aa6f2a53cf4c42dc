// A plan that is about to be compared or applied here: the right host and organization, in time, with operations we know.
import { operations as all } from '../../api/index.ts';
import { DocsError, InteractionError, UsageError } from '../../errors.ts';
import { shell, shellLine, wordsOfCommand } from '../../files/shell-word.ts';
import { settleOne } from '../references/resolve-names.ts';
import type { Run } from '../run/run.ts';
import type { OpenPlan } from './compare-rows.ts';
import { hashOf, type Plan } from './plan.ts';
import { readPlan } from './plan-file.ts';

/** Throws UsageError `INVALID_PLAN` (exit 2), InteractionError `FOREIGN_PLAN`, `EXPIRED_PLAN` or `OTHER_PLAN` (exit 3). */
export async function openPlan(run: Run, file: string, expectHash?: string): Promise<OpenPlan> {
  const plan = await readPlan(run.context, file);
  if (expectHash !== undefined) refuseOther(expectHash, plan, file);
  await refuseForeign(run, plan, file);
  refuseExpired(run, plan, file);
  return { run, plan, file, operations: new Map(all.map((operation) => [operation.id, operation])) };
}

const SHORTEST_HASH = 12;

function refuseOther(expectHash: string, plan: Plan, file: string): void {
  const wanted = expectHash.toLowerCase();
  if (!/^[0-9a-f]{12,64}$/.test(wanted))
    throw new UsageError(`--expect-hash must be at least ${SHORTEST_HASH} hex digits, not "${expectHash}"`, {
      hint: shell`docs plan show ${file} -q`,
    });
  if (hashOf(plan).startsWith(wanted)) return;
  throw new InteractionError(`plan ${file} is not the expected one: its hash is ${hashOf(plan)}`, {
    code: 'OTHER_PLAN',
    hint: shell`docs plan show ${file}`,
  });
}

async function refuseForeign(run: Run, { origin, organization }: Plan, file: string): Promise<void> {
  const { baseUrl, organization: inHand } = run.config();
  if (!isForHost(origin, baseUrl.value))
    throw new InteractionError(`plan ${file} is for ${origin}, and this profile is for ${baseUrl.value}`, {
      code: 'FOREIGN_PLAN',
      hint: 'docs profiles list',
    });
  if (!organization || !inHand) return;
  const here = await settleOne({ ...run, input: {} }, 'organizationId', inHand.value).catch(unlessKnown);
  if (here === undefined || here === organization.id) return;
  throw new InteractionError(
    `plan ${file} is for organization "${organization.title}" (${organization.id}), not for "${inHand.value}"`,
    { code: 'FOREIGN_PLAN', hint: shell`docs apply ${file} --org ${organization.id}` },
  );
}

/** The one place that decides it: a rehearsal on a clone of the host would be let through here. */
const isForHost = (origin: string, here: string): boolean => origin === here;

/** What the context names may not exist on this host: then the plan alone counts. */
function unlessKnown(error: unknown): undefined {
  if (!(error instanceof DocsError)) throw error;
  return undefined;
}

/** The command of the file is offered only as `docs` writes it: anybody may have put another one into the file. */
function commandAgain(command: string): string | undefined {
  const words = wordsOfCommand(command);
  const isPlan = words[0] === 'docs' && words.some((word) => /^--plan-out(?:=|$)/.test(word));
  // Then nothing is sent: no consent in it, and no end of the options before --plan-out.
  const isRisky = words.some((word) => /^(?:--|--yes|-y|--confirm(?:=.*)?)$/.test(word));
  return isPlan && !isRisky && shellLine(words) === command ? command : undefined;
}

function refuseExpired({ context }: Run, { guards: { expires }, made }: Plan, file: string): void {
  if (Date.parse(expires) > context.now().getTime()) return;
  throw new InteractionError(`plan ${file} expired at ${expires}: it was made at ${made.at}`, {
    code: 'EXPIRED_PLAN',
    hint: commandAgain(made.command) ?? shell`docs plan show ${file}`,
  });
}
