// What the site of the demo learns from, and what its last scan found. Times, records and topics come about as always; what
// the scan found is written down, since reading all pages would hold up every new sandbox. A test compares both.

import { gapOf, tellingWords } from '../actions/insights/context/gaps.ts';
import { keepRecords } from '../actions/insights/context/records.ts';
import { conversationsFrom } from '../actions/insights/context/sources.ts';
import { type Found, findUnanswered, keepFindings } from '../actions/insights/context/unanswered.ts';
import { findPageByPath } from '../content/tree.ts';
import { revisionsStore } from '../db/content/content.ts';
import { spaceStore } from '../db/content/spaces.ts';
import { contextConnectionStore } from '../db/insights/context-connections.ts';
import { contextRecordStore } from '../db/insights/context-records.ts';
import { siteScanStore } from '../db/insights/site-scans.ts';
import { type SiteTopicRow, siteTopicStore } from '../db/insights/site-topics.ts';
import type { Sandbox } from '../sandbox.ts';
import { demoId } from './demo-id.ts';
import { ORGANIZATION } from './people.ts';
import type { Story } from './story.ts';

const SITE = demoId('site', 'Tarnpost Docs');
const USAGE = { changeRequests: true, search: true, searchBoost: 'x1.0' };

export function addSiteContext(story: Story): void {
  story.setDaysAgo(2);
  addConnections(story);
}

function addConnections({ sandbox, daysAgo }: Story): void {
  for (const [name, connector] of Object.entries(CONNECTIONS)) {
    const id = demoId('connection', name);
    contextConnectionStore(sandbox.db).insert({
      id,
      site: SITE,
      connector,
      settings: 'null',
      usageSettings: JSON.stringify(USAGE),
      label: name,
      filter: null,
      status: 'succeeded',
      failureMessage: null,
      failureReason: null,
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
export function addScans({ sandbox, daysAgo }: Story): void {
  const at = daysAgo(2);
  const topic = siteTopicStore(sandbox.db)
    .ofSite(SITE)
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
    siteScanStore(sandbox.db).insert({
      ...scan,
      ...{ status: 'done', failureMessage: null, owner: '' },
      ...{ createdAt: at, startedAt: at, finishedAt: at, updatedAt: at },
    });
    keepFindings(sandbox, scan, found);
  }
}

function brokenLink({ db }: Sandbox): Found {
  const space = demoId('space', 'Guides');
  const page = findPageByPath(
    revisionsStore(db).tree(spaceStore(db).live(space).revision),
    'troubleshooting',
  );
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
  gapOf(topic, [...tellingWords(sandbox, topic).keys()], contextRecordStore(sandbox.db).ofTopic(topic.id));
