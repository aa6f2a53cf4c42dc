// The demo's comments: on pages, on change requests, open and resolved, with replies and reactions.

import { liveSpace } from '../db/content/spaces.ts';
import { type CommentRow, commentReactions, commentReplies, comments } from '../db/review/change-requests.ts';
import { changeRequestOf } from '../resources/content/content-target.ts';
import { spaceId } from './content.ts';
import { userId } from './people.ts';
import { demoId, type Story } from './story.ts';

interface Remark {
  space: string;
  /** Number of the change request; absent: on the main content. */
  changeRequest?: number;
  /** Path of the page. */
  page?: string;
  by: string;
  days: number;
  text: string;
  resolvedBy?: string;
  replies?: { by: string; days: number; text: string }[];
  reactions?: [emoji: string, by: string][];
}

const REMARKS: Remark[] = [
  {
    space: 'Guides',
    page: 'rate-limits',
    by: 'Priya Nair',
    days: 9,
    text: 'Customers ask whether the budget is **per key** or per account. The first line says key: is that still so?',
    replies: [
      { by: 'Jonas Weber', days: 8.5, text: 'Still so. I will say it in the table as well.' },
      { by: 'Priya Nair', days: 8, text: 'Thank you!' },
    ],
    reactions: [
      ['👍', 'Mei Tanaka'],
      ['👍', 'Lucas Ferreira'],
    ],
  },
  {
    space: 'Guides',
    page: 'troubleshooting',
    by: 'Lucas Ferreira',
    days: 5,
    text: 'The link to the shipping calculator leads nowhere.',
  },
  {
    space: 'Guides',
    page: 'webhooks',
    by: 'Tomas Lindqvist',
    days: 20,
    text: 'Typo in the second retry interval.',
    resolvedBy: 'Mei Tanaka',
  },
  {
    space: 'API reference',
    page: 'errors',
    by: 'Sofia Marchetti',
    days: 6,
    text: 'Should `carrier_down` say how long to wait?',
    reactions: [['👀', 'Tomas Lindqvist']],
  },
  {
    space: 'Guides',
    changeRequest: 4,
    page: 'shipments/labels',
    by: 'Mei Tanaka',
    days: 3.5,
    text: 'Does the 300 dpi format work on the older ZD420 printers too?',
    replies: [{ by: 'Jonas Weber', days: 3.2, text: 'Yes, tried it on two of them.' }],
  },
  {
    space: 'Guides',
    changeRequest: 4,
    by: 'Priya Nair',
    days: 3,
    text: 'Support would love this before Monday.',
    reactions: [['🎉', 'Jonas Weber']],
  },
];

export function addComments(story: Story): void {
  for (const remark of REMARKS) addRemark(story, remark);
}

function addRemark({ sandbox, daysAgo }: Story, remark: Remark): void {
  const id = demoId('comment', remark.text);
  comments(sandbox.db).insert({
    ...placeOf(sandbox, remark),
    id,
    postedBy: userId(remark.by),
    postedAt: daysAgo(remark.days),
    body: remark.text,
    ...(remark.resolvedBy !== undefined && {
      resolvedAt: daysAgo(remark.days - 1),
      resolvedBy: userId(remark.resolvedBy),
    }),
  });
  for (const { by, days, text } of remark.replies ?? []) {
    commentReplies(sandbox.db).insert({
      id: demoId('reply', text),
      comment: id,
      postedBy: userId(by),
      postedAt: daysAgo(days),
      body: text,
    });
  }
  const reactedAt = daysAgo(remark.days - 0.2);
  for (const [emoji, by] of remark.reactions ?? [])
    commentReactions(sandbox.db).insert({ target: id, emoji, user: userId(by), reactedAt });
}

function placeOf(
  sandbox: Story['sandbox'],
  { space, changeRequest, page }: Remark,
): Pick<CommentRow, 'space' | 'changeRequest' | 'page' | 'revision'> {
  const target = spaceId(space);
  const request =
    changeRequest === undefined ? undefined : changeRequestOf(sandbox, target, String(changeRequest));
  return {
    space: target,
    changeRequest: request?.id ?? null,
    page: page === undefined ? null : demoId('page', `${space}/${page}`),
    revision: request?.revision ?? liveSpace(sandbox.db, target).revision,
  };
}
