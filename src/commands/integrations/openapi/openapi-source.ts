// Where an OpenAPI specification comes from, and how its processing ended.

import { getOpenApiSpec, type OpenApiSpec, SLUG } from '../../../api/integrations/openapi.ts';
import type { Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import { readSource, readTextFile } from '../../../engine/run/input.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { WaitFlags } from '../../../engine/run/wait.ts';
import { waitFor } from '../../../engine/run/wait.ts';
import { DocsError, UsageError, ValidationError } from '../../../errors.ts';
import { shell } from '../../../files/shell-word.ts';
import { done, warn } from '../../../output/note.ts';
import { requireOpenApi } from './openapi-check.ts';

export const SOURCE_FLAGS = [
  {
    flags: '--url <url>',
    reach: 'platform',
    description: 'URL the platform fetches the specification from',
    group: 'Fields:',
  },
  { flags: '--file <file>', description: 'file to upload, or - for stdin', group: 'Fields:' },
] as const satisfies readonly Option[];

/** Turns --url or --file into `source`. Throws UsageError, ValidationError. */
export async function readOpenApiSource(run: Run<FlagsOf<typeof SOURCE_FLAGS>>): Promise<void> {
  checkSlug(run);
  const { url, file } = run.flags;
  if (url !== undefined && file !== undefined) {
    throw new UsageError('--url and --file cannot be used together', {
      hint: `${run.path} <slug> --file openapi.yaml`,
    });
  }
  if (url !== undefined) run.input = { ...run.input, source: { url } };
  if (typeof file === 'string') run.input = { ...run.input, source: { text: await textOf(run, file) } };
}

/** PUT makes what is not there, so a slug that cannot be one is refused here. */
function checkSlug({ input, path }: Run): void {
  const { specSlug } = input;
  if (typeof specSlug !== 'string' || /^https?:/.test(specSlug)) return;
  if (specSlug.length <= 100 && new RegExp(SLUG).test(specSlug)) return;
  throw new ValidationError(
    `<slug> must be 1 to 100 letters, digits and single dashes, not "${specSlug.slice(0, 60)}"`,
    { hint: `${path} --help`, details: { field: 'specSlug' } },
  );
}

/** What cannot be an OpenAPI document is refused here: the platform would take it, and fail later. */
async function textOf({ context }: Run, file: string): Promise<string> {
  const name = file.replace(/^@/, '');
  const text = await (file === '-'
    ? readSource(context, '-', '--file')
    : readTextFile(context, name, '--file'));
  await requireOpenApi(file === '-' ? 'standard input' : name, text);
  return text;
}

/** With --wait: reads until the specification is processed. Throws DocsError OPENAPI_FAILED with the platform's reason. */
export async function watchProcessing(run: Run<WaitFlags>, { slug }: OpenApiSpec): Promise<void> {
  if (run.flags.wait !== true) return;
  const organizationId = String(run.input.organizationId);
  const client = await run.client();
  const spec = await waitFor(run, {
    what: `the processing of OpenAPI specification "${slug}"`,
    hint: shell`docs openapi get ${slug}`,
    read: () => client.call(getOpenApiSpec, { organizationId, specSlug: slug }),
    hasEnded: ({ processingState }) => processingState === 'complete',
  });
  reportProcessing(run, spec);
}

function reportProcessing({ context: { io } }: Run, spec: OpenApiSpec): void {
  const { slug, lastProcessErrorCode: code, lastProcessedErrors: errors = [], lastVersion } = spec;
  if (code === undefined) {
    for (const { message } of errors) warn(io, `OpenAPI specification "${slug}": ${message}`);
    done(io, `processed OpenAPI specification "${slug}": version ${lastVersion ?? 'unknown'}`);
    return;
  }
  const reason = errors[0]?.message ?? code;
  throw new DocsError(
    `the processing of OpenAPI specification "${slug}" failed: ${reason} (${code})`,
    { code: 'OPENAPI_FAILED', exit: 1 },
    { hint: shell`docs openapi get ${slug} --json`, outcome: 'applied' },
  );
}
