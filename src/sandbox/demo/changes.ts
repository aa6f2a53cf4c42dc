// The demo's change requests: one of every kind, made by real edits of a fork.
import { findPageByPath } from '../content/tree.ts';
import { contentStore, revisionsStore } from '../db/content/content.ts';
import { changeRequests, requestedReviewers, reviews } from '../db/review/change-requests.ts';
import { editPage } from '../editing.ts';
import { contentTarget, headOf } from '../resources/content/content-target.ts';
import { mergeIntoMain, openChangeRequest } from '../resources/review/change-requests-rules.ts';
import { newId } from '../urls.ts';
import { spaceId } from './content.ts';
import { userId } from './people.ts';
import type { Story } from './story.ts';

interface Proposal {
  days: number;
  space: string;
  by: string;
  subject: string;
  status?: 'open' | 'draft';
  edits: Edit[];
}

interface Edit {
  path: string;
  /** What stands there, and what shall. */
  replace: [string, string];
}

/**
 * In the order of their numbers in Guides: 1 open and outdated, 2 open and in conflict with main, 3 merged,
 * 4 open, up to date and approved, 5 a draft, 6 archived. One more stands open in the API reference.
 */
export async function addChangeRequests(story: Story): Promise<void> {
  await propose(story, RETURNS);
  await propose(story, BURST);
  await merge(story, await propose(story, PER_KEY), 11);
  const approved = await propose(story, LABEL_FORMATS);
  review(story, approved, 'approved');
  await propose(story, WELCOME_DRAFT);
  const archived = await propose(story, CHAT);
  const changes = { status: 'archived', updatedAt: story.daysAgo(6) } as const;
  changeRequests(story.sandbox.db).update({ id: archived }, changes);
  const requested = await propose(story, IDEMPOTENCY);
  requestedReviewers(story.sandbox.db).insert({
    changeRequest: requested,
    user: userId('Mei Tanaka'),
    requestedBy: userId('Sofia Marchetti'),
    createdAt: story.daysAgo(1),
  });
}

const RETURNS: Proposal = {
  days: 16,
  space: 'Guides',
  by: 'Jonas Weber',
  subject: 'Say who pays for returns',
  edits: [
    {
      path: 'shipments/returns',
      replace: [
        'Unused return labels are not charged.',
        'You pay for a return when the carrier collects it. Unused return labels are not charged.',
      ],
    },
  ],
};

const BURST: Proposal = {
  days: 14,
  space: 'Guides',
  by: 'Tomas Lindqvist',
  subject: 'Raise the burst of the Growth plan',
  edits: [{ path: 'rate-limits', replace: ['| Growth | 25 | 100 |', '| Growth | 25 | 150 |'] }],
};

const PER_KEY: Proposal = {
  days: 12,
  space: 'Guides',
  by: 'Jonas Weber',
  subject: 'New limits of the Growth plan',
  edits: [{ path: 'rate-limits', replace: ['| Growth | 25 | 100 |', '| Growth | 30 | 120 |'] }],
};

const LABEL_FORMATS: Proposal = {
  days: 4,
  space: 'Guides',
  by: 'Jonas Weber',
  subject: 'Explain label formats for 300 dpi printers',
  edits: [
    {
      path: 'shipments/labels',
      replace: [
        '| ZPL, 203 dpi | `label=zpl` | Zebra and compatible |',
        '| ZPL, 203 dpi | `label=zpl` | Zebra and compatible |\n| ZPL, 300 dpi | `label=zpl_300` | Zebra and compatible |',
      ],
    },
    {
      path: 'troubleshooting',
      replace: ['the printer wants ZPL: see', 'the printer wants ZPL in its own resolution: see'],
    },
  ],
};

const WELCOME_DRAFT: Proposal = {
  days: 3,
  space: 'Guides',
  by: 'Mei Tanaka',
  subject: 'Shorter welcome page',
  status: 'draft',
  edits: [
    {
      path: 'welcome',
      replace: ['You talk to one API; we talk to forty carriers.', 'One API, forty carriers.'],
    },
  ],
};

const CHAT: Proposal = {
  days: 8,
  space: 'Guides',
  by: 'Priya Nair',
  subject: 'Offer chat to everybody',
  edits: [
    {
      path: 'getting-started/create-an-account',
      replace: ['| Starter | 100 | 5 | e-mail |', '| Starter | 100 | 5 | e-mail, chat |'],
    },
  ],
};

const IDEMPOTENCY: Proposal = {
  days: 2,
  space: 'API reference',
  by: 'Sofia Marchetti',
  subject: 'How long idempotency keys live',
  edits: [
    {
      path: 'resources/shipments',
      replace: ['we remember it for a day.', 'we remember it for 24 hours after the last use.'],
    },
  ],
};

/** Returns the id of the change request. */
async function propose(story: Story, { days, space, by, subject, status, edits }: Proposal): Promise<string> {
  story.setDaysAgo(days);
  const { sandbox } = story;
  const user = userId(by);
  const { id } = openChangeRequest(sandbox, {
    spaceId: spaceId(space),
    userId: user,
    subject,
    status: status ?? 'open',
  });
  for (const [index, { path, replace }] of edits.entries()) {
    story.setDaysAgo(days - 0.1 * (index + 1));
    const target = { spaceId: spaceId(space), changeRequestId: id };
    const markdown = markdownAt(story, target, path).replace(replace[0], () => replace[1]);
    await editPage(sandbox, { ...target, path, markdown, caller: { userId: user } });
  }
  return id;
}

function markdownAt({ sandbox }: Story, target: { spaceId: string; changeRequestId: string }, path: string) {
  const tree = revisionsStore(sandbox.db).tree(headOf(contentTarget(sandbox, target)));
  const hash = findPageByPath(tree, path)?.page.markdown;
  return hash === undefined ? '' : contentStore(sandbox.db).text(hash);
}

async function merge(story: Story, changeRequestId: string, days: number): Promise<void> {
  story.setDaysAgo(days);
  await mergeIntoMain(story.as(userId('Mei Tanaka')), { spaceId: spaceId('Guides'), changeRequestId });
}

function review({ sandbox, daysAgo }: Story, changeRequestId: string, status: 'approved'): void {
  const row = changeRequests(sandbox.db).find({ id: changeRequestId });
  reviews(sandbox.db).insert({
    id: newId(),
    changeRequest: changeRequestId,
    reviewer: userId('Mei Tanaka'),
    status,
    revision: row?.revision ?? '',
    createdAt: daysAgo(3),
  });
}
