// Processing of a specification after the answer: fetched or taken as it was sent, read, checked, kept as a version.

import type { Static } from '@sinclair/typebox';
import type { OpenApiSource } from '../../../../api/integrations/openapi.ts';
import { messageOf } from '../../../../errors.ts';
import { fetchBytes } from '../../../content/import/fetch-bytes.ts';
import { FetchFailure } from '../../../content/import/fetch-failure.ts';
import { openApiStore } from '../../../db/integrations/openapi.ts';
import { newId } from '../../../ids.ts';
import { LIMITS } from '../../../limits.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { readSpec, type SpecProblem } from './read-spec.ts';

export type Source = Static<typeof OpenApiSource>;

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
  if (!openApiStore(sandbox.db).begin(job)) return;
  const text = 'text' in source ? source.text : await fetchText(source.url, fetchMs);
  if (typeof text !== 'string') return fail(sandbox, job, text);
  const { format, problems } = await readSpec(text);
  if (problems.length > 0) return fail(sandbox, job, { code: 'PARSE_ERROR', problems });
  keepVersion(sandbox, job, { text, format });
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

function keepVersion(
  sandbox: Sandbox,
  job: string,
  { text, format }: { text: string; format: 'json' | 'yaml' },
): void {
  sandbox.db.transaction(() => {
    const store = openApiStore(sandbox.db);
    const spec = store.specOfJob(job);
    if (!spec) return;
    const createdAt = sandbox.now().toISOString();
    const version = { id: newId(), spec: spec.id, format, text, createdAt };
    store.insertVersion(version);
    store.finish(job, {
      lastVersion: version.id,
      lastProcessedAt: createdAt,
      lastProcessErrorCode: null,
      lastProcessedErrors: null,
    });
  });
}

function fail(sandbox: Sandbox, job: string, { code, problems }: Failure): void {
  openApiStore(sandbox.db).finish(job, {
    lastProcessedAt: sandbox.now().toISOString(),
    lastProcessErrorCode: code,
    lastProcessedErrors: JSON.stringify(problems),
  });
}
