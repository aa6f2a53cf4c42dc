// docs customization diff: what a document would change, or what a space on a site has of its own.
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { command } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { printRequest } from '../../engine/run/dry-run.ts';
import { parseJson, readSource } from '../../engine/run/input.ts';
import { refuseNeither } from '../../engine/run/refusals.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { viewOf } from '../../engine/run/view.ts';
import { FindingsError, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { differences, isFields } from '../../workflows/customization-paths.ts';
import { exitCodeFlag } from '../finding-flags.ts';
import { readLooks, SITE_SPACE_FLAG } from './customization-input.ts';

type DiffRun = Run<Flags<'--site-space <space>' | '--with <file>' | '--exit-code'>>;

export const customizationDiff = command('diff', getCustomization, {
  summary: 'Show how the customization of a site differs from a file or the site',
  args: ['siteId?'],
  columns: [],
  fields: ['path', 'from', 'to'],
  hidden: ['unmasked'],
  options: [
    SITE_SPACE_FLAG,
    { flags: '--with <file>', description: 'compare with this JSON file, or - for stdin', group: 'Fields:' },
    exitCodeFlag('anything differs'),
  ],
  oneOf: ['--site-space', '--with'],
  exits: [6],
  uses: [getSiteSpaceCustomization],
  run: diff,
  examples: [
    ['Compare a space with its site', 'docs customization diff "Tarnpost Docs" --site-space api'],
    ['Compare the site with a file', 'docs customization diff "Tarnpost Docs" --with looks.json'],
  ],
  notes: 'With --with, each row is a change that docs customization set --data would make.',
});

async function diff(run: DiffRun): Promise<void> {
  const { siteSpace, with: file, exitCode } = run.flags;
  refuseNeither(run);
  if (run.flags.dryRun) return showRequest(run);
  const inSpace = { ...run.input, ...(typeof siteSpace === 'string' && { siteSpaceId: siteSpace }) };
  const now = await readLooks({ ...run, input: file === undefined ? run.input : inSpace });
  const wanted =
    typeof file === 'string' ? await readDocument(run, file) : await readLooks({ ...run, input: inSpace });
  const found = differences(now, wanted).filter(({ path }) => path !== 'updatedAt');
  const { io } = run.context;
  const writer = await listWriter(io, viewOf(run, ['path', 'from', 'to']));
  await writer.page(found);
  await writer.end();
  if (found.length === 0) return note(io, 'no differences');
  const summary = plural(found.length, 'difference');
  if (exitCode === true) throw new FindingsError(summary, { hint: 'docs customization set --help' });
  note(io, summary);
}

/** The request that reads what is compared. */
async function showRequest(run: DiffRun): Promise<void> {
  const { siteSpace } = run.flags;
  if (typeof siteSpace === 'string') {
    run.operation = getSiteSpaceCustomization;
    run.input = { ...run.input, siteSpaceId: siteSpace };
  }
  await fillContext(run);
  await settle(run);
  return printRequest(run);
}

async function readDocument(run: DiffRun, file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readSource(run.context, file === '-' ? file : `@${file.replace(/^@/, '')}`, '--with');
  const document = parseJson(text, '--with');
  if (isFields(document)) return document;
  throw new UsageError('--with must be a JSON object');
}
