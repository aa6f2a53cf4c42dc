// The demo's collections and spaces, filled with pages and files.

import { slugify } from '../../markdown/slug.ts';
import { commitTree } from '../actions/content/content-target.ts';
import { createFirstRevision } from '../actions/content/first-revision.ts';
import type { FileNode, PageNode, ReusableContentNode } from '../content/model.ts';
import { collectionStore } from '../db/content/collections.ts';
import { contentStore } from '../db/content/content.ts';
import { lastPosition } from '../db/content/siblings.ts';
import { spaceStore } from '../db/content/spaces.ts';
import { gitStore } from '../db/integrations/git-operations.ts';
import { permissionStore } from '../db/people/members.ts';
import { apiReference } from './api-reference.ts';
import { demoId } from './demo-id.ts';
import { guides } from './guides.ts';
import { handbook, oldGuides, releaseNotes } from './handbook.ts';
import type { DemoPage } from './page.ts';
import { ADMIN, ORGANIZATION, userId } from './people.ts';
import { LABEL_SIZE, parcelStates, sampleLabel } from './pictures.ts';
import type { Story } from './story.ts';

export const spaceId = (title: string) => demoId('space', title);
const collectionId = (title: string) => demoId('collection', title);

interface DemoSpace {
  title: string;
  emoji: string;
  pages: DemoPage[];
  /** Days before the demo was made. */
  made: number;
  filled: number;
  collection?: string;
  withFiles?: true;
}

const SPACES: DemoSpace[] = [
  { title: 'Guides', emoji: '📦', pages: guides, made: 300, filled: 30, withFiles: true },
  { title: 'API reference', emoji: '🔌', pages: apiReference, made: 290, filled: 21 },
  { title: 'Release notes', emoji: '🚀', pages: releaseNotes, made: 200, filled: 5 },
  { title: 'Handbook', emoji: '📘', pages: handbook, made: 250, filled: 60, collection: 'Internal' },
  { title: 'Guides v1', emoji: '🗄️', pages: oldGuides, made: 399, filled: 320, collection: 'Archive' },
];

/** New spaces are locked like all spaces; the API reference is the one that takes direct edits. */
export function addContent(story: Story): void {
  addCollection(story, { title: 'Internal', description: 'For Tarnpost employees only', parent: null });
  addCollection(story, {
    title: 'Archive',
    description: 'Kept for reference, no longer maintained',
    parent: 'Internal',
  });
  for (const space of SPACES) addSpace(story, space);
  const { db } = story.sandbox;
  const { update } = spaceStore(db);
  update(spaceId('API reference'), { editMode: 'live' }, story.daysAgo(21));
  update(spaceId('Handbook'), { defaultLevel: 'comment' }, story.daysAgo(60));
  // Reviewed by the documentation team, whoever asks.
  const reviewed = { type: 'rules' as const, rules: [{ rule: 'require_at_least_one_review' as const }] };
  update(spaceId('API reference'), { mergeRules: reviewed }, story.daysAgo(21));
  // Synchronised long ago by the old integration: something to move on from.
  gitStore(db).setUp(spaceId('API reference'), {
    repoName: 'tarnpost/api-reference',
    installationProvider: 'github-legacy',
    url: 'https://github.com/tarnpost/api-reference',
    updatedAt: story.daysAgo(21),
  });
  update(spaceId('Guides v1'), { deletedAt: story.daysAgo(2) }, story.daysAgo(2));
  grants(story);
}

/** The guest sees what was shared with her; the support team may propose changes to the guides. */
function grants({ sandbox }: Story): void {
  const { grant } = permissionStore(sandbox.db);
  const on = (title: string) => ({ kind: 'space' as const, target: spaceId(title) });
  grant({ ...on('API reference'), subject: 'user', subjectId: userId('Sofia Marchetti'), role: 'edit' });
  grant({ ...on('Guides'), subject: 'team', subjectId: demoId('team', 'Support'), role: 'edit' });
}

function addCollection(
  { sandbox, daysAgo }: Story,
  { title, description, parent }: { title: string; description: string; parent: string | null },
): void {
  const place = { organization: ORGANIZATION, parent: parent === null ? null : collectionId(parent) };
  collectionStore(sandbox.db).insert({
    ...place,
    id: collectionId(title),
    title,
    description,
    defaultLevel: 'inherit',
    position: lastPosition(sandbox.db, place),
    createdAt: daysAgo(390),
    updatedAt: daysAgo(390),
  });
}

function addSpace(
  story: Story,
  { title, emoji, pages, made, filled, collection, withFiles }: DemoSpace,
): void {
  const { sandbox, daysAgo } = story;
  const id = spaceId(title);
  const place = {
    organization: ORGANIZATION,
    parent: collection === undefined ? null : collectionId(collection),
  };
  const at = daysAgo(made);
  story.setDaysAgo(made);
  spaceStore(sandbox.db).insert({
    ...place,
    id,
    title,
    emoji,
    icon: null,
    position: lastPosition(sandbox.db, place),
    revision: '',
    editMode: 'locked',
    defaultLevel: 'inherit',
    language: 'en',
    mergeRules: { type: 'inherit' },
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  });
  const revision = createFirstRevision(sandbox, id, { empty: true, createdBy: userId(ADMIN) });
  spaceStore(sandbox.db).setRevision(id, revision, at);
  story.setDaysAgo(filled);
  const tree = {
    pages: pages.map((page) => toNode(story, page, title)),
    files: withFiles ? demoFiles(story) : [],
    reusableContents: withFiles ? [shippingNote(story)] : [],
    variables: {},
  };
  commitTree(sandbox, { spaceId: id, tree, userId: userId('Tomas Lindqvist') });
}

function toNode(story: Story, page: DemoPage, above: string): PageNode {
  const { title, group, slug = slugify(title), markdown = '', pages = [], ...rest } = page;
  const path = `${above}/${slug}`;
  const at = story.sandbox.now().toISOString();
  return {
    id: demoId('page', path),
    type: group ? 'group' : 'document',
    title,
    slug,
    ...rest,
    createdAt: at,
    updatedAt: at,
    ...(!group && { markdown: contentStore(story.sandbox.db).put(markdown) }),
    pages: pages.map((child) => toNode(story, child, path)),
  };
}

/** As it comes from the folder of includes of a repository. */
const shippingNote = ({ sandbox }: Story): ReusableContentNode => ({
  id: demoId('reusableContent', 'Shipping note'),
  title: 'Shipping note',
  markdown: contentStore(sandbox.db).put('Parcels that are handed in before 18:00 leave the same day.\n'),
});

function demoFiles({ sandbox }: Story): FileNode[] {
  const { put } = contentStore(sandbox.db);
  const drawing = Buffer.from(parcelStates);
  const label = sampleLabel();
  return [
    {
      id: demoId('file', 'parcel-states.svg'),
      name: 'parcel-states.svg',
      contentType: 'image/svg+xml',
      size: drawing.byteLength,
      hash: put(drawing),
      dimensions: { width: 640, height: 120 },
    },
    {
      id: demoId('file', 'sample-label.png'),
      name: 'sample-label.png',
      contentType: 'image/png',
      size: label.byteLength,
      hash: put(label),
      dimensions: LABEL_SIZE,
    },
  ];
}
