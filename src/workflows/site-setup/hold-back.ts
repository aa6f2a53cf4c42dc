// What a plan adds to a published site: made as drafts, which readers do not see, and shown to them last.
import type { Operation } from '../../api/operation.ts';
import { updateSiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import { updateSiteSection } from '../../api/sites/site-sections.ts';
import { updateSiteSpace } from '../../api/sites/site-spaces.ts';
import { among, changed, inSite, sectionName } from './change.ts';
import type { LiveSite } from './live-site.ts';
import { placeOf, step, type Work } from './step.ts';

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
