// Many API descriptions to the platform: only what differs is sent, and what became of it is told.

import type { OpenAPISpec as OpenApiSpec } from '../api/integrations/openapi.generated.ts';
import { getOpenApiSpec, SLUG, setOpenApiSpec } from '../api/integrations/openapi.ts';
import { getRawOpenApiContent } from '../api/integrations/openapi-versions.ts';
import type { Client } from '../client/client.ts';
import { NotFoundError, UsageError } from '../errors.ts';
import { normalized } from '../files/plain-forms.ts';

export interface SpecFile {
  /** As it was typed. */
  file: string;
  slug: string;
  text: string;
}

export interface Pushed {
  file: string;
  slug: string;
  state: 'created' | 'updated' | 'unchanged' | 'failed';
  version: string | undefined;
  /** What the platform says of its content. */
  errors: readonly string[];
}

/** `specs/Parcel API.yaml` to `parcel-api`. Throws UsageError when nothing of the name is left. */
export function slugOf(file: string): string {
  const name = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.(ya?ml|json)$/i, '');
  const slug = normalized(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 100)
    .replace(/(?<!-)-+$/, '');
  if (new RegExp(SLUG).test(slug)) return slug;
  throw new UsageError(`cannot derive a slug from the name of ${file}`, {
    hint: 'docs openapi set <slug> --file <file>',
  });
}

/** Throws UsageError when two files would be one specification. */
export function refuseTwins(files: readonly { file: string; slug: string }[]): void {
  const seen = new Map<string, string>();
  for (const { file, slug } of files) {
    const other = seen.get(slug);
    if (other !== undefined)
      throw new UsageError(`${other} and ${file} are both called "${slug}": rename one`);
    seen.set(slug, file);
  }
}

export interface PushJob {
  client: Client;
  organizationId: string;
  /** Reads until the platform has read it; absent: nobody waits. */
  wait?: (slug: string) => Promise<OpenApiSpec>;
}

/** Sends one file unless the platform has the same text. A specification that the platform cannot read is `failed`. */
export async function pushSpec(job: PushJob, { file, slug, text }: SpecFile): Promise<Pushed> {
  const { client, organizationId, wait } = job;
  const { known, isSame } = await compareSpec(job, { slug, text });
  if (known && isSame) return outcome(file, known, 'unchanged');
  const body = { organizationId, specSlug: slug, source: { text } };
  const { status, result } = await client.callWithStatus(setOpenApiSpec, body);
  const spec = wait ? await wait(slug) : result;
  return outcome(file, spec, status === 201 || !known ? 'created' : 'updated');
}

/** What the platform has of a file: `isSame` where nothing is to be sent. */
export async function compareSpec(
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

async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

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
