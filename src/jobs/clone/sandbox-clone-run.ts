// Runs docs sandbox clone: refuses what would overwrite something else, reads, fills the file, and keeps its profile.

import { existsSync } from 'node:fs';
import { getCaller } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import { readingClient } from '../../client/reading-client.ts';
import { requirePath } from '../../config/paths.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { callNamed } from '../../engine/references/named.ts';
import { endedEarly, sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import { openClient } from '../../engine/run/session.ts';
import { printItem } from '../../engine/run/view.ts';
import { seeHelp } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import { safeLine } from '../../output/safe-text.ts';
import {
  door,
  endHistory,
  fileOf,
  keepProfile,
  REHEARSAL,
  refuseOtherProfile,
  refuseReadOnly,
  refuseRealProfile,
} from '../sandbox/sandbox-make.ts';
import type { AnonymousJob } from './anonymise/anonymous-clone.ts';
import type { CloneJob, CloneReport } from './clone.ts';
import type { CloneRun } from './clone-flags.ts';

/** Fills the file and keeps the profile. Throws UsageError, ConfigError, and PartialError (exit 7) where a space could not be read. */
export async function clone(run: CloneRun): Promise<void> {
  const { context, flags } = run;
  const { from } = flags;
  if (typeof from === 'string') {
    if (run.flags.profile !== undefined && run.flags.profile !== from)
      throw seeHelp(run.path, '--from and --profile name two profiles');
    await requireProfile(run, from);
    run.flags.profile = from;
  }
  const name = typeof flags.name === 'string' ? flags.name : REHEARSAL;
  const file = fileIn(run, name);
  refuseReadOnly(run, `fill a sandbox at ${file}`, file);
  await refuseRealProfile(run, REHEARSAL);
  refuseOtherProfile(run, name, file);
  const concurrency = readWidthOf(run);
  const reading = readingClient(await openClient(context, run.config(), flags, true));
  const names = flags.anonymise === true ? await anonymity(reading) : undefined;
  const client = names?.client ?? reading;
  const organization = await callNamed(run, getOrganization, client);
  const caller = await client.call(getCaller, {});
  const { openClone } = await (await door()).clones();
  const source = { origin: run.config().baseUrl.value, organization, caller };
  const options = { env: context.env, now: context.now, anonymous: names !== undefined };
  const isFirst = !existsSync(file);
  let sink = await openClone(file, source, options);
  if (isFirst) await endHistory(run, file);
  const remake = async () => {
    sink.close();
    const { removeSandbox } = await (await door()).removals();
    removeSandbox(file);
    await endHistory(run, file);
    sink = await openClone(file, source, options);
    return sink;
  };
  const job = {
    client: reading,
    organizationId: organization.id,
    withContent: flags.content !== false,
    concurrency,
    now: context.now,
    scope: {
      ...(typeof flags.spaces === 'string' && { spaces: namesIn(flags.spaces) }),
      ...(typeof flags.sites === 'string' && { sites: namesIn(flags.sites) }),
    },
  };
  try {
    const report = await withBar(run, (bar) =>
      names ? names.clone({ ...job, ...bar, sink, remake }) : cloneTo({ ...job, ...bar, sink }),
    );
    await keepProfile(run, file, sink.token(), { fallback: REHEARSAL, organization });
    sink.endEarlierTokens();
    await conclude(run, report, { made: { file, profile: name }, isFirst });
  } finally {
    sink.close();
  }
}

const cloneTo = async (job: CloneJob): Promise<CloneReport> =>
  (await import('./clone.ts')).cloneOrganization(job);

/** A client that names nobody, and the work that uses it. */
async function anonymity(client: Client) {
  const { Anonymiser } = await import('./anonymise/anonymiser.ts');
  const { anonymousClient } = await import('./anonymise/anonymous-clone.ts');
  const { cloneAnonymously } = await import('./anonymise/anonymous-clone.ts');
  const anonymiser = new Anonymiser();
  return {
    client: anonymousClient(client, anonymiser),
    clone: (job: Omit<AnonymousJob, 'anonymiser'>) => cloneAnonymously({ ...job, anonymiser }),
  };
}

async function requireProfile({ context }: CloneRun, name: string): Promise<void> {
  const { listProfiles } = await import('../../config/profiles.ts');
  const names = listProfiles(context.paths()).map((profile) => profile.name);
  if (names.includes(name)) return;
  const { unknownProfile } = await import('../../config/settings.ts');
  throw unknownProfile(name, names, '--from');
}

const namesIn = (list: string) => list.split(',').map((one) => one.trim());

/** Beside the default sandbox, by the name of its profile. */
function fileIn(run: CloneRun, name: string): string {
  if (typeof run.flags.file === 'string') return fileOf(run);
  const safe = /^[\w-][\w.-]*$/.test(name) && name !== 'sandbox' ? name : REHEARSAL;
  return `${requirePath(run.context.paths(), 'data')}/${safe}.db`;
}

async function withBar<T>(
  run: CloneRun,
  work: (bar: Required<Pick<CloneJob, 'onPlan' | 'onStep'>>) => Promise<T>,
): Promise<T> {
  let bar: ReturnType<typeof startBar> | undefined;
  try {
    return await work({
      onPlan: (count) => {
        bar?.stop();
        bar = startBar(run.context.io, 'cloning spaces', count);
      },
      onStep: (ok) => bar?.step(ok),
    });
  } catch (error) {
    throw bar ? endedEarly(run, error, `${bar.counted} spaces cloned`) : error;
  } finally {
    bar?.stop();
  }
}

/** Throws PartialError (exit 7) where a space could not be read. */
async function conclude(
  run: CloneRun,
  report: CloneReport,
  { made, isFirst }: { made: { file: string; profile: string }; isFirst: boolean },
): Promise<void> {
  const { failures, skipped, ...counts } = report;
  const { io } = run.context;
  await printItem(run, { ...made, ...counts });
  for (const { part, error } of skipped) warn(io, `${part} not copied: ${error.message}`);
  if (isFirst)
    note(io, 'fonts and MCP servers of sites, events and insights are not copied; the help lists the rest');
  if (failures.length === 0 && isFirst) return;
  if (failures.length === 0)
    return note(
      io,
      `${counts.unchanged} of ${plural(counts.spaces, 'space')} had not changed since the last clone`,
    );
  throwUnfinished({
    what: 'space',
    done: counts.spaces - failures.length,
    total: counts.spaces,
    failures: failures.map(({ space, error }) => ({ name: safeLine(space.title), error })),
    hint: sameCommand(run),
  });
}
