// docs sites setup: questions that end in a site file, which is applied as docs sites apply does it.

import { getOrganization } from '../../api/people/organizations.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { deleteSite, getSite, publishSite, updateSite } from '../../api/sites/sites.ts';
import { BACK } from '../../context.ts';
import { place as whereOf } from '../../engine/ask/confirm.ts';
import { applyPlan, followsFromRow } from '../../engine/plan/apply-plan.ts';
import { openJobPlan, runJobPlan } from '../../engine/plan/job-plan.ts';
import type { OpenPlan } from '../../engine/plan/open-plan.ts';
import { readFileOrStdin } from '../../engine/run/input.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import { CancelledError, DocsError, InteractionError, NotFoundError, UsageError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { canAsk } from '../../output/io.ts';
import { done, note, warn } from '../../output/note.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { readSites } from '../restore/site-backup.ts';
import { parseSite } from '../site-file/parse.ts';
import type { SiteFile } from '../site-file/schema.ts';
import { inOrganization, readPlace, siteMeant } from '../site-file/site-file-place.ts';
import { applyParsed, wishesOf } from '../site-file/site-job.ts';
import { siteText } from '../site-file/write.ts';
import { agreeToReplace, type Ending, type Opened, type Place, writeSite } from './end.ts';
import { askForChanges, askForNewSite } from './live-site.ts';
import type { SetupRun } from './setup-flags.ts';

export async function setUp(run: SetupRun): Promise<void> {
  const { from } = run.flags;
  if (typeof from === 'string') return applyFile(run, from);
  if (!canAsk(run))
    throw new InteractionError('interactive setup needs a terminal', {
      hint: 'docs sites setup --from site.yaml',
    });
  await agreeToReplace(run);
  const own = await inOrganization(run);
  const place = await openPlace(own);
  const live = siteMeant(own, place.sites);
  const ending = await (live ? askForChanges(place, live) : askForNewSite(place));
  await carryOut(place, ending, live);
}

/** --from: the same as docs sites apply. */
async function applyFile(run: SetupRun, from: string): Promise<void> {
  if (run.flags.save !== undefined)
    throw new UsageError('--save keeps what you answer, and --from asks nothing', {
      hint: shell`docs sites setup --from ${from}`,
    });
  const text = await readFileOrStdin(run.context, from, '--from');
  await applyParsed(run, await parseSite(text, from === '-' ? 'standard input' : from));
}

async function openPlace(run: SetupRun): Promise<Place> {
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const [organization, { sites, spaces }] = await Promise.all([
    client.call(getOrganization, { organizationId }),
    readPlace(client, organizationId),
  ]);
  if (spaces.length === 0)
    throw new NotFoundError(`"${organization.title}" has no space that a site could show`, {
      hint: 'docs spaces create --title "Guides"',
    });
  const isUnique = (title: string) =>
    spaces.filter((space) => space.title === title || space.id === title).length === 1;
  const open = async (site: SiteFile): Promise<Opened> => {
    const wishes = await wishesOfAnswers(run, site);
    return { ...(await openJobPlan(run, wishes)), end: wishes.end };
  };
  return {
    ...{ run, organization, sites, spaces, open },
    nameOf: ({ id, title }) => (isUnique(title) ? title : id),
    where: await whereOf(run),
    consequences: async (site, known) => consequencesOf(run, site, known ?? (await open(site))),
  };
}

const wishesOfAnswers = async (run: SetupRun, site: SiteFile) =>
  wishesOf(run, await parseSite(await siteText({ ...site }), 'what you answered'), { asks: true });

// What the last question says, and what it asks once more.

/** Types of sites that cost nothing. */
const FREE: readonly SiteFile['type'][] = ['basic'];

/** They decide who can read a site. */
const OPENING: readonly string[] = [updateSite.id, publishSite.id];

const riskyRows = ({ plan }: OpenPlan) =>
  Array.from(plan.rows, (row, at) => ({ row, number: at + 1 })).filter(({ row }) => row.danger !== 'mild');

async function consequencesOf(run: SetupRun, { type, publish }: SiteFile, open: OpenPlan) {
  const risky = riskyRows(open);
  const follows = await Promise.all(risky.map(({ row, number }) => followsFromRow(open, row, number)));
  const isBilled =
    publish === true && !FREE.includes(type) && risky.some(({ row }) => row.operation === publishSite.id);
  const said = [...new Set([...follows, isBilled ? 'billed on publish' : undefined])].filter((line) => line);
  const lines = said.map((line = '') => `${line.charAt(0).toUpperCase()}${safeLine(line.slice(1))}.\n`);
  return { lines: ciSafe(run.context.io, lines.join('')), isRisky: risky.length > 0 };
}

// From the answers to the site.

async function carryOut(
  place: Place,
  { site, end, file: named }: Ending,
  live: Site | undefined,
): Promise<void> {
  const { run } = place;
  const { io } = run.context;
  if (end === 'stop') throw new InteractionError('canceled', { code: 'DECLINED' });
  if (run.flags.dryRun || run.flags.planOut !== undefined)
    return runJobPlan(run, await wishesOfAnswers(run, site));
  const file = typeof run.flags.save === 'string' ? run.flags.save : named;
  if (file !== undefined) await writeSite(run, file, site);
  if (end === 'save') {
    const words = ['docs', 'sites', 'apply', file ?? '', ...(live ? ['--site', live.id] : [])];
    return note(io, `nothing was sent; to apply it: ${shellLine(words)}`);
  }
  const { made, site: kept } = await untilDone(place, site, { live, file });
  if (file !== undefined && kept !== site) await writeSite(run, file, kept);
  await sayEnd(place, made, file);
}

interface Begun {
  live: Site | undefined;
  /** Where the site was saved. */
  file: string | undefined;
}

/** Applies, and asks what to do about what fails. Throws what stopped it, with the way on as its hint. */
async function untilDone(
  place: Place,
  wanted: SiteFile,
  begun: Begun,
): Promise<{ made: Site; site: SiteFile }> {
  const { run } = place;
  let site = wanted;
  for (;;) {
    try {
      const open = await place.open(site);
      // Who has answered the last question has seen what follows; that more people get into a live site is asked once more.
      const widens =
        begun.live !== undefined && riskyRows(open).some(({ row }) => OPENING.includes(row.operation));
      const yes = run.flags.yes === true || !widens;
      await applyPlan({ ...open, run: { ...open.run, flags: { ...open.run.flags, yes } } });
      open.end?.(true);
      return { made: await siteMade(place, site, begun.live), site };
    } catch (error) {
      // Nothing was sent, and trying again would end the same.
      if (error instanceof InteractionError || error instanceof UsageError) throw error;
      if (!(error instanceof DocsError)) throw error;
      site = { ...site, ...(await overcome(place, site, begun, error)) };
    }
  }
}

async function siteMade(
  { run, organization }: Place,
  { title }: SiteFile,
  live: Site | undefined,
): Promise<Site> {
  const client = await run.client();
  run.forgetReads();
  const found = live ?? (await readSites(client, organization.id)).find((site) => site.title === title);
  return client.call(getSite, { organizationId: organization.id, siteId: found?.id ?? '' });
}

/** What to do otherwise in the next attempt. Throws when there is none. */
async function overcome(
  place: Place,
  site: SiteFile,
  { live, file }: Begun,
  error: DocsError,
): Promise<{ basename?: string }> {
  const { run, organization } = place;
  const made = await siteMade(place, site, live).catch(() => undefined);
  if (error instanceof CancelledError || !canAsk(run)) throw await stopped(run, site, made, file, error);
  warn(run.context.io, error.message);
  const prompts = await run.context.prompts();
  const isTaken = site.basename !== undefined && made !== undefined && made.basename !== site.basename;
  const choice = await prompts.ask({
    kind: 'choice',
    message: 'What now?',
    choices: [
      ...(isTaken ? [{ name: 'Choose another address', value: 'address' }] : []),
      { name: isTaken ? 'Try the same again' : 'Try again', value: 'again' },
      { name: made ? `Stop here: site "${made.title}" stays as it is` : 'Stop here', value: 'stop' },
      ...(made && !live ? [{ name: `Undo: delete site "${made.title}"`, value: 'undo' }] : []),
    ],
  });
  if (choice === 'again') return {};
  if (choice === 'address') {
    const typed = await prompts.ask({ kind: 'text', message: 'Last part of the address:' });
    return typed === BACK ? {} : { basename: String(typed).trim() };
  }
  if (choice !== 'undo' || !made) throw await stopped(run, site, made, file, error);
  const client = await run.client();
  await client.callWithStatus(deleteSite, { organizationId: organization.id, siteId: made.id });
  done(run.context.io, `deleted site "${made.title}" (${made.id}); its spaces stay`);
  throw error;
}

/** The same error, with the command that goes on. */
async function stopped(
  run: SetupRun,
  site: SiteFile,
  made: Site | undefined,
  saved: string | undefined,
  error: DocsError,
): Promise<DocsError> {
  if (!made) return error;
  const file = saved ?? (await keepAnswers(run, made, site));
  const name = `site "${made.title}" (${made.id})`;
  const { code, exit, http } = error;
  const facts = {
    ...{ code, exit, outcome: 'applied' as const, retryable: true, cause: error, ...(http && { http }) },
    hint: shell`docs sites apply ${file} --site ${made.id}`,
  };
  if (error instanceof CancelledError)
    return new CancelledError(`interrupted: ${name} is not complete`, facts);
  return new DocsError(`${name} is not complete: ${error.message}`, { code, exit }, facts);
}

/** Kept among our own files, so that what was begun can be resumed. */
async function keepAnswers(run: SetupRun, { id }: Site, site: SiteFile): Promise<string> {
  const { data } = run.context.paths();
  const path = `${data ?? run.context.cwd}/site-setup-${id}.yaml`;
  // Without a home it goes where the user is, and that folder is not ours to close.
  writeFileDurably(path, await siteText({ ...site }), { ownDir: data !== undefined });
  return path;
}

/** What became of it, and what does the same without questions. */
async function sayEnd(
  { run, sites }: Place,
  { id, title, published, urls }: Site,
  file: string | undefined,
): Promise<void> {
  const { io } = run.context;
  if (published) done(io, `site "${title}" is published${urls.published ? ` at ${urls.published}` : ''}`);
  else done(io, `site "${title}" (${id}) is ready; to publish it: ${shell`docs sites publish ${id}`}`);
  const name = sites.some((site) => site.id !== id && site.title === title) ? id : title;
  const kept = file ?? 'site.yaml';
  const pull = file === undefined ? [shell`docs sites pull ${name} --to ${kept}`] : [];
  // Its title may be another one by now.
  const { site: _, ...flags } = run.flags;
  const here = { ...run, flags };
  note(io, 'The same without questions:');
  for (const line of [...pull, shell`docs sites apply ${kept}`])
    io.err(ciSafe(io, `  ${await inThisContext(here, line)}\n`));
}
