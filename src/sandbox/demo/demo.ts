// A believable organization to try things on: people, spaces, change requests, comments, sites.
import { randomBytes } from 'node:crypto';
import type { ConversationInput } from '../../api/insights/conversations.generated.ts';
import { findPageByPath, walk } from '../content/tree.ts';
import { revisionsStore } from '../db/content/content.ts';
import { liveSpace } from '../db/content/spaces.ts';
import {
  type ContextConnectionRow,
  contextConnections,
  readRecords,
  type SiteTopicRow,
  siteScans,
  siteTopics,
} from '../db/insights/context.ts';
import { siteAnswers } from '../db/insights/insights.ts';
import { type SiteRow, siteRows, sites } from '../db/sites/sites.ts';
import { gapOf, tellingWords } from '../resources/insights/context/scan.ts';
import { conversationsFrom, keepRecords } from '../resources/insights/context/sources.ts';
import { type Found, findUnanswered, keepFindings } from '../resources/insights/context/unanswered.ts';
import { ingestConversations } from '../resources/insights/conversations-rules.ts';
import { type Did, recordEvent, recordSearch } from '../resources/insights/visits.ts';
import type { Call, Sandbox } from '../sandbox.ts';
import { pathIn, siteAddress, withIds } from '../urls.ts';
import { addChangeRequests } from './changes.ts';
import { addComments } from './comments.ts';
import { addContent } from './content.ts';
import {
  addExtensions,
  addGitInstallation,
  addGlossary,
  addImportRun,
  installReviewBot,
} from './extensions.ts';
import { ADMIN, addPeople, ORGANIZATION, userId } from './people.ts';
import { addSites } from './sites.ts';
import { beginStory, demoId, type Story } from './story.ts';

// What customers of the demo asked its support.

interface Ticket {
  number: number;
  days: number;
  subject: string;
  question: string;
  answer: string;
}

const TICKETS: Ticket[] = [
  {
    number: 1041,
    days: 62,
    subject: 'Webhook signature does not match',
    question: 'The webhook signature you send never matches what we compute. Which secret signs the webhook?',
    answer: 'Each endpoint has its own secret; it stands on the page of the endpoint.',
  },
  {
    number: 1058,
    days: 48,
    subject: 'Verify webhook signature',
    question:
      'How do we verify the webhook signature in our own code? The signature header is not explained.',
    answer: 'Compute HMAC-SHA256 over the raw body and compare.',
  },
  {
    number: 1073,
    days: 30,
    subject: 'Label printer prints blank pages',
    question: 'Our Zebra label printer prints blank labels from your PDF. Do you have labels in ZPL?',
    answer: 'Ask for the label with format=zpl.',
  },
  {
    number: 1090,
    days: 17,
    subject: 'ZPL labels for the printer',
    question: 'Is there a way to get labels as ZPL? PDF labels come out blank on the printer.',
    answer: 'Yes: format=zpl.',
  },
  {
    number: 1102,
    days: 9,
    subject: 'Customs forms',
    question:
      'A parcel to Norway came back for missing customs declarations. Where do I enter the customs value?',
    answer: 'In the field customs of the shipment.',
  },
  {
    number: 1117,
    days: 3,
    subject: 'Webhook retries and signature',
    question: 'Is the webhook signature the same when a webhook is retried?',
    answer: 'No: the time is part of it.',
  },
];

/** Taken in on the day each was closed. */
function addConversations(story: Story): void {
  for (const ticket of TICKETS) {
    story.setDaysAgo(ticket.days);
    ingestConversations(story.as(userId(ADMIN)), ORGANIZATION, [
      conversationOf(ticket, story.daysAgo(ticket.days)),
    ]);
  }
}

function conversationOf({ number, subject, question, answer }: Ticket, createdAt: string): ConversationInput {
  return {
    id: `ticket-${number}`,
    subject,
    parts: [
      { type: 'message', role: 'user', body: question },
      { type: 'message', role: 'team-member', body: answer },
    ],
    metadata: {
      url: `https://support.tarnpost.example/tickets/${number}`,
      attributes: { channel: 'email' },
      createdAt,
    },
  };
}

// What the site of the demo learns from, and what its last scan found. Times, records and topics come about as always; what
// the scan found is written down, since reading all pages would hold up every new sandbox. A test compares both.

const SITE = demoId('site', 'Tarnpost Docs');
const USAGE: ContextConnectionRow['usageSettings'] = {
  changeRequests: true,
  search: true,
  searchBoost: 'x1.0',
};

function addSiteContext(story: Story): void {
  story.setDaysAgo(2);
  addConnections(story);
}

function addConnections({ sandbox, daysAgo }: Story): void {
  for (const [name, connector] of Object.entries(CONNECTIONS)) {
    const id = demoId('connection', name);
    contextConnections(sandbox.db).insert({
      id,
      site: SITE,
      connector,
      settings: 'null',
      usageSettings: USAGE,
      label: name,
      status: 'succeeded',
      owner: '',
      createdAt: daysAgo(70),
      syncedAt: daysAgo(2),
      updatedAt: daysAgo(2),
    });
    if (connector !== 'builtin:email') continue;
    keepRecords(sandbox, { id, site: SITE }, conversationsFrom(sandbox, ORGANIZATION, connector, 'email'));
  }
}

const CONNECTIONS = { 'Support mailbox': 'builtin:email', 'Release notes feed': 'builtin:api' };

/** Before the agent of the site was set: they have made no change request. */
function addScans({ sandbox, daysAgo }: Story): void {
  const at = daysAgo(2);
  const topic = siteTopics(sandbox.db)
    .all({ site: SITE }, 'createdAt, rowid')
    .find(({ label }) => label === 'Customs forms');
  const scans = [
    {
      id: demoId('scan', 'Pages'),
      site: SITE,
      topic: null,
      found: [brokenLink(sandbox), ...findUnanswered(sandbox, SITE)],
    },
    ...(topic
      ? [{ id: demoId('scan', 'Topic'), site: SITE, topic: topic.id, found: [gap(sandbox, topic)] }]
      : []),
  ];
  for (const { found, ...scan } of scans) {
    siteScans(sandbox.db).insert({
      ...scan,
      ...{ status: 'done', failureMessage: null, owner: '' },
      ...{ createdAt: at, startedAt: at, finishedAt: at, updatedAt: at },
    });
    keepFindings(sandbox, scan, found);
  }
}

function brokenLink({ db }: Sandbox): Found {
  const space = demoId('space', 'Guides');
  const page = findPageByPath(revisionsStore(db).tree(liveSpace(db, space).revision), 'troubleshooting');
  return {
    about: `link ${space} tools/shipping-calculator.md`,
    title: 'Broken link: tools/shipping-calculator.md',
    description: 'It is on "Troubleshooting".',
    type: 'broken-link',
    severity: 'medium',
    status: 'open',
    space,
    topic: null,
    pages: page ? [page.page.id] : [],
    records: [],
  };
}

const gap = (sandbox: Sandbox, topic: SiteTopicRow): Found =>
  gapOf(topic, [...tellingWords(sandbox, topic).keys()], readRecords(sandbox.db, 'topic', topic.id));

// What visitors of the demo's public site read, searched and asked.

interface Visitor {
  name: string;
  claims: Record<string, string | boolean>;
  /** Days before the demo was made, and what was asked then. */
  asked: readonly (readonly [days: number, text: string, rating?: 1 | -1])[];
}

const VISITORS: readonly Visitor[] = [
  {
    name: 'a shop',
    claims: { plan: 'starter' },
    asked: [
      [61, 'How do I verify the webhook signature?', 1],
      [60.99, 'Which header holds the webhook signature?'],
      [20, 'tracking page'],
    ],
  },
  {
    name: 'a warehouse',
    claims: { plan: 'business', beta: true },
    asked: [
      [33, 'Can I print labels as ZPL?', -1],
      [12, 'how to verify webhook signatures?'],
      [4, 'webhook retries'],
    ],
  },
  {
    name: 'a developer',
    claims: {},
    asked: [
      [15, 'Why do I get an error 429?'],
      [6, 'How do I cancel a parcel insurance?'],
      [5.99, 'Is there a Shopify plugin?'],
      [2, 'rate limits'],
    ],
  },
];

/** Every visitor reads a page on each of these days, another one each time. */
const READ_DAYS = [75, 61.01, 47, 33.01, 20.01, 12.01, 6.01, 4.01, 2.01];

type Read = Pick<Did, 'url' | 'section' | 'siteSpace' | 'space' | 'page'>;

/** The words of the site are indexed for it: whoever searches next does not wait for that. */
function addVisits(story: Story): Promise<void> {
  let made = 0;
  return withIds(
    () => {
      made += 1;
      return demoId('visit', String(made));
    },
    () => visit(story),
  );
}

async function visit(story: Story): Promise<void> {
  const site = sites(story.sandbox.db).find({
    id: demoId('site', 'Tarnpost Docs'),
    organization: ORGANIZATION,
  });
  if (!site) return;
  const places = siteRows(story.sandbox.db, site.id).siteSpaces;
  const pages = pagesOf(story, site);
  const events = [
    ...VISITORS.flatMap((visitor) => visitor.asked.map(([days, ...asked]) => ({ days, visitor, asked }))),
    ...READ_DAYS.flatMap((days) => VISITORS.map((visitor) => ({ days, visitor, asked: undefined }))),
  ];
  let read = 0;
  for (const { days, visitor, asked } of events.sort((a, b) => b.days - a.days)) {
    story.setDaysAgo(days);
    const call = asVisitor(story, visitor);
    const claims = JSON.stringify(visitor.claims);
    if (asked) {
      const [text, rating] = asked;
      await recordSearch(call, site, { text, places, channel: 'site', claims });
      if (rating !== undefined) rate(call, site, { rating, claims });
    } else {
      recordEvent(call, site, { type: 'page_view', ...pages[read % pages.length], claims, context: 'site' });
      read += 1;
    }
  }
}

const asVisitor = (story: Story, { name }: Visitor): Call => ({
  ...story.as(userId(ADMIN)),
  caller: { kind: 'user', userId: demoId('visitor', name) },
});

function rate(call: Call, site: SiteRow, { rating, claims }: { rating: 1 | -1; claims: string }): void {
  const last = siteAnswers(call.db).all({ site: site.id }, 'createdAt, rowid').at(-1);
  if (last) siteAnswers(call.db).update({ id: last.id }, { rating: rating });
  recordEvent(call, site, { type: 'ask_rate_response', rating, claims, context: 'site' });
}

/** Every page that the site shows, as an event names it. */
function pagesOf({ sandbox }: Story, site: SiteRow): Read[] {
  const { db } = sandbox;
  const { siteSpaces, sections } = siteRows(db, site.id);
  return siteSpaces.flatMap((place) => {
    const { revision } = liveSpace(db, place.space);
    const section = sections.find(({ id }) => id === place.section);
    const root = siteAddress(sandbox, site) + pathIn(section ? [section.path] : []);
    return [...walk(revisionsStore(db).tree(revision).pages)].map(({ page, path }) => ({
      ...{ url: root + path, section: place.section, siteSpace: place.id, space: place.space, page: page.id },
    }));
  });
}

/** Fills an empty sandbox. Ids and titles are the same every time; times are counted back from now. */
export function fillDemo(sandbox: Sandbox) {
  let made = 0;
  return withIds(
    () => {
      made += 1;
      return demoId('made', String(made));
    },
    () => tell(beginStory(sandbox)),
  );
}

async function tell(story: Story) {
  const { sandbox } = story;
  sandbox.db.transaction(() => {
    addPeople(story);
    addContent(story);
    addSites(story, randomBytes(12).toString('base64url'));
    addExtensions(story);
  });
  await addChangeRequests(story);
  sandbox.db.transaction(() => {
    addComments(story);
    addConversations(story);
    installReviewBot(story);
    addGlossary(story);
    addImportRun(story);
    addGitInstallation(story);
    addSiteContext(story);
    nameEvents(sandbox);
  });
  await addVisits(story);
  sandbox.db.transaction(() => addScans(story));
  return {
    organizationId: ORGANIZATION,
    organization: 'Tarnpost',
    adminId: userId(ADMIN),
    admin: ADMIN,
  };
}

/** The database itself makes their ids. */
function nameEvents({ db }: Sandbox): void {
  const events = db.all<{ id: string }>('SELECT id FROM integrationEvents ORDER BY rowid');
  for (const [at, { id }] of events.entries())
    db.run('UPDATE integrationEvents SET id = ? WHERE id = ?', demoId('event', String(at)), id);
}
