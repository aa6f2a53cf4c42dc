// Runs docs sites plan and apply: a file beside its site, as the rows of one plan.
import { createHash } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { flagNamed } from '../../engine/model/command-type.ts';
import { concurrencyOf } from '../../engine/model/globals.ts';
import type { InFile } from '../../engine/plan/check-rows.ts';
import { runJobPlan, unsent } from '../../engine/plan/job-plan.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { aloneWith } from '../../engine/run/one-at-a-time.ts';
import type { Run } from '../../engine/run/run.ts';
import { readPrivateFile } from '../../files/json-file.ts';
import { shell } from '../../files/shell-word.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { warn } from '../../output/note.ts';
import { fieldPlace } from './field-place.ts';
import { type Held, heldHere, type ParsedSite } from './parse.ts';
import { planSite, type SitePlan } from './plan-site.ts';
import { refuseMostOfSite, sayKept } from './removals.ts';
import { inOrganization, readPlace, readSiteFile, refuseUnlisted, siteOf } from './site-file-place.ts';

/** `plan` sends nothing: it shows the rows, or writes them with --plan-out. */
export async function runSiteJob(run: Run, kind: 'plan' | 'apply'): Promise<void> {
  const parsed = await readSiteFile(run, String(run.args.file));
  await applyParsed(kind === 'plan' && run.flags.planOut === undefined ? unsent(run) : run, parsed);
}

/** Two runs that would create one site do so one after the other: the second finds it. */
export async function applyParsed(run: Run, parsed: ParsedSite): Promise<void> {
  const own = await inOrganization(run, parsed.file.organization);
  const work = async () => runJobPlan(own, await wishesOf(own, parsed));
  if (own.flags.dryRun || own.flags.planOut !== undefined) return work();
  await aloneWith(own, ['site', String(own.input.organizationId), parsed.file.title], work);
}

/**
 * Reads the site of a file and says what would make it as the file says. `asks`: whoever applies it asks for another base
 * name where one is taken.
 */
export async function wishesOf(run: Run, parsed: ParsedSite, { asks = false } = {}): Promise<Wishes> {
  const client = await run.client();
  const place = await readPlace(client, String(run.input.organizationId));
  const prune = flagNamed(run.flags, 'prune') === true;
  // docs sites setup has no such flag, so no hint may name it.
  const createSpaces =
    run.command.verb === 'setup' ? undefined : flagNamed(run.flags, 'createSpaces') === true;
  const site = siteOf(run, parsed, place.sites);
  const { id } = parsed.notes.get(parsed.file) ?? {};
  if (!site && id !== undefined && !place.sites.some((one) => one.id === id))
    await refuseUnlisted(client, place.organizationId, { kind: 'site', title: parsed.file.title, id });
  const held = site && heldDrafts(run, site.id);
  const plan = await planSite({
    ...{ client, parsed, prune, createSpaces, site, ...(held && { held }) },
    organizationId: place.organizationId,
    spaces: place.spaces,
    ...(!asks && { sites: place.sites }),
    concurrency: concurrencyOf(run),
  });
  if (plan.lacks.length > 0)
    warn(
      run.context.io,
      `${parsed.name} was made by an older version, and says nothing of what the site has: ${plan.lacks.join(', ')}. These stay as they are; to add them: ${shell`docs sites pull ${parsed.file.title} --to ${parsed.name}`}`,
    );
  sayWarnings(run, parsed.name, plan);
  if (prune) refuseMostOfSite(run, parsed.name, plan.removals);
  else sayKept(run, parsed.name, plan.removals);
  return {
    ...plan,
    inFile: inSiteFile(parsed),
    tellsUndo: true,
    begin: () => {
      for (const key of plan.holds) held?.add(key);
    },
    end: (isApplied) => {
      if (isApplied) held?.clear();
    },
  };
}

const inSiteFile = ({ name, nodes }: ParsedSite): InFile => ({
  hint: 'docs sites schema-file',
  placeOf({ file, line }, field) {
    if (file !== undefined) return `${file} line ${line}`;
    const at = fieldPlace(nodes, line, field);
    return `${name} line ${at.line}, column ${at.col}`;
  },
});

export function sayWarnings({ context: { io } }: Run, file: string, { warnings }: SitePlan): void {
  for (const warning of warnings) warn(io, `${file} ${warning}`);
}

// What a site file has made as drafts and not shown yet, kept for the run that goes on after one that was cut off.

/** Of one site. Without a folder for data, or where it cannot be written, this run alone knows. */
function heldDrafts({ context, config }: Run, siteId: string): Held {
  const { data } = context.paths();
  if (data === undefined) return heldHere();
  const about = JSON.stringify([config().origin, siteId]);
  const name = createHash('sha256').update(about).digest('hex').slice(0, 24);
  const path = join(data, 'setups', `${name}.json`);
  const keys = new Set(keysIn(path));
  return {
    has: (key) => keys.has(key),
    add(key) {
      if (keys.has(key)) return;
      keys.add(key);
      quietly(() => writeFileDurably(path, JSON.stringify([...keys]), { ownDir: true }));
    },
    clear() {
      if (keys.size === 0) return;
      keys.clear();
      quietly(() => unlinkSync(path));
    },
  };
}

function keysIn(path: string): string[] {
  try {
    const keys: unknown = JSON.parse(readPrivateFile(path) ?? '[]');
    return Array.isArray(keys) ? keys.map(String) : [];
  } catch {
    return [];
  }
}

/** What is not kept is shown by hand. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The run goes on.
  }
}
