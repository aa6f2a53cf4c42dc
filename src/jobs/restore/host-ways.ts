// What a host offers to put content back with: asked by requests that name what does not exist, so that none has an effect.
import { importContent } from '../../api/content/imports.ts';
import { importGit } from '../../api/integrations/git.ts';
import type { Operation } from '../../api/operation.ts';
import { updateChangeRequestContent } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { isPlatformError, wordsOf } from '../../client/platform-message.ts';
import { DocsError } from '../../errors.ts';

export type Offer = 'yes' | 'no' | 'unknown';
export type Way = 'change request' | 'git import' | 'content import';

const WAYS: Readonly<Record<Way, Operation>> = {
  'change request': updateChangeRequestContent,
  'git import': importGit,
  'content import': importContent,
};

/** Nothing has this ID: hosts give out longer ones. */
const NOWHERE = 'none';

/** Whether the host has the operation of a way; `unknown` where its answer, or none, does not tell. */
export async function offerOf(client: Client, way: Way): Promise<Offer> {
  const { method, path } = WAYS[way];
  const body = way === 'change request' ? { changes: [] } : {};
  try {
    const { status, text } = await client.raw(
      { method, path: path.replace(/\{\w+\}/g, NOWHERE), body: JSON.stringify(body) },
      { attempts: 1 },
    );
    return judged(status, text);
  } catch (error) {
    // A profile that only reads, or a host that cannot be reached.
    if (error instanceof DocsError) return 'unknown';
    throw error;
  }
}

/** A host that has it names the space, or refuses the body; one that does not answers as to any path. */
function judged(status: number, text: string): Offer {
  if (status === 405 || status === 501) return 'no';
  if (status === 400 || status === 422) return 'yes';
  if (status !== 404 && status !== 403) return 'unknown';
  const payload = { text };
  const words = wordsOf(payload);
  const namesRoute = /\b(?:GET|POST|route|endpoint|path)\b|\/v1\//i.test(words);
  if (!isPlatformError(payload) || namesRoute) return status === 404 ? 'no' : 'unknown';
  return /\bspace\b|change request|permission/i.test(words) ? 'yes' : 'unknown';
}
