// An organization of any size, to try on what becomes of many: spaces with pages, members, sites, change requests.
import { emptyTree, type PageNode } from '../content/model.ts';
import { contentStore } from '../db/content/content.ts';
import { lastPosition, spaces } from '../db/content/spaces.ts';
import { metaStore } from '../db/database.ts';
import { members, users } from '../db/people/organizations.ts';
import { positionBetween } from '../db/position.ts';
import { siteSpaces, sites } from '../db/sites/sites.ts';
import { commitTree } from '../resources/content/content-target.ts';
import { createFirstRevision } from '../resources/content/templates.ts';
import { openChangeRequest } from '../resources/review/change-requests-rules.ts';
import type { Sandbox } from '../sandbox.ts';
import { newId, withIds } from '../urls.ts';
import { demoId } from './story.ts';

/** How many of each there are in all. */
export interface Size {
  spaces: number;
  /** Spread over the spaces that are added, as evenly as that goes. */
  pages: number;
  members: number;
  /** Published, each with some of the spaces. */
  sites: number;
  /** Open ones, at most one a space: it changes the first page. */
  changeRequests: number;
}

const SPACES_A_SITE = 4;

/**
 * Adds "Space 1", "Space 2" and so on, "member1@large.example" and so on, in one transaction. IDs and titles are the same
 * every time.
 */
export function fillLarge(sandbox: Sandbox, size: Partial<Size>): Promise<void> {
  const { spaces = 0, pages = 0, members = 0, sites = 0, changeRequests = 0 } = size;
  const meta = metaStore(sandbox.db);
  const owner = { organization: meta.get('organization') ?? '', userId: meta.get('admin') ?? '' };
  let made = 0;
  const next = () => {
    made += 1;
    return demoId('large', String(made));
  };
  return withIds(next, async () =>
    sandbox.db.transaction(() => {
      for (let number = 1; number <= members; number += 1) addMember(sandbox, owner, number);
      const ids = Array.from({ length: spaces }, (_, at) => {
        const count = Math.floor(pages / spaces) + (at < pages % spaces ? 1 : 0);
        const shown = pagesOf(sandbox, at + 1, count);
        const spaceId = addSpace(sandbox, owner, { number: at + 1, pages: shown });
        if (at < changeRequests) addChange(sandbox, owner, { spaceId, number: at + 1, pages: shown });
        return spaceId;
      });
      for (let number = 1; number <= sites; number += 1) addSite(sandbox, owner, { number, ids });
    }),
  );
}

/** The organization, and its first administrator. */
interface Owner {
  organization: string;
  userId: string;
}

function addMember({ db, now }: Sandbox, { organization }: Owner, number: number): void {
  const at = now().toISOString();
  const id = newId();
  const email = `member${number}@large.example`;
  users(db).insert({ id, email, displayName: `Member ${number}`, createdAt: at });
  members(db).insert({ organization, user: id, role: 'read', disabled: 0, joinedAt: at });
}

interface Numbered {
  number: number;
  pages: PageNode[];
}

/** Returns the ID of the space. */
function addSpace(sandbox: Sandbox, { organization, userId }: Owner, { number, pages }: Numbered): string {
  const { db } = sandbox;
  const at = sandbox.now().toISOString();
  const place = { organization, parent: null };
  const id = newId();
  spaces(db).insert({
    ...{ ...place, id, title: `Space ${number}`, revision: '', language: 'en' },
    ...{ position: lastPosition(db, place), editMode: 'locked', defaultLevel: 'inherit' },
    ...{ mergeRules: { type: 'inherit' }, createdAt: at, updatedAt: at },
  });
  spaces(db).update(
    { id },
    { revision: createFirstRevision(sandbox, id, { empty: true, createdBy: userId }), updatedAt: at },
  );
  if (pages.length > 0) commitTree(sandbox, { spaceId: id, tree: { ...emptyTree(), pages }, userId });
  return id;
}

const pagesOf = ({ db }: Sandbox, space: number, count: number): PageNode[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: newId(), type: 'document', title: `Page ${at + 1}`, slug: `page-${at + 1}`, pages: [] },
    markdown: contentStore(db).put(
      `Text of page ${at + 1} in space ${space}, which leads to [the next](page-${at + 2}).`,
    ),
  }));

function addChange(
  sandbox: Sandbox,
  { userId }: Owner,
  { spaceId, number, pages }: Numbered & { spaceId: string },
): void {
  const { id: changeRequestId } = openChangeRequest(sandbox, {
    ...{ spaceId, userId, subject: `Change ${number}` },
  });
  const markdown = contentStore(sandbox.db).put(
    `Another text of ${number}, with a [link](page-2) and a [gap](gone).`,
  );
  const changed = pages.map((page, at) => (at === 0 ? { ...page, markdown } : page));
  commitTree(sandbox, { spaceId, changeRequestId, tree: { ...emptyTree(), pages: changed }, userId });
}

interface Shown {
  number: number;
  /** Of all spaces: a site shows some, each of them another. */
  ids: readonly string[];
}

function addSite({ db, now }: Sandbox, { organization }: Owner, { number, ids }: Shown): void {
  const site = newId();
  const spaces = ids.slice((number - 1) * SPACES_A_SITE, number * SPACES_A_SITE);
  sites(db).insert({
    ...{ id: site, organization, type: 'premium', title: `Site ${number}`, basename: `site-${number}` },
    ...{ agentsContext: 'included', visibility: 'public', published: spaces.length > 0 ? 1 : 0 },
    createdAt: now().toISOString(),
  });
  let position: string | undefined;
  for (const [at, space] of spaces.entries()) {
    position = positionBetween(position);
    siteSpaces(db).insert({
      ...{ id: newId(), site, section: null, space, path: `part-${at + 1}`, position },
      title: `Space ${(number - 1) * SPACES_A_SITE + at + 1}`,
      isDefault: at === 0 ? 1 : 0,
    });
  }
}
