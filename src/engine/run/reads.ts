// What a run has read it does not ask for again, as long as it has changed nothing on the platform.

import { mutates, type Operation } from '../../api/operation.ts';
import type { Client, Page } from '../../client/client-options.ts';
import { isAbsence } from '../../errors.ts';
import { KINDS } from '../references/reference-kinds.ts';
import type { Listed } from './item-shown.ts';

/** Who is calling stays the same, whatever is changed. */
const CALLER = 'users.caller';
/** What names are looked up in, and what commands read of their target before they ask. */
const KEPT = new Set([
  ...Object.values(KINDS).map(({ listId }) => listId),
  'spaces.get',
  'sites.get',
  'collections.get',
  'orgs.get',
  'members.get',
  'teams.get',
  'changeRequests.get',
  'openapi.get',
  'saml.get',
  'translations.get',
  'integrations.get',
  'linkInvites.get',
  'importRuns.get',
  'auditEvents.actions',
  'pages.listInChangeRequest',
  'installedIntegrations.list',
  'gitInstallations.get',
  'installations.get',
  'installationSpaces.get',
  'installationSites.get',
  'comments.get',
  'comments.getInChangeRequest',
  'commentReplies.get',
  'commentReplies.getInChangeRequest',
  'teamMembers.list',
  'reviewers.list',
  'siteStructure.get',
  'siteMcpServers.get',
  'contextConnections.get',
  'siteFindings.get',
  'siteTopics.get',
  'sitePublishing.auth',
  'siteAgentSettings.get',
  'customization.get',
  'customization.getOfSiteSpace',
  'fonts.get',
  'customHostnames.get',
  'siteChannels.get',
  CALLER,
  'users.get',
  'spacePermissions.users',
  'spacePermissions.teams',
  'collectionPermissions.users',
  'collectionPermissions.teams',
  'sitePermissions.users',
  'sitePermissions.teams',
]);
/** An answer older than this says little: a person may have thought about a question for long. */
const FRESH_MS = 60_000;
const MOST_ANSWERS = 500;
const MOST_ITEMS = 20_000;

interface Kept<T> {
  at: number;
  value: T;
}

export interface ReadsClient extends Client {
  /** Drops what is in memory: others may have changed it since. */
  forgetReads(): void;
  /** What a list has just shown of a thing, as its own read would. */
  noteRead(operation: Operation, input: Record<string, unknown>, result: unknown): void;
  /** All that is in memory: answers, or promises of them, and lists. */
  shownSoFar(): unknown[];
}

/** A client that answers a read of the same thing from memory until the first change is sent. */
export function withReads(client: Client): ReadsClient {
  const answers = new Map<string, Kept<Promise<unknown>>>();
  const lists = new Map<string, Kept<Listed>>();
  let changed = false;
  let round = 0;
  const forgetReads = () => {
    // A list that is still being read was asked for before, too.
    round += 1;
    answers.clear();
    lists.clear();
  };
  const forget = () => {
    changed = true;
    const caller = answers.get(`${CALLER} []`);
    forgetReads();
    if (caller) answers.set(`${CALLER} []`, caller);
  };
  // Whatever order its fields were put together in, an input is the same.
  const keyOf = ({ id }: Operation, input: unknown) =>
    `${id} ${JSON.stringify(Object.entries(input ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
  const keeps = ({ id }: Operation) => (changed ? id === CALLER : KEPT.has(id));

  return {
    ...client,
    forgetReads,
    shownSoFar: () => [...answers.values(), ...lists.values()].map(({ value }) => value),
    noteRead(operation, input, result) {
      if (keeps(operation)) keep(answers, keyOf(operation, input), Promise.resolve(result));
    },
    async call(operation, input, options) {
      if (mutates(operation)) forget();
      if (!keeps(operation)) return client.call(operation, input, options);
      const key = keyOf(operation, input);
      const known = fresh(answers, key);
      // Safe: the answer to this very operation and input, here and below.
      if (known) return known as never;
      if (lists.size > 0) {
        const { itemShown } = await import('./item-shown.ts');
        // Another may have asked meanwhile.
        const shown = fresh(answers, key) ?? itemShown([...lists.values()].filter(isFresh), operation, input);
        if (shown !== undefined) return shown as never;
      }
      const asked = client.call(operation, input, options);
      keep(answers, key, asked);
      // That something is not there, or not offered, is an answer, too; a fault is not.
      asked.catch((error: unknown) => {
        if (!isAbsence(error)) answers.delete(key);
      });
      return asked;
    },
    async callWithStatus(operation, input, options) {
      if (mutates(operation)) forget();
      return client.callWithStatus(operation, input, options);
    },
    async raw(request, options) {
      if (!/^(GET|HEAD)$/i.test(request.method)) forget();
      return client.raw(request, options);
    },
    pages(operation, input, options) {
      if (!keeps(operation) || options?.limit !== undefined) return client.pages(operation, input, options);
      const key = keyOf(operation, input);
      const known = fresh(lists, key);
      if (known) return again(known.pages) as never;
      const begun = round;
      const read = client.pages(operation, input, options);
      return keeping(read, (pages) => {
        if (round === begun) keep(lists, key, { list: operation, input: { ...Object(input) }, pages });
      });
    },
  };
}

const isFresh = ({ at }: Kept<unknown>): boolean => Date.now() - at < FRESH_MS;

function fresh<T>(kept: ReadonlyMap<string, Kept<T>>, key: string): T | undefined {
  const found = kept.get(key);
  return found && isFresh(found) ? found.value : undefined;
}

function keep<T>(kept: Map<string, Kept<T>>, key: string, value: T): void {
  if (kept.size >= MOST_ANSWERS) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, { at: Date.now(), value });
}

async function* again(pages: readonly Page<unknown>[]): AsyncGenerator<Page<unknown>, void, undefined> {
  yield* pages;
}

/** Passes pages on, and hands over all of them once the list has ended. */
async function* keeping<T>(
  pages: AsyncGenerator<Page<T>, void, undefined>,
  done: (pages: Page<T>[]) => void,
): AsyncGenerator<Page<T>, void, undefined> {
  let read: Page<T>[] | undefined = [];
  let count = 0;
  for await (const page of pages) {
    count += page.items.length;
    if (count > MOST_ITEMS) read = undefined;
    read?.push(page);
    yield page;
  }
  if (read) done(read);
}

// Whether a run has changed something on the platform.

/** Counts the changes that the platform has answered with success. */
export interface Made {
  changes: number;
}

/** The client, counting in `made` what it changes. */
export function countChanges(client: Client, made: Made): Client {
  const counted = ({ status }: { status: number }): void => {
    if (status < 300) made.changes += 1;
  };
  return {
    ...client,
    async call(operation, input, options) {
      const result = await client.call(operation, input, options);
      if (mutates(operation)) made.changes += 1;
      return result;
    },
    async callWithStatus(operation, input, options) {
      const answer = await client.callWithStatus(operation, input, options);
      if (mutates(operation)) counted(answer);
      return answer;
    },
    async raw(request, options) {
      const answer = await client.raw(request, options);
      if (!/^(get|head)$/i.test(request.method)) counted(answer);
      return answer;
    },
  };
}
