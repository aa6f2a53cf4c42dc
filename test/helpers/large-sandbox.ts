// Fills a sandbox with as many spaces, members and change requests as a test wants, at once and without requests.
import { commitTree } from '../../src/sandbox/actions/content/content-target.ts';
import { createFirstRevision } from '../../src/sandbox/actions/content/first-revision.ts';
import { openChangeRequest } from '../../src/sandbox/actions/review/change-requests.ts';
import type { PageNode } from '../../src/sandbox/content/model.ts';
import { contentStore } from '../../src/sandbox/db/content/content.ts';
import { lastPosition } from '../../src/sandbox/db/content/siblings.ts';
import { spaceStore } from '../../src/sandbox/db/content/spaces.ts';
import { metaStore } from '../../src/sandbox/db/meta.ts';
import { memberStore } from '../../src/sandbox/db/people/members.ts';
import { userStore } from '../../src/sandbox/db/people/users.ts';
import { newId } from '../../src/sandbox/ids.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export interface Size {
  /** Each with as many pages, and an open change request that changes the first of them. */
  spaces: number;
  pages: number;
  members: number;
}

/** Adds "Space 1", "Space 2" and so on, and "member1@large.example" and so on. */
export function fillLarge(sandbox: Sandbox, { spaces, pages, members }: Size): void {
  const meta = metaStore(sandbox.db);
  const organization = meta.get('organization') ?? '';
  const admin = meta.get('admin') ?? '';
  sandbox.db.transaction(() => {
    for (let number = 1; number <= members; number += 1) addMember(sandbox, organization, number);
    for (let number = 1; number <= spaces; number += 1)
      addSpace(sandbox, { organization, admin, number, pages });
  });
}

function addMember(sandbox: Sandbox, organization: string, number: number): void {
  const at = sandbox.now().toISOString();
  const id = newId();
  const email = `member${number}@large.example`;
  userStore(sandbox.db).insert({
    ...{ id, email, displayName: `Member ${number}`, photoURL: null, createdAt: at },
  });
  memberStore(sandbox.db).insert({
    ...{ organization, user: id, role: 'read', disabled: 0, sso: 0, joinedAt: at, lastSeenAt: null },
  });
}

interface Plan {
  organization: string;
  admin: string;
  number: number;
  pages: number;
}

function addSpace(sandbox: Sandbox, { organization, admin, number, pages }: Plan): void {
  const { db } = sandbox;
  const at = sandbox.now().toISOString();
  const place = { organization, parent: null };
  const id = newId();
  spaceStore(db).insert({
    ...{ ...place, id, title: `Space ${number}`, emoji: null, icon: null, revision: '', language: 'en' },
    ...{ position: lastPosition(db, place), editMode: 'locked', defaultLevel: 'inherit' },
    ...{ mergeRules: { type: 'inherit' }, createdAt: at, updatedAt: at, deletedAt: null },
  });
  spaceStore(db).setRevision(id, createFirstRevision(sandbox, id, { empty: true, createdBy: admin }), at);
  const tree = { files: [], reusableContents: [], variables: {} };
  const first = pagesOf(sandbox, number, pages);
  commitTree(sandbox, { spaceId: id, tree: { ...tree, pages: first }, userId: admin });
  const request = openChangeRequest(sandbox, { spaceId: id, userId: admin, subject: `Change ${number}` });
  const markdown = contentStore(db).put(
    `Another text of ${number}, with a [link](page-2) and a [gap](gone).`,
  );
  const changed = first.map((page, at) => (at === 0 ? { ...page, markdown } : page));
  commitTree(sandbox, {
    ...{ spaceId: id, changeRequestId: request.id, tree: { ...tree, pages: changed }, userId: admin },
  });
}

const pagesOf = (sandbox: Sandbox, space: number, count: number): PageNode[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: newId(), type: 'document', title: `Page ${at + 1}`, slug: `page-${at + 1}`, pages: [] },
    markdown: contentStore(sandbox.db).put(
      `Text of page ${at + 1} in space ${space}, which leads to [the next](page-${at + 2}).`,
    ),
  }));
