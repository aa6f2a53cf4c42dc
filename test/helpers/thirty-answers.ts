// What the published client reads of an organization: the answers of more than thirty endpoints, in a form that compares.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitBookAPI } from '@gitbook/api';
import { routes } from '../../src/sandbox/http/routes.ts';
import type { TestSandbox } from './sandbox.ts';

/** The declarations of the published client leave out the ending of a file that they import: its methods are typed here. */
type Published = Record<
  'orgs' | 'spaces' | 'collections',
  Record<string, (...words: unknown[]) => Promise<{ data: unknown }>>
>;

/** Names of methods, by what they are asked of. */
const ASKED: Record<string, string[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'thirty-answers.json'), 'utf8'),
);

/** How many endpoints are asked. */
export const ENDPOINTS = Object.values(ASKED).flat().length;

/** Moments, which no two looks see alike, and what the items of a list say already. */
const LEFT_OUT = new Set(['count', 'updatedAt', 'createdAt', 'joinedAt', 'lastSeenAt', 'revision', 'urls']);

/** Answers by endpoint and what it was asked of, each as its leaves by their paths. */
export type Answers = ReadonlyMap<string, string>;

/** Reads an organization as its administrator. */
export async function thirtyAnswers(
  { sandbox, adminToken }: TestSandbox,
  organization: string,
): Promise<Answers> {
  const app = routes(sandbox, {});
  const client = new GitBookAPI({
    ...{ endpoint: 'http://sandbox.example', authToken: adminToken },
    serviceBinding: { fetch: async (input, init) => app.fetch(new Request(input, init)) },
  }) as unknown as Published;
  const answers = new Map<string, string>();
  const ask = async (group: keyof Published, of: string, ...ids: string[]) => {
    const found: unknown[] = [];
    for (const name of ASKED[of] ?? []) {
      const data = await dataOf(() => client[group][name]?.(...ids, { limit: 1000 }));
      found.push(data);
      leaves(data, `${name} ${ids.at(-1)}`, answers);
    }
    return found;
  };
  const [, , teams, spaces, collections, sites] = await ask('orgs', 'organization', organization);
  for (const id of idsIn(teams)) await ask('orgs', 'team', organization, id);
  for (const id of idsIn(sites)) await ask('orgs', 'site', organization, id);
  for (const id of idsIn(spaces)) await ask('spaces', 'space', id);
  for (const id of idsIn(collections)) await ask('collections', 'collection', id);
  return answers;
}

/** What there is not is an answer, too. */
async function dataOf(call: () => Promise<{ data: unknown }> | undefined): Promise<unknown> {
  try {
    const answer = await call();
    if (!answer) throw new Error('the published client has no such method');
    return answer.data;
  } catch (error) {
    if (Object(error).code !== 404) throw error;
    return { absent: true };
  }
}

const itemsIn = (list: unknown): unknown[] => Object(list).items ?? [];
const idsIn = (list: unknown): string[] => itemsIn(list).map((item) => String(Object(item).id));

/** A text that was cleared is as one that was never written. */
function leaves(value: unknown, path: string, into: Map<string, string>): void {
  if (value === '') return;
  if (Array.isArray(value)) leavesOfList(value, path, into);
  else if (typeof value !== 'object' || value === null) into.set(path, JSON.stringify(value) ?? 'undefined');
  else
    for (const [key, inner] of Object.entries(value).filter(([name]) => !LEFT_OUT.has(name))) {
      const { id } = Object(inner);
      leaves(inner, `${path} .${key}${id === undefined ? '' : ` [${id}]`}`, into);
    }
}

/** Items by their IDs, or else in the order of their texts: in which order a list has them says nothing. */
function leavesOfList(list: readonly unknown[], path: string, into: Map<string, string>): void {
  const plain: string[] = [];
  for (const item of list) {
    const id = keyOf(item);
    if (id === undefined) plain.push(JSON.stringify(item));
    else leaves(item, `${path} [${id}]`, into);
  }
  if (plain.length > 0) into.set(path, plain.sort().join());
}

function keyOf(item: unknown): string | undefined {
  const { id, user, team, organization } = Object(item);
  return id ?? user?.id ?? team?.id ?? organization?.user?.id;
}

/** The leaves that differ: path, before, after. */
export function changedLeaves(before: Answers, after: Answers): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path}: ${before.get(path)} -> ${after.get(path)}`);
}
