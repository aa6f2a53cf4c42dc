// The demo's collections and spaces, filled with pages and files.
import { crc32, deflateSync } from 'node:zlib';
import { slugify } from '../../markdown/heading-anchor.ts';
import type { FileNode, PageNode, ReusableContentNode } from '../content/model.ts';
import { contentStore } from '../db/content/content.ts';
import { changeSpace, collections, lastPosition, spaces } from '../db/content/spaces.ts';
import { setUp } from '../db/integrations/git.ts';
import { permissions } from '../db/people/organizations.ts';
import { commitTree } from '../resources/content/content-target.ts';
import { createFirstRevision } from '../resources/content/templates.ts';
import { apiReference } from './api-reference.ts';
import { guides } from './guides.ts';
import { ADMIN, ORGANIZATION, userId } from './people.ts';
import { type DemoPage, demoId, type Story } from './story.ts';

// Demo spaces for the organization itself: "Handbook", "Release notes" and an old one that was deleted.

const handbook: DemoPage[] = [
  {
    title: 'How we work',
    emoji: '🧭',
    markdown: `We are 34 people in four time zones. Writing is how we meet.

* Decisions stand in this handbook, not in a chat.
* A page has one owner. Anybody may propose a change; the owner merges it.
* What is older than a year and nobody defends is deleted.

Start with your [first week](joining/first-week.md).
`,
  },
  {
    title: 'Joining',
    group: true,
    pages: [
      {
        title: 'First week',
        markdown: `| Day | What |
| --- | --- |
| Monday | Laptop, accounts, lunch with your team |
| Tuesday | Ship a parcel to yourself, with the [public guide](https://docs.tarnpost.example/guides) |
| Wednesday | Shadow support for two hours |
| Thursday | Your first change request to this handbook: mend what confused you |
| Friday | Talk with your lead about the first month |
`,
      },
      {
        title: 'Accounts and access',
        markdown: `Everything is behind single sign-on. Ask in \`#access\`; two people of the operations team approve.

Production needs hardware keys. See [on-call](../engineering/on-call.md) before you ask for it.
`,
      },
    ],
  },
  {
    title: 'Engineering',
    markdown: `How we build and run the platform.
`,
    pages: [
      {
        title: 'On-call',
        emoji: '📟',
        markdown: `One week, Monday 10:00 to Monday 10:00 Oslo time. Two people: first and second.

1. Acknowledge within 5 minutes.
2. Open a channel \`#inc-<date>-<word>\`.
3. Stop the damage before you look for the cause.
4. Write the [review](incident-reviews.md) within three working days.
`,
      },
      {
        title: 'Incident reviews',
        markdown: `A review has no villain. It answers four questions: what did customers see, what did we see, why did it take as long as it took, what do we change.

{% hint style="success" %}
The best reviews of last year: *The carrier that answered 200*, *Leap second, leap label*.
{% endhint %}
`,
      },
      {
        title: 'Releases',
        markdown: `We release on every working day but Friday. A release is a tag; the notes go into the space **Release notes**.

\`\`\`bash
git tag -a v2.41.0 -m "Returns lapse after 60 days"
git push origin v2.41.0
\`\`\`
`,
      },
    ],
  },
  {
    title: 'Time off',
    markdown: `Thirty days, and you must take twenty of them. Tell your team two weeks ahead; put it into the calendar; then be gone.
`,
  },
];

const releaseNotes: DemoPage[] = [
  {
    title: '2.41',
    slug: '2-41',
    description: 'Returns that lapse, faster labels',
    markdown: `* Return labels lapse after 60 days when they were not used.
* Labels are made in 180 ms, it was 420 ms.
* \`GET /v2/shipments\` can filter by carrier.
`,
  },
  {
    title: '2.40',
    slug: '2-40',
    markdown: `* New carrier: Nordfrakt (NO, SE).
* Webhook attempts show the answer we got.
`,
  },
  {
    title: '2.39',
    slug: '2-39',
    markdown: `* Addresses in Japan are checked down to the block.
* Fixed: a weight of exactly 31,500 g was refused.
`,
  },
];

const oldGuides: DemoPage[] = [
  {
    title: 'Guides for version 1',
    markdown: `Version 1 is switched off on 30 September 2026. The current guides stand in the space **Guides**.
`,
  },
];

// The demo's files: a drawing, and a picture made pixel by pixel.

/** Four states of a parcel and the way between them. */
const parcelStates = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="120" viewBox="0 0 640 120" font-family="sans-serif" font-size="14">
  <g fill="#eef4ff" stroke="#3b6fd4">
    <rect x="10" y="40" width="120" height="40" rx="8"/>
    <rect x="180" y="40" width="120" height="40" rx="8"/>
    <rect x="350" y="40" width="120" height="40" rx="8"/>
    <rect x="520" y="40" width="110" height="40" rx="8"/>
  </g>
  <g stroke="#3b6fd4" stroke-width="2">
    <path d="M130 60h48"/><path d="M300 60h48"/><path d="M470 60h48"/>
  </g>
  <g text-anchor="middle">
    <text x="70" y="65">booked</text><text x="240" y="65">collected</text>
    <text x="410" y="65">in transit</text><text x="575" y="65">delivered</text>
  </g>
</svg>
`;

const LABEL_SIZE = { width: 210, height: 296 };

/** A parcel label as PNG: frame, address lines, bar code. */
function sampleLabel(): Uint8Array {
  const { width, height } = LABEL_SIZE;
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(0);
    for (let x = 0; x < width; x++) rows.push(isInk(x, y) ? 0x20 : 0xff);
  }
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  // Eight bits a pixel, grey.
  header.setUint8(8, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array()),
  ]);
}

function isInk(x: number, y: number): boolean {
  const { width, height } = LABEL_SIZE;
  const inset = Math.min(x - 6, y - 6, width - 7 - x, height - 7 - y);
  if (inset < 0) return false;
  if (inset < 2 || (y > 118 && y < 121)) return true;
  const isLine = y > 24 && y < 106 && (y - 24) % 16 < 5;
  if (isLine) return x > 18 && x < 18 + 150 - ((y - 24) >> 4) * 17;
  const inBars = y > 150 && y < 260 && x > 20 && x < 190;
  // Bars of uneven width, as a code has them.
  return inBars && ((x * x * 7 + x * 13) >> 4) % 3 === 0;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

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
  changeSpace(db, spaceId('API reference'), { editMode: 'live' }, story.daysAgo(21));
  changeSpace(db, spaceId('Handbook'), { defaultLevel: 'comment' }, story.daysAgo(60));
  // Reviewed by the documentation team, whoever asks.
  const reviewed = { type: 'rules' as const, rules: [{ rule: 'require_at_least_one_review' as const }] };
  changeSpace(db, spaceId('API reference'), { mergeRules: reviewed }, story.daysAgo(21));
  // Synchronised long ago by the old integration: something to move on from.
  setUp(db, spaceId('API reference'), {
    repoName: 'tarnpost/api-reference',
    installationProvider: 'github-legacy',
    url: 'https://github.com/tarnpost/api-reference',
    updatedAt: story.daysAgo(21),
  });
  changeSpace(db, spaceId('Guides v1'), { deletedAt: story.daysAgo(2) }, story.daysAgo(2));
  grants(story);
}

/** The guest sees what was shared with her; the support team may propose changes to the guides. */
function grants({ sandbox }: Story): void {
  const grant = permissions(sandbox.db).put;
  const on = (title: string) => ({ kind: 'space' as const, target: spaceId(title) });
  grant({ ...on('API reference'), subject: 'user', subjectId: userId('Sofia Marchetti'), role: 'edit' });
  grant({ ...on('Guides'), subject: 'team', subjectId: demoId('team', 'Support'), role: 'edit' });
}

function addCollection(
  { sandbox, daysAgo }: Story,
  { title, description, parent }: { title: string; description: string; parent: string | null },
): void {
  const place = { organization: ORGANIZATION, parent: parent === null ? null : collectionId(parent) };
  collections(sandbox.db).insert({
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
  spaces(sandbox.db).insert({
    ...place,
    id,
    title,
    emoji,
    position: lastPosition(sandbox.db, place),
    revision: '',
    editMode: 'locked',
    defaultLevel: 'inherit',
    language: 'en',
    mergeRules: { type: 'inherit' },
    createdAt: at,
    updatedAt: at,
  });
  const revision = createFirstRevision(sandbox, id, { empty: true, createdBy: userId(ADMIN) });
  spaces(sandbox.db).update({ id }, { revision, updatedAt: at });
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
