// OpenAPI specifications of an organization.
import type { Static } from '@sinclair/typebox';
import type { OpenAPISpecSource as OpenApiSource } from '../../../../api/integrations/openapi.generated.ts';
import { SLUG } from '../../../../api/integrations/openapi.ts';
import { messageOf } from '../../../../errors.ts';
import { inThread, ThreadLate } from '../../../../files/in-thread.ts';
import { ownerId } from '../../../../files/lock.ts';
import { readYaml } from '../../../../files/yaml-text.ts';
import { missing } from '../../../access.ts';
import { mayBeAlive } from '../../../background.ts';
import { FetchFailure, fetchBytes } from '../../../content/import/fetch-bytes.ts';
import {
  type OpenApiSpecRow,
  type OpenApiVersionRow,
  openApiSpecOf,
  openApiSpecs,
  openApiVersions,
} from '../../../db/integrations/openapi.ts';
import { LIMITS } from '../../../limits.ts';
import type { Call, Sandbox } from '../../../sandbox.ts';
import { newId } from '../../../urls.ts';
import { sees } from '../../../who-sees.ts';
import { badRequest, conflict, notFound } from '../../../wire-error.ts';

// Reads the text of a specification, JSON or YAML, and checks it against the schema of its OpenAPI version.

export interface SpecProblem {
  message: string;
  code?: string;
}

export interface ReadSpec {
  format: 'json' | 'yaml';
  /** Empty: it is a valid OpenAPI document. */
  problems: SpecProblem[];
}

const DEEPEST = 200;

/** Never throws: what is wrong with the text is the answer. */
export async function readSpec(text: string): Promise<ReadSpec> {
  const { format, content, problem } = await parseSpec(text);
  if (problem !== undefined) return { format, problems: [{ message: problem, code: 'syntax' }] };
  return { format, problems: await validate(content, text.length) };
}

interface Parsed {
  format: 'json' | 'yaml';
  content?: unknown;
  problem?: string;
}

/** JSON where it is JSON, else YAML. */
export async function parseSpec(text: string): Promise<Parsed> {
  const json = parseJson(text);
  if (json) return { format: 'json', content: json.content };
  const read = await readYaml(text, { maxAliasCount: 1000 });
  if ('value' in read) return { format: 'yaml', content: read.value };
  const { problem, at } = read;
  const where = at ? ` at line ${at.line}, column ${at.col}` : '';
  return { format: 'yaml', problem: `${problem.replace(/:$/, '')}${where}` };
}

function parseJson(text: string): { content: unknown } | undefined {
  try {
    return { content: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}

type Library = typeof import('@seriousme/openapi-schema-validator');

/** A longer text could hold up everybody else for seconds. */
const SHORT = 256 * 1024;
const TIMEOUT_MS = 20_000;

/** Keeps the schemas that it has compiled, each of which takes 60 ms. */
let validator: InstanceType<Library['Validator']> | undefined;

async function validate(content: unknown, length: number): Promise<SpecProblem[]> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return [{ message: 'the document is not an object', code: 'type' }];
  }
  if (depthOf(content) > DEEPEST) {
    return [{ message: `the document nests more than ${DEEPEST} levels`, code: 'depth' }];
  }
  try {
    if (length <= SHORT) {
      const loaded = await import('@seriousme/openapi-schema-validator');
      validator ??= new loaded.Validator();
      return await problemsOf(loaded, content, validator);
    }
    const library = { name: '@seriousme/openapi-schema-validator', file: 'conf-openapi.cjs' };
    return await inThread({ library, work: problemsOf, input: content, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ThreadLate)
      return [{ message: `checking it took longer than ${TIMEOUT_MS / 1000} s`, code: 'too slow' }];
    // A reference that leads nowhere, or in a circle without end.
    return [{ message: firstLine(error) }];
  }
}

/** Sent to the thread for a long text: uses nothing but its arguments. */
async function problemsOf(
  { Validator }: Library,
  content: object,
  own = new Validator(),
): Promise<SpecProblem[]> {
  const { valid, errors = [] } = await own.validate({ ...content });
  if (valid) return [];
  if (typeof errors === 'string') return [{ message: errors }];
  return errors.slice(0, 20).map(({ instancePath, message, keyword }) => ({
    message: `${instancePath || '/'} ${message ?? 'is wrong'}`,
    code: keyword,
  }));
}

/** Level by level, so that no depth of the document overflows the stack. */
function depthOf(content: unknown): number {
  let depth = 0;
  for (let level = [content]; level.length > 0 && depth <= DEEPEST; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null
        ? Object.values(value).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    );
  }
  return depth;
}

const firstLine = (error: unknown): string => (messageOf(error).split('\n', 1)[0] ?? '').replace(/:$/, '');

// Processing of a specification after the answer: fetched or taken as it was sent, read, checked, kept as a version.

type Source = Static<typeof OpenApiSource>;

const MOST_BYTES = LIMITS.largeBodyBytes;
const FETCH_MS = 10_000;
const ACCEPT = 'application/json, application/yaml, text/yaml, */*;q=0.5';

type Failure = { code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'; problems: SpecProblem[] };

/** Does a job to its end and keeps how it ended. Never rejects, so it can go on in the background. */
export async function processSpec(
  sandbox: Sandbox,
  job: string,
  source: Source,
  fetchMs = FETCH_MS,
): Promise<void> {
  if (!openApiSpecs(sandbox.db).update({ job }, { processingState: 'progress' })) return;
  const text = 'text' in source ? source.text : await fetchText(source.url, fetchMs);
  if (typeof text !== 'string') {
    finish(sandbox, job, { failure: text });
    return;
  }
  const { format, problems } = await readSpec(text);
  if (problems.length > 0) finish(sandbox, job, { failure: { code: 'PARSE_ERROR', problems } });
  else keepVersion(sandbox, job, { text, format });
}

async function fetchText(url: string, timeoutMs: number): Promise<string | Failure> {
  try {
    const { bytes } = await fetchBytes(url, { maxBytes: MOST_BYTES, timeoutMs, accept: ACCEPT });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    const late = error instanceof FetchFailure && error.kind === 'timeout';
    const message = messageOf(error);
    return { code: late ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', problems: [{ message }] };
  }
}

/** Keeps how a job ended: with a version, or with what is wrong. */
const finish = (
  { db, now }: Sandbox,
  job: string,
  { lastVersion, failure }: { lastVersion?: string; failure?: Failure },
) =>
  openApiSpecs(db).update(
    { job },
    {
      processingState: 'complete',
      lastVersion,
      lastProcessedAt: now().toISOString(),
      lastProcessErrorCode: failure?.code ?? null,
      lastProcessedErrors: failure?.problems ?? null,
    },
  );

function keepVersion(sandbox: Sandbox, job: string, made: { text: string; format: 'json' | 'yaml' }): void {
  sandbox.db.transaction(() => {
    const spec = openApiSpecs(sandbox.db).find({ job });
    if (!spec) return;
    const createdAt = sandbox.now().toISOString();
    const lastVersion = newId();
    openApiVersions(sandbox.db).insert({ id: lastVersion, spec: spec.id, ...made, createdAt });
    finish(sandbox, job, { lastVersion });
  });
}

export interface SpecRef {
  organizationId: string;
  specSlug: string;
}

const VALID_SLUG = new RegExp(SLUG);

/** A specification by slug or id. 404 for one that is not for the caller to see. */
export function readSpecRow(call: Call, { organizationId, specSlug }: SpecRef): OpenApiSpecRow {
  call.access.requireOrganization(organizationId, 'view');
  const row = openApiSpecOf(call.db, organizationId, specSlug);
  if (!row || !sees(call, { kind: 'specification', row })) {
    throw notFound('OpenAPI specification', specSlug);
  }
  return closeIfLost(call, row);
}

/** A processing whose process is gone has failed. */
export function closeIfLost(call: Call, row: OpenApiSpecRow): OpenApiSpecRow {
  if (row.processingState === 'complete' || mayBeAlive(call, row)) return row;
  const message = 'processing was interrupted: send it again';
  finish(call, row.job, { failure: { code: 'FETCH_ERROR', problems: [{ message }] } });
  return openApiSpecOf(call.db, row.organization, row.id) ?? row;
}

/** Adds a specification and begins to process it. 409 for a slug that is taken. */
export function createSpec(call: Call, organization: string, slug: string, source: Source): OpenApiSpecRow {
  const row = call.db.transaction(() => {
    call.access.requireOrganization(organization, 'createOpenAPISpec');
    if (openApiSpecOf(call.db, organization, slug)) {
      throw conflict(`slug "${slug}" is taken by another OpenAPI specification`);
    }
    return insert(call, organization, slug, source);
  });
  return start(call, row, source);
}

/** Replaces the source of a specification, or adds it; tells which. 400 for what cannot be a slug. */
export function setSpec(call: Call, ref: SpecRef, source: Source): { row: OpenApiSpecRow; isNew: boolean } {
  const { row, isNew } = call.db.transaction(() => {
    call.access.requireOrganization(ref.organizationId, 'createOpenAPISpec');
    const known = openApiSpecOf(call.db, ref.organizationId, ref.specSlug);
    if (known) return { row: replaceSource(call, known, source), isNew: false };
    if (ref.specSlug.length > 100 || !VALID_SLUG.test(ref.specSlug)) {
      throw badRequest('specSlug must be 1 to 100 letters, digits and single dashes');
    }
    return { row: insert(call, ref.organizationId, ref.specSlug, source), isNew: true };
  });
  return { row: start(call, row, source), isNew };
}

function insert(call: Call, organization: string, slug: string, source: Source): OpenApiSpecRow {
  const now = call.now().toISOString();
  const row: OpenApiSpecRow = {
    id: newId(),
    organization,
    slug,
    visibility: 'private',
    ...freshJob(source),
    lastVersion: null,
    lastProcessedAt: null,
    lastProcessErrorCode: null,
    lastProcessedErrors: null,
    createdAt: now,
    updatedAt: now,
  };
  openApiSpecs(call.db).insert(row);
  return row;
}

const freshJob = (source: Source) => ({
  sourceURL: 'url' in source ? source.url : null,
  processingState: 'pending' as const,
  job: newId(),
  owner: ownerId(),
});

function replaceSource(call: Call, row: OpenApiSpecRow, source: Source): OpenApiSpecRow {
  const changes = { ...freshJob(source), updatedAt: call.now().toISOString() };
  openApiSpecs(call.db).update({ id: row.id }, changes);
  return { ...row, ...changes };
}

function start(call: Call, row: OpenApiSpecRow, source: Source): OpenApiSpecRow {
  call.background.add(processSpec(call, row.job, source));
  // The answer is given before the work begins: it says pending.
  return row;
}

/** A specification the caller may change. 404, 403. */
export function ownSpec(call: Call, ref: SpecRef): OpenApiSpecRow {
  const row = readSpecRow(call, ref);
  if (mayEdit(call, row)) return row;
  throw missing('edit', `OpenAPI specification "${row.slug}"`, call.access.memberRole(row.organization));
}

export const mayEdit = ({ access }: Call, { organization }: OpenApiSpecRow): boolean =>
  access.organizationPermissions(organization).createOpenAPISpec;

export function setVisibility(
  call: Call,
  ref: SpecRef,
  visibility: OpenApiSpecRow['visibility'],
): OpenApiSpecRow {
  const { id } = ownSpec(call, ref);
  openApiSpecs(call.db).update({ id }, { visibility, updatedAt: call.now().toISOString() });
  return readSpecRow(call, ref);
}

/** Returns whether there was one; its versions go with it. */
export function deleteSpec(call: Call, ref: SpecRef): boolean {
  call.access.requireOrganization(ref.organizationId, 'view');
  const row = openApiSpecOf(call.db, ref.organizationId, ref.specSlug);
  if (!row || !sees(call, { kind: 'specification', row })) return false;
  return openApiSpecs(call.db).remove({ id: ownSpec(call, ref).id });
}

/** A version; without an id the latest. 404 before there is one. */
export function readVersion(call: Call, ref: SpecRef, versionId?: string): OpenApiVersionRow {
  const spec = readSpecRow(call, ref);
  const id = versionId ?? spec.lastVersion;
  const version = id === null ? undefined : openApiVersions(call.db).find({ id, spec: spec.id });
  if (!version) throw notFound(`version of OpenAPI specification "${spec.slug}"`, id ?? 'latest');
  return version;
}
