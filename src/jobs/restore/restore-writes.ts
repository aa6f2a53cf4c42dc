// What a restore is sure to send, by what the backup holds: so that a host that lacks a part of it is known at once.
import { createCollection } from '../../api/content/collections.ts';
import { listPages } from '../../api/content/pages.ts';
import { createSpace, updateSpace } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import * as requestsApi from '../../api/review/change-requests.ts';
import * as commentsApi from '../../api/review/comments.ts';
import { requestReviewers } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import type { Planned } from '../../domain/stand-ins/refuse-lacking.ts';
import { planSite } from '../site-file/plan-site.ts';
import type { Wanted } from './restore.ts';
import { fitSite, readSiteBackup, readSpaces, type SiteBackup, type SitePlaces } from './site-backup.ts';

export interface Asked {
  client: Client;
  organizationId: string;
  wanted: readonly Wanted[];
  sites: readonly SiteBackup[];
  /** Whether each of these is restored, too. */
  comments: boolean;
  changeRequests: boolean;
  /** Needed for sites. */
  places: SitePlaces | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** One for each operation and thing, in the order in which they are sent. */
export async function writesOf(asked: Asked): Promise<Planned[]> {
  const { places, sites } = asked;
  const ofSites: Planned[] = [];
  if (places) for (const site of sites) ofSites.push(...(await ofSite({ ...asked, places }, site)));
  return [
    ...asked.wanted.flatMap(({ collection }) =>
      collection === undefined ? [] : [{ operation: createCollection, what: 'collections' }],
    ),
    ...asked.wanted.flatMap((one) => called(`space "${one.title}"`, ofSpace(one, asked))),
    ...ofSites,
  ];
}

const called = (what: string, operations: readonly Operation[]): Planned[] =>
  [...new Set(operations)].map((operation) => ({ operation, what }));

const some = (needed: boolean, ...operations: Operation[]): Operation[] => (needed ? operations : []);

function ofSpace({ backup, into, level }: Wanted, asked: Asked): Operation[] {
  const { pages, files, settings } = backup;
  const isFixed = settings.editMode === 'live' || settings.editMode === 'locked';
  const isFilled = pages.length + files.length > 0;
  return [
    ...some(into === undefined, createSpace),
    ...some(
      isFilled,
      requestsApi.createChangeRequest,
      requestsApi.updateChangeRequestContent,
      requestsApi.mergeChangeRequest,
    ),
    ...some(level !== undefined || (into === undefined && isFixed), updateSpace),
    ...(asked.comments && into === undefined ? ofComments(backup.comments, COMMENTS) : []),
    ...(asked.changeRequests && into === undefined ? ofRequests(backup) : []),
  ];
}

const COMMENTS = {
  create: commentsApi.createComment,
  reply: commentsApi.createCommentReply,
  resolve: commentsApi.updateComment,
};
const REQUEST_COMMENTS = {
  create: commentsApi.createChangeRequestComment,
  reply: commentsApi.createChangeRequestCommentReply,
  resolve: commentsApi.updateChangeRequestComment,
};

const ofComments = (
  comments: readonly Fields[],
  { create, reply, resolve }: Readonly<Record<'create' | 'reply' | 'resolve', Operation>>,
): Operation[] => [
  ...some(comments.length > 0, create),
  ...some(
    comments.some(({ replies }) => Array.isArray(replies) && replies.length > 0),
    reply,
  ),
  ...some(
    comments.some(({ status }) => status === 'resolved'),
    resolve,
  ),
];

const ofRequests = ({ changeRequests }: Wanted['backup']): Operation[] => [
  ...some(changeRequests.length > 0, requestsApi.createChangeRequest, commentsApi.createChangeRequestComment),
  ...changeRequests.flatMap(({ edits, comments, reviewers }) => [
    ...some(edits.length > 0, requestsApi.updateChangeRequestContent),
    ...ofComments(comments, REQUEST_COMMENTS),
    ...some(reviewers.length > 0, requestReviewers),
  ]),
  ...some(changeRequests.length > 0, requestsApi.updateChangeRequest),
];

/** The changes that make a site once its spaces are restored. Reads only. */
async function ofSite(
  { client, organizationId, places, wanted }: Asked & { places: SitePlaces },
  backup: SiteBackup,
): Promise<Planned[]> {
  const parsed = await readSiteBackup(backup);
  const old = wanted.map(({ backup: { entry } }) => entry.id);
  const ids = new Map([...places.ids, ...old.map((id) => [id, id] as const)]);
  fitSite(backup, parsed, { ...places, ids });
  const { rows } = await planSite({
    ...{ parsed, organizationId, site: undefined, prune: false, concurrency: 4 },
    client: asRestored(client, wanted),
    spaces: [
      ...(await readSpaces(client, organizationId)),
      ...wanted.map(({ backup: { entry }, title }) => ({ id: entry.id, title })),
    ],
  });
  return rows.map(({ operation, target }) => ({
    operation,
    what: `site "${backup.title}" (${target.kind} "${target.title ?? ''}")`,
  }));
}

/** The host as if the spaces had their pages already, under their old IDs. */
function asRestored(client: Client, wanted: readonly Wanted[]): Client {
  const pagesOf = new Map(
    wanted.map(({ backup: { entry, pages } }) => [entry.id, pages.map(({ id, path }) => ({ id, path }))]),
  );
  return {
    ...client,
    call(operation, input, options) {
      const pages =
        operation.id === listPages.id
          ? pagesOf.get(String(Reflect.get(Object(input), 'spaceId')))
          : undefined;
      // Safe: whoever plans a site takes IDs and paths alone.
      return pages ? Promise.resolve({ pages } as never) : client.call(operation, input, options);
    },
  };
}
