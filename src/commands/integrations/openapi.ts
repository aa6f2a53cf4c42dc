// docs openapi: OpenAPI specifications of an organization.
import type { OpenAPISpec as OpenApiSpec } from '../../api/integrations/openapi.generated.ts';
import * as api from '../../api/integrations/openapi.ts';
import dangers from '../../domain/dangers/integrations.ts';
import { command, group, late } from '../../engine/model/command.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { WAIT_FLAGS, type WaitFlags, waitFor } from '../../engine/run/wait.ts';
import { ConflictError, DocsError, UsageError, ValidationError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { entryFile } from '../../jobs/clone/read-parts.ts';
import { openApiPush } from '../../jobs/openapi/openapi-push.ts';
import { readOpenApi } from '../../jobs/openapi/spec-files.ts';
import { done, warn } from '../../output/note.ts';
import { plainContent } from '../../output/safe-text.ts';
import { whenRefused } from '../sending.ts';
import { widerVisibility } from '../widening.ts';

// docs openapi download: a specification as it was written, or as it was understood.

const DOWNLOAD_FLAGS = [
  flag('--parsed', 'print the parsed specification as JSON', { reach: 'platform' }),
  flag('--version-id <id>', 'this version instead of the latest, always as JSON', { reach: 'platform' }),
] as const satisfies readonly Option[];

export type DownloadRun = Run<FlagsOf<typeof DOWNLOAD_FLAGS>>;

async function downloadSpec(run: DownloadRun): Promise<void> {
  const { io } = run.context;
  const text = await withReferences(run, (input) => readSpec(run, input));
  const shown = plainContent(io, text);
  await io.out(shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** The file to start at; a host that answers the bare specification is read too. */
const parsedText = (content: Partial<api.OpenApiContent>): string =>
  JSON.stringify(entryFile(content)?.specification ?? content, null, 2);

async function readSpec(
  run: DownloadRun,
  { organizationId, specSlug }: DownloadRun['input'],
): Promise<string> {
  const client = await run.client();
  const place = { organizationId: String(organizationId), specSlug: String(specSlug) };
  const { versionId, parsed, json } = run.flags;
  if (versionId !== undefined) {
    const content = await client.call(api.getOpenApiContent, { ...place, versionId: String(versionId) });
    return parsedText(content);
  }
  if (parsed || json) return parsedText(await client.call(api.getLatestOpenApiContent, place));
  return (await client.call(api.getRawOpenApiContent, place)).text;
}

// Where an OpenAPI specification comes from, and how its processing ended.

const SOURCE_FLAGS = [
  flag('--url <url>', 'URL the platform fetches the specification from', { reach: 'platform' }),
  flag('--file <file>', 'file to upload, or - for stdin'),
] as const satisfies readonly Option[];

/** Turns --url or --file into `source`. Throws UsageError, ValidationError. */
async function readOpenApiSource(run: Run<FlagsOf<typeof SOURCE_FLAGS>>): Promise<void> {
  checkSlug(run);
  const { url, file } = run.flags;
  if (url !== undefined && file !== undefined) {
    throw new UsageError('--url and --file cannot be used together', {
      hint: `${run.path} <slug> --file openapi.yaml`,
    });
  }
  if (url !== undefined) run.input = { ...run.input, source: { url: webAddress(run, url) } };
  if (typeof file === 'string') run.input = { ...run.input, source: { text: await textOf(run, file) } };
}

/** The platform fetches from the web only. Throws ValidationError. */
function webAddress({ path }: Run, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new ValidationError(`--url must begin with https:// or http://, not "${text.slice(0, 100)}"`, {
    hint: `${path} --help`,
    details: { field: 'url' },
  });
}

/** PUT makes what is not there, so a slug that cannot be one is refused here. */
function checkSlug({ input, path }: Run): void {
  const { specSlug } = input;
  if (typeof specSlug !== 'string' || /^https?:/.test(specSlug)) return;
  if (specSlug.length <= 100 && new RegExp(api.SLUG).test(specSlug)) return;
  throw new ValidationError(
    `<slug> must be 1 to 100 letters, digits and single dashes, not "${specSlug.slice(0, 60)}"`,
    { hint: `${path} --help`, details: { field: 'specSlug' } },
  );
}

/** What cannot be an OpenAPI document is refused here: the platform would take it, and fail later. */
async function textOf({ context }: Run, file: string): Promise<string> {
  const text = await readFileOrStdin(context, file, '--file');
  await readOpenApi(file === '-' ? 'standard input' : file.replace(/^@/, ''), text);
  return text;
}

/** Reads until the specification is processed. */
async function endOfProcessing(run: Run<WaitFlags>, { slug }: OpenApiSpec): Promise<OpenApiSpec> {
  const organizationId = String(run.input.organizationId);
  const client = await run.client();
  return waitFor(run, {
    what: `the processing of OpenAPI specification "${slug}"`,
    hint: shell`docs openapi get ${slug}`,
    read: () => client.call(api.getOpenApiSpec, { organizationId, specSlug: slug }),
    hasEnded: ({ processingState }) => processingState === 'complete',
  });
}

/** Throws DocsError OPENAPI_FAILED with the platform's reason. */
async function reportProcessing(run: Run<WaitFlags>, spec: OpenApiSpec): Promise<void> {
  if (run.flags.wait !== true) return;
  const { io } = run.context;
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

function setHint({ flags: { file, url }, input }: Run<FlagsOf<typeof SOURCE_FLAGS>>): string {
  const source = file ? ['--file', file] : url ? ['--url', url] : [];
  return shell`docs openapi set ${String(input.slug)} ${source}`;
}

/** Where the slug is taken, the same command with `set` changes what has it. */
const orSet = whenRefused((run: Run<FlagsOf<typeof SOURCE_FLAGS>>, error) => {
  if (error instanceof ConflictError) error.hint ??= setHint(run);
});

const ROW = ['slug', 'visibility', 'processingState', 'lastProcessErrorCode', 'lastProcessedAt'] as const;

/** What takes a file or an address, and may wait until it is processed. */
const takesSource = {
  idField: 'slug',
  columns: ROW,
  hidden: ['source'],
  options: [...SOURCE_FLAGS, ...WAIT_FLAGS],
  oneOf: ['--url', '--file'],
  prepare: readOpenApiSource,
  follow: endOfProcessing,
  after: reportProcessing,
} as const;

export default group(
  'openapi',
  'Manage OpenAPI specifications',
  [
    command('list', api.listOpenApiSpecs, { columns: ROW, idField: 'slug', examples: ['docs openapi list'] }),
    command('create', api.createOpenApiSpec, {
      ...takesSource,
      args: ['slug'],
      send: orSet,
      examples: ['docs openapi create tracking --url https://api.tarnpost.example/openapi.yaml'],
      notes: `A file must be an OpenAPI document in YAML or JSON; it is checked before it is sent.
The platform processes the specification in the background; --wait reports the result.`,
    }),
    command('get', api.getOpenApiSpec, {
      idField: 'slug',
      args: ['specSlug'],
      columns: [...ROW, 'sourceURL', 'lastVersion', 'urls.app'],
      examples: ['docs openapi get parcels'],
    }),
    command('set', api.setOpenApiSpec, {
      ...takesSource,
      args: ['specSlug'],
      mayBeNew: true,
      examples: ['docs openapi set parcels --file openapi.yaml --wait'],
      notes: `Creates the specification if the slug does not exist. A file must be an OpenAPI document in YAML or JSON; it is
checked before it is sent.`,
    }),
    openApiPush,
    late('diff', 'Compare two OpenAPI documents, and say what breaks clients', () =>
      import('../../jobs/openapi/openapi-diff.ts').then(({ openApiDiff }) => openApiDiff),
    ),
    command('update', api.updateOpenApiSpec, {
      idField: 'slug',
      args: ['specSlug'],
      columns: ROW,
      target: api.getOpenApiSpec,
      ...dangers['openapi.update'],
      stakes: widerVisibility,
      examples: ['docs openapi update parcels --visibility private'],
    }),
    command('delete', api.deleteOpenApiSpec, {
      args: ['specSlug'],
      ...dangers['openapi.delete'],
      target: api.getOpenApiSpec,
      examples: ['docs openapi delete parcels --yes --dry-run'],
      notes: 'All versions are lost. Pages that use it keep their content until they are recomputed.',
    }),
    command('versions', api.listOpenApiVersions, {
      none: 'no versions of OpenAPI specification {}',
      args: ['specSlug'],
      columns: ['id', 'createdAt', 'url'],
      examples: ['docs openapi versions parcels'],
    }),
    command('version', api.getLatestOpenApiVersion, {
      args: ['specSlug'],
      columns: ['id', 'createdAt', 'url'],
      options: [flag('--version-id <id>', 'this version instead of the latest', { reach: 'platform' })],
      prepare: chooseVersion,
      uses: [api.getOpenApiVersion],
      examples: ['docs openapi version parcels'],
    }),
    command('download', api.getRawOpenApiContent, {
      args: ['specSlug'],
      options: DOWNLOAD_FLAGS,
      send: downloadSpec,
      uses: [api.getOpenApiContent, api.getLatestOpenApiContent],
      examples: [
        ['Print the file as it was uploaded', 'docs openapi download parcels'],
        ['Print what the platform made of it', 'docs openapi download parcels --parsed'],
      ],
      notes: 'Without --parsed or --version-id, prints the original JSON or YAML.',
    }),
  ],
  [
    ['Upload a file and wait for the result', 'docs openapi push openapi.yaml --wait'],
    ['Make a specification private', 'update'],
    ['Download the latest version', 'download'],
  ],
);

async function chooseVersion(run: Run<Flags<'--version-id <id>'>>): Promise<void> {
  const { versionId } = run.flags;
  if (versionId === undefined) return;
  run.operation = api.getOpenApiVersion;
  run.input = { ...run.input, versionId };
}
