// One step of a plan: sent to the platform, or guessed where a plan is only looked at.

import type { InputOf, Operation, ResultOf } from '../../api/operation.ts';
import { updateSiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import { updateSiteSection } from '../../api/sites/site-sections.ts';
import { updateSiteSpace } from '../../api/sites/site-spaces.ts';
import { getSite, type Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { flagWith, type Typed } from '../../files/shell-word.ts';
import { type Change as Changed, type Danger, SEVERE } from '../dangers/danger.ts';
import { dangerOfChange, followsFrom } from '../dangers.ts';
import type { LiveSection, LiveSite } from './live-site.ts';
import type { PlannedSpace, SiteDraft } from './plan.ts';

export interface Progress {
  /** What earlier runs have made as drafts, too; else this run alone counts. */
  held?: Held;
  /** The site, as soon as there is one. */
  site?: Site;
  /** Called before a step that changes something. */
  begin(change: Change): void;
  /** Called after each step; `isNew` is false where it was done already. */
  done(change: Change, isNew: boolean): void;
}

export interface Work {
  held: Held;
  /** Undefined: nothing is sent, and each answer is guessed. */
  client: Client | undefined;
  draft: SiteDraft;
  progress: Progress;
  names: Names;
  live: LiveSite;
}

export const placeOf = ({ draft, live }: Work) => ({
  organizationId: draft.organization.id,
  siteId: live.site.id,
});

/** One step: sent, or guessed where nothing is. */
export async function step<O extends Operation, T>(
  { client, progress }: Pick<Work, 'client' | 'progress'>,
  change: Change,
  { operation, input }: { operation: O; input: InputOf<O> },
  take: (answer: ResultOf<O>) => T,
  guess: () => T,
): Promise<T> {
  const request = { operation, input: { ...Object(input) } };
  const told = { ...change, request, before: progress.site };
  progress.begin(told);
  const result = client ? take(await client.call(operation, input)) : guess();
  progress.done(told, true);
  return result;
}

// What the steps of a plan endanger: each is judged as the command that does the same.

export interface JudgedStep {
  step: Change;
  danger: Danger;
  /** For what asks. */
  follows?: string | undefined;
}

/** In the order of the steps. Throws what keeps from being read what follows. */
export async function judgedSteps(steps: readonly Change[], client: Client): Promise<JudgedStep[]> {
  const judged: JudgedStep[] = [];
  for (const step of steps) {
    const change = changeOf(step, client);
    const danger = change ? await dangerOfChange(change) : SEVERE.danger;
    judged.push({ step, danger, ...(change && danger !== 'mild' && { follows: await followsFrom(change) }) });
  }
  return judged;
}

function changeOf({ request, before }: Change, client: Client): Changed | undefined {
  if (!request) return undefined;
  const isOfSite =
    request.operation.path.endsWith('/sites/{siteId}') || request.operation.id === 'sites.publish';
  return {
    ...request,
    ...(isOfSite && before && { target: { ...before } }),
    client: async () => (before ? seesSite(client, before) : client),
  };
}

/** The site is as the steps before leave it, though none was sent. */
const seesSite = (client: Client, site: Site): Client => ({
  ...client,
  call(operation, input, options) {
    // Safe: it is what getSite answers.
    return operation.id === getSite.id
      ? Promise.resolve(site as never)
      : client.call(operation, input, options);
  },
});

// One step of a plan: what people read of it, and the command that does the same.

export interface Change {
  /** What is done: `show space "Guides"`. */
  text: string;
  /** What is different afterwards: `+ space "Guides"`, `~ visibility: share-link -> public`. */
  lines: readonly string[];
  /** What is typed after `docs`; nothing where the command of an earlier step does it, too. */
  typed?: Typed;
  /** What it sends, and the site as the steps before it leave it: what it endangers is worked out from these. */
  request?: Request;
  before?: Site | undefined;
}

export interface Request {
  operation: Operation;
  input: Readonly<Record<string, unknown>>;
}

/** How commands name what they are about. */
export interface Names {
  /** Whether a title leads to one space of the organization only. */
  isUnique(title: string): boolean;
  /** Whether a title leads to this site of the organization only; the id is empty for one that does not exist yet. */
  isUniqueSite(title: string, id: string): boolean;
  /** Flags for each command, where the context would name another place. */
  flags: readonly string[];
}

export const spaceName = ({ isUnique }: Names, { id, title }: PlannedSpace): string =>
  isUnique(title) ? title : id;

export const siteName = ({ isUniqueSite }: Names, { site: { id, title } }: LiveSite): string =>
  id === '' || isUniqueSite(title, id) ? title : id;

/** `--site X`, and what else each command of a plan needs. */
export const inSite = (names: Names, live: LiveSite): string[] => [
  ...flagWith('--site', siteName(names, live)),
  ...names.flags,
];

export const sectionName = ({ sections }: LiveSite, section: LiveSection): string => among(sections, section);

interface Named {
  id: string;
  title: string;
  path?: string;
}

/** The title, unless it may mean something else, too: things are looked up by title and by path. */
export function among<T extends Named>(all: readonly T[], one: T): string {
  const { id, title } = one;
  const isTaken = all.some((other) => other !== one && (other.title === title || other.path === title));
  return isTaken && id !== '' ? id : title;
}

/** `~ title: "A" -> "B"`. */
export const changed = (what: string, before: unknown, after: unknown): string =>
  `~ ${what}: ${shown(before)} -> ${shown(after)}`;

const shown = (value: unknown): string =>
  value === undefined || value === '' ? 'none' : JSON.stringify(value);

// What a plan adds to a published site: made as drafts, which readers do not see, and shown to them last.

/** What plans of a site have made as drafts and not shown yet, in this run or one that was cut off. */
export interface Held {
  has(key: string): boolean;
  add(key: string): void;
  /** All of it is shown. */
  clear(): void;
}

export function heldHere(): Held {
  const keys = new Set<string>();
  return { has: (key) => keys.has(key), add: (key) => void keys.add(key), clear: () => keys.clear() };
}

type Kind = 'section' | 'group' | 'space';

/** Names what is not there yet: it has no ID. */
const keyOf = (kind: Kind, name: string): string => `${kind} ${name}`;

/** Whether readers would see at once what is added to it. */
const isRead = ({ site, knowsDrafts }: LiveSite): boolean => site.published && knowsDrafts;

/** What a command says of it. */
export const draftFlag = (fields: { draft?: true }): string[] => (fields.draft ? ['--draft'] : []);

/** What a new thing is created with, noted before it is asked for: its answer may be lost. `name`: title, or ID of the space. */
export function asDraft({ live, held, client }: Work, kind: Kind, name: string): { draft?: true } {
  if (!isRead(live)) return {};
  // What is only looked at leaves no trace.
  if (client) held.add(keyOf(kind, name));
  return { draft: true };
}

interface Shown {
  kind: Kind;
  title: string;
  operation: Operation;
  ids: Readonly<Record<string, string>>;
  path: readonly string[];
  name: string;
  done: () => void;
}

/** All that is a draft because a plan has made it so. Its own drafts are for a person to show. */
function heldOn(work: Work): Shown[] {
  const { live, held, client } = work;
  const isHeld = (kind: Kind, name: string, one: { id: string; draft?: boolean }) =>
    one.draft === true && (held.has(keyOf(kind, name)) || (!client && one.id === ''));
  return [
    ...live.spaces
      .filter((one) => isHeld('space', one.spaceId, one))
      .map((one) => ({
        ...{ kind: 'space' as const, title: one.spaceTitle, operation: updateSiteSpace },
        ...{ ids: { siteSpaceId: one.id }, path: ['sites', 'spaces', 'update'] },
        ...{ name: among(live.spaces, one), done: () => delete one.draft },
      })),
    ...live.sections
      .filter((one) => isHeld('section', one.title, one))
      .map((one) => ({
        ...{ kind: 'section' as const, title: one.title, operation: updateSiteSection },
        ...{ ids: { siteSectionId: one.id }, path: ['sites', 'sections', 'update'] },
        ...{ name: sectionName(live, one), done: () => delete one.draft },
      })),
    ...live.groups
      .filter((one) => isHeld('group', one.title, one))
      .map((one) => ({
        ...{ kind: 'group' as const, title: one.title, operation: updateSiteSectionGroup },
        ...{ ids: { siteSectionGroupId: one.id }, path: ['sites', 'groups', 'update'] },
        ...{ name: among(live.groups, one), done: () => delete one.draft },
      })),
  ];
}

/** Shows it to readers, once all else is there. */
export async function showHeld(work: Work): Promise<void> {
  const { live, names, held, client } = work;
  for (const { kind, title, operation, ids, path, name, done } of heldOn(work)) {
    const change = {
      text: `show ${kind} "${title}" to readers`,
      lines: [changed(`draft of ${kind} ${JSON.stringify(title)}`, true, false)],
      typed: { path, names: [name], flags: ['--no-draft', ...inSite(names, live)] },
    };
    const input = { ...placeOf(work), ...ids, draft: false };
    // Safe: these operations take the IDs of one of their kind, and whether it is a draft.
    await step(
      work,
      change,
      { operation, input: input as never },
      () => {},
      () => {},
    );
    done();
  }
  if (client) held.clear();
}
