// docs openapi diff: what came, went and changed between two OpenAPI documents, and what of it breaks clients.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { getRawOpenApiContent } from '../../api/integrations/openapi.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readNamed } from '../../engine/references/named.ts';
import { readStdin, readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { ValidationError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { conclude } from '../report/findings.ts';
import { compareOpenApi } from './compare.ts';
import { readOpenApi } from './spec-files.ts';

const COLUMNS = ['change', 'breaking', 'operation', 'field', 'detail'];

const FLAGS = [
  exitCodeFlag('a change breaks clients'),
  flag('--breaking', 'only what breaks clients', { reach: 'platform' }),
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
] as const satisfies readonly Option[];

type DiffRun = Run<FlagsOf<typeof FLAGS>>;

export const openApiDiff = handmade('diff', {
  summary: 'Compare two OpenAPI documents, and say what breaks clients',
  args: [
    { field: 'old', label: 'old', reach: 'machine', required: true },
    { field: 'new', label: 'new', reach: 'machine', required: true },
  ],
  uses: [getRawOpenApiContent],
  options: FLAGS,
  columns: COLUMNS,
  paged: true,
  run: diff,
  examples: [
    ['Compare a file with what is published', 'docs openapi diff parcels openapi.yaml'],
    [
      'Fail if a change would break clients',
      'docs openapi diff main.yaml openapi.yaml --breaking --exit-code',
    ],
  ],
  notes: `Each is a file, - for stdin, or the slug of a specification; a name with a dot or slash is a file. Breaking: an operation
or field that goes, an input that becomes required or takes less, an answer that promises less. References to other files are
not followed.`,
});

async function diff(run: DiffRun): Promise<void> {
  const { old = '', new: fresh = '' } = run.args;
  const before = await documentOf(run, old);
  const all = compareOpenApi(before, await documentOf(run, fresh));
  const breaking = all.filter((one) => one.breaking);
  await printRows(run, run.flags.breaking ? breaking : all);
  conclude(run, `${plural(all.length, 'change')}, ${breaking.length} breaking`, breaking.length);
}

/** Throws ValidationError for what is not such a document, NotFoundError for a slug that is not there. */
async function documentOf(run: DiffRun, name: string): Promise<unknown> {
  const document = await readOpenApi(name, await textOf(run, name));
  if (document === undefined)
    throw new ValidationError(`${name} is too large, or nested too deeply, to be compared`);
  return document;
}

async function textOf(run: DiffRun, name: string): Promise<string> {
  const { context } = run;
  if (name === '-') return readStdin(context, 'file');
  if (/[./\\]/.test(name) || existsSync(resolve(context.cwd, name)))
    return readTextFile(context, name, 'file');
  const asked: Run = { ...run, input: { specSlug: name } };
  const client = await run.client();
  const { text } = await readNamed(asked, getRawOpenApiContent, ({ organizationId, specSlug }) =>
    client.call(getRawOpenApiContent, { organizationId: String(organizationId), specSlug: String(specSlug) }),
  );
  return text;
}
