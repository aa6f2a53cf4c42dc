// A plan that is about to be compared or applied here: the right host and organization, in time, with operations we know.
import { operations as all } from '../../api/index.ts';
import { isSandboxUrl } from '../../config/base-url.ts';
import { readSettings } from '../../config/settings.ts';
import { DocsError, InteractionError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';
import { settleOne } from '../references/resolve-names.ts';
import { sandboxFile } from '../run/sandbox-transport.ts';
import { hashOf, type Plan } from './plan.ts';
import { readPlan } from './plan-file.ts';
import type { OpenPlan } from './plan-task.ts';

interface Opening {
  expectHash?: string | undefined;
  /** Only on a clone of the plan's host. */
  rehearse?: boolean;
}

/**
 * Throws UsageError `INVALID_PLAN` (exit 2), InteractionError `FOREIGN_PLAN`, `NOT_A_CLONE`, `EXPIRED_PLAN` or `OTHER_PLAN`
 * (exit 3).
 */
export async function openPlan(
  run: Run,
  file: string,
  { expectHash, rehearse = false }: Opening = {},
): Promise<OpenPlan> {
  const written = await readPlan(run.context, file);
  if (expectHash !== undefined) refuseOther(expectHash, written, file);
  const plan = rehearse ? await rehearsalOf(run, written, file) : written;
  await refuseForeign(run, plan, file);
  refuseExpired(run, plan, file);
  return { run, plan, file, operations: new Map(all.map((operation) => [operation.id, operation])) };
}

function refuseOther(expectHash: string, plan: Plan, file: string): void {
  const wanted = expectHash.toLowerCase();
  // Whoever makes two plans finds some whose hashes begin alike.
  if (!/^[0-9a-f]{64}$/.test(wanted))
    throw new UsageError(`--expect-hash must be the whole hash, 64 hex digits, not "${expectHash}"`, {
      hint: shell`docs plan show ${file} -q`,
    });
  if (hashOf(plan) === wanted) return;
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
      hint: (await isCloneOf(run, origin)) ? shell`docs apply ${file} --rehearse` : 'docs profiles list',
    });
  if (!organization || !inHand) return;
  const here = await settleOne({ ...run, input: {} }, 'organizationId', inHand.value).catch(unlessKnown);
  if (here === undefined || here === organization.id) return;
  throw new InteractionError(
    `plan ${file} is for organization "${organization.title}" (${organization.id}), not for "${inHand.value}"`,
    { code: 'FOREIGN_PLAN', hint: shell`docs apply ${file} --org ${organization.id}` },
  );
}

export const isForHost = (origin: string, here: string): boolean => origin.replace(/#.*/s, '') === here;

/** When the sandbox at this address was filled from that host; undefined where it is something else. */
async function isCloneOf(
  run: Run,
  origin: string,
  here = run.config().baseUrl.value,
): Promise<{ filledAt: string } | undefined> {
  if (!isSandboxUrl(here)) return undefined;
  const { cloneOf } = await (await import('../../sandbox/door.ts')).clones();
  try {
    return cloneOf(sandboxFile(run.context, here), origin);
  } catch (error) {
    return unlessKnown(error);
  }
}

/**
 * The plan as one for the clone. What was sent of it is kept apart from what is sent to the host itself, and each filling of
 * the clone begins anew: the hash of the plan is another one.
 */
async function rehearsalOf(run: Run, plan: Plan, file: string): Promise<Plan> {
  const here = run.config().baseUrl.value;
  const clone = await isCloneOf(run, plan.origin);
  if (!clone) {
    const profile = await profileOfClone(run, plan.origin);
    throw new InteractionError(
      isForHost(plan.origin, here)
        ? `plan ${file} is for ${here} itself: --rehearse applies it to a clone of that`
        : `${here} is not a clone of ${plan.origin}, which plan ${file} is for`,
      {
        code: 'NOT_A_CLONE',
        hint:
          profile === undefined
            ? 'docs sandbox clone'
            : shell`docs apply ${file} --rehearse --profile ${profile}`,
      },
    );
  }
  return { ...plan, origin: `${here}#${clone.filledAt}` };
}

/** The first profile that is for a clone of that host. */
async function profileOfClone(run: Run, origin: string): Promise<string | undefined> {
  for (const [name, { baseUrl }] of readSettings(run.context.paths()).profiles)
    if (await isCloneOf(run, origin, baseUrl)) return name;
  return undefined;
}

/** What the context names may not exist on this host: then the plan alone counts. */
function unlessKnown(error: unknown): undefined {
  if (!(error instanceof DocsError)) throw error;
  return undefined;
}

/** The command in the file is shown by docs plan show, and offered nowhere: anybody may have put another one there. */
function refuseExpired({ context }: Run, { guards: { expires }, made }: Plan, file: string): void {
  if (Date.parse(expires) > context.now().getTime()) return;
  throw new InteractionError(`plan ${file} expired at ${expires}: it was made at ${made.at}`, {
    code: 'EXPIRED_PLAN',
    hint: shell`docs plan show ${file}`,
  });
}
