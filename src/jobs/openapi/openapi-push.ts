// docs openapi push: many files at once, for CI.
import type { OpenAPISpec as OpenApiSpec } from '../../api/integrations/openapi.generated.ts';
import { getOpenApiSpec, getRawOpenApiContent, setOpenApiSpec } from '../../api/integrations/openapi.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, mapPool } from '../../client/pool.ts';
import { giveUp } from '../../client/retry.ts';
import { type Command, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONCURRENCY_FLAG, CONTEXT_FLAGS, concurrencyOf, WRITE_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { callNamed } from '../../engine/references/named.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { WAIT_FLAGS, waitFor } from '../../engine/run/wait.ts';
import { FindingsError, messageOf, NotFoundError, unless } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import type { Report } from '../../output/reports/finding.ts';
import { type Fault, readFiles, type SpecFile } from './spec-files.ts';

const FORMATS = ['table', 'github', 'junit'] as const;

const PUSH_FLAGS = [
  flag('--slug-from <what>', 'how to derive slugs', {
    reach: 'platform',
    choices: ['filename'],
    default: 'filename',
  }),
  flag('--format <format>', 'print a report for people or CI', {
    reach: 'platform',
    choices: FORMATS,
    default: 'table',
    group: 'Output:',
  }),
  ...WAIT_FLAGS,
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  ...WRITE_FLAGS,
  CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type PushRun = Run<FlagsOf<typeof PUSH_FLAGS>>;

export const openApiPush: Command = handmade('push', {
  summary: 'Upload OpenAPI files, creating or updating specifications',
  args: [{ field: 'file', label: 'file', reach: 'machine', required: true, variadic: true }],
  options: PUSH_FLAGS,
  columns: ['file', 'slug', 'state', 'version', 'errors'],
  idField: 'slug',
  uses: [getOrganization, getOpenApiSpec, setOpenApiSpec, getRawOpenApiContent],
  exits: [6, 7],
  examples: [
    ['See what would be uploaded', 'docs openapi push openapi.yaml --dry-run'],
    ['Upload, and wait until it is processed', 'docs openapi push openapi.yaml --wait'],
  ],
  notes:
    'Unchanged files are not uploaded, and none is where one is not an OpenAPI document. With --wait, exits 6 if the platform cannot parse a file; --format github adds annotations.',
  run: push,
});

async function push(run: PushRun): Promise<void> {
  const concurrency = concurrencyOf(run);
  const files = await readFiles(run, (faults) => reportRefused(run, faults));
  const client = await run.client();
  const { id: organizationId } = await callNamed({ ...run }, getOrganization, client);
  if (run.flags.dryRun) return showUnsent(run, { client, organizationId }, files);
  const job: PushJob = {
    client,
    organizationId,
    ...(run.flags.wait === true && { wait: (slug) => waitForSpec(run, client, organizationId, slug) }),
  };
  const bar = startBar(run.context.io, 'sending OpenAPI files', files.length);
  const results = await mapPool(files, concurrency, (file) => pushSpec(job, file), {
    onRateLimit: client.onRateLimit,
    stop: stopWith(bar),
  }).finally(() => bar.stop());
  const pushed = results.flatMap((result) => (result.ok ? [result.value] : []));
  const failures = results.flatMap((result) =>
    result.ok ? [] : [{ name: result.item.file, error: result.error }],
  );
  await report(run, pushed, failures);
  conclude(run, pushed, failures, files.length);
}

/** --dry-run: what would become of each file. */
async function showUnsent(run: PushRun, job: PushJob, files: readonly SpecFile[]): Promise<void> {
  const rows = await mapAll({}, files, concurrencyOf(run), async ({ file, slug, text }) => {
    const { known, isSame } = await compareSpec(job, { slug, text });
    const state = isSame ? 'unchanged' : known ? 'would be updated' : 'would be created';
    return { file, slug, state };
  });
  await printRows(run, rows);
  const open = rows.filter(({ state }) => state !== 'unchanged').length;
  const { refuseMissingRight } = await import('../../engine/run/missing-right.ts');
  if (open > 0)
    await refuseMissingRight(run, [
      { operation: setOpenApiSpec, input: { organizationId: job.organizationId } },
    ]);
  const same = open === files.length ? '' : `, ${files.length - open} unchanged`;
  done(run.context.io, `dry run: ${plural(open, 'file')} would be sent${same}; nothing was sent`);
}

function stopWith(bar: ReturnType<typeof startBar>) {
  const stop = giveUp();
  return (result: { ok: boolean; error?: unknown }) => {
    bar.step(result.ok);
    return stop(result);
  };
}

const waitForSpec = (run: PushRun, client: PushJob['client'], organizationId: string, slug: string) =>
  waitFor(run, {
    what: `the processing of OpenAPI specification "${slug}"`,
    hint: shell`docs openapi get ${slug}`,
    read: () => client.call(getOpenApiSpec, { organizationId, specSlug: slug }),
    hasEnded: ({ processingState }) => processingState === 'complete',
  });

interface Failure {
  name: string;
  error: unknown;
}

/** A report for CI names what was refused here like what the platform refuses. */
async function reportRefused(run: PushRun, faults: readonly Fault[]): Promise<void> {
  if (run.flags.format === 'table') return;
  const refused = faults.map(({ file, error: { message } }) => ({
    ...{ file, slug: file, state: 'failed' as const, version: undefined, errors: [message] },
  }));
  await report(run, refused, []);
}

async function report(run: PushRun, pushed: readonly Pushed[], failures: readonly Failure[]): Promise<void> {
  const { format } = run.flags;
  if (format !== 'github' && format !== 'junit') {
    await printRows(run, pushed);
    // A table cuts what is long.
    if (run.context.io.outTty)
      for (const { file, errors } of pushed)
        for (const error of errors) warn(run.context.io, `${file}: ${error}`);
    return;
  }
  const made: Report = {
    name: 'docs openapi push',
    version: run.context.version,
    rules: [
      { id: 'openapi-error', description: 'The platform cannot read an OpenAPI file.', level: 'error' },
    ],
    findings: pushed.flatMap(({ file, slug, errors }) =>
      errors.map((message, at) => ({
        ...{ rule: 'openapi-error', level: 'error' as const, message, group: slug, place: file, file },
        fingerprint: `${slug}-${at}`,
      })),
    ),
    groups: pushed.map(({ slug }) => slug),
    failures: failures.map(({ name, error }) => ({
      group: name,
      message: messageOf(error),
    })),
    summary: summaryOf(pushed),
  };
  const make =
    format === 'github'
      ? (await import('../../output/reports/github.ts')).github
      : (await import('../../output/reports/junit.ts')).junit;
  await run.context.io.out(make(made), format === 'github');
  if (format === 'github') {
    const { appendSummary } = await import('../../output/reports/github.ts');
    appendSummary(run.context.io, run.context.env, made);
  }
}

function summaryOf(pushed: readonly Pushed[]): string {
  const count = (state: Pushed['state']) => pushed.filter((one) => one.state === state).length;
  const states = (['created', 'updated', 'unchanged', 'failed'] as const).map(
    (state) => `${count(state)} ${state}`,
  );
  return `${plural(pushed.length, 'file')}: ${states.join(', ')}`;
}

function conclude(
  run: PushRun,
  pushed: readonly Pushed[],
  failures: readonly Failure[],
  total: number,
): void {
  if (failures.length > 0) {
    throwUnfinished({ what: 'file', done: pushed.length, total, failures, hint: sameCommand(run) });
  }
  const broken = pushed.find(({ state }) => state === 'failed');
  if (broken)
    throw new FindingsError(summaryOf(pushed), { hint: shell`docs openapi get ${broken.slug} --json` });
  note(run.context.io, summaryOf(pushed));
}

// Uploads many API descriptions: sends only what differs, and says what became of each.

interface Pushed {
  file: string;
  slug: string;
  state: 'created' | 'updated' | 'unchanged' | 'failed';
  version: string | undefined;
  /** What the platform says of its content. */
  errors: readonly string[];
}

interface PushJob {
  client: Client;
  organizationId: string;
  /** Reads until the platform has read it; absent: nobody waits. */
  wait?: (slug: string) => Promise<OpenApiSpec>;
}

/** Sends one file unless the platform has the same text. A specification that the platform cannot read is `failed`. */
async function pushSpec(job: PushJob, { file, slug, text }: SpecFile): Promise<Pushed> {
  const { client, organizationId, wait } = job;
  const { known, isSame } = await compareSpec(job, { slug, text });
  if (known && isSame) return outcome(file, known, 'unchanged');
  const body = { organizationId, specSlug: slug, source: { text } };
  const { status, result } = await client.callWithStatus(setOpenApiSpec, body);
  const spec = wait ? await wait(slug) : result;
  return outcome(file, spec, status === 201 || !known ? 'created' : 'updated');
}

/** What the platform has of a file: `isSame` where nothing is to be sent. */
async function compareSpec(
  job: PushJob,
  { slug, text }: Pick<SpecFile, 'slug' | 'text'>,
): Promise<{ known: OpenApiSpec | undefined; isSame: boolean }> {
  const { client, organizationId } = job;
  const known = await orNothing(() => client.call(getOpenApiSpec, { organizationId, specSlug: slug }));
  return { known, isSame: known !== undefined && (await hasText(job, known, text)) };
}

/** A text that failed is sent anew: what failed may have been the platform. */
async function hasText(
  { client, organizationId }: PushJob,
  spec: OpenApiSpec,
  text: string,
): Promise<boolean> {
  if (spec.lastProcessErrorCode !== undefined || spec.processingState !== 'complete') return false;
  const kept = await orNothing(() =>
    client.call(getRawOpenApiContent, { organizationId, specSlug: spec.slug }),
  );
  return kept?.text === text;
}

const orNothing = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  unless((error) => error instanceof NotFoundError, work);

function outcome(file: string, spec: OpenApiSpec, state: Pushed['state']): Pushed {
  const { slug, lastVersion, lastProcessErrorCode: code, lastProcessedErrors = [], processingState } = spec;
  const failed = code !== undefined && processingState === 'complete';
  const messages = lastProcessedErrors.map(({ message }) => message);
  return {
    file,
    slug,
    state: failed ? 'failed' : state,
    version: lastVersion,
    errors: failed ? (messages.length > 0 ? messages : [code]) : [],
  };
}
