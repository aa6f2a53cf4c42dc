// docs pages restore: a page as it was in an earlier revision, as a change request.
import {
  getChangeRequestPage,
  getPage,
  getRevisionPage,
  listPages,
  listRevisionPages,
} from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getCaller } from '../../api/people/members.ts';
import {
  createChangeRequest,
  listChangeRequests,
  updateChangeRequestContent,
} from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { differences, MAIN_STAYS } from '../../domain/content/content-change.ts';
import { allPages, pathOf } from '../../domain/content/page-place.ts';
import { arg, type Command } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { spaceAsTyped } from '../../engine/references/with-change-requests.ts';
import type { Run } from '../../engine/run/run.ts';
import { isAbsence, PartialError, UsageError, unless } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import { fieldsOf } from '../change-request-diff/change-request-diff.ts';
import { ownRequest, previewOf, requestFor, sayGoesOn } from '../page-edits/page-wish.ts';
import { pageThen, revisionNamed } from './revisions-back.ts';

// What a job says of the change requests that it has made: how each is merged.

interface Made {
  /** Of the space. */
  id: string;
  /** What it is called in a command. */
  name: string;
  subject: string;
}

const MADE = new WeakMap<object, readonly Made[]>();

/** Notes where a run makes change requests. */
export const willName = (run: Run, made: readonly Made[]): void => void MADE.set(run.context, made);

/** A command that says how each change request which it has made is merged. */
export function namingNew(command: Command): Command {
  return {
    ...command,
    run: async (run, again) => {
      const end = async () => {
        if (run.flags.dryRun || run.flags.planOut !== undefined) return;
        for (const one of MADE.get(run.context) ?? []) await nameIt(run, one);
      };
      try {
        await command.run?.({ ...run, client: async () => noting(run, await run.client()) }, again);
      } catch (error) {
        // All that could be made was made.
        if (error instanceof PartialError && error.details?.left !== undefined) await end();
        throw error;
      }
      await end();
    },
  };
}

/** Numbers of what this run has created, by the space. */
const NUMBERS = new WeakMap<object, Map<string, number>>();

/** A client that notes the number of each change request which it creates. */
function noting({ context }: Run, client: Client): Client {
  const numbers = NUMBERS.get(context) ?? new Map<string, number>();
  NUMBERS.set(context, numbers);
  return {
    ...client,
    async call(operation, input, options) {
      const answer = await client.call(operation, input, options);
      const { number } = Object(answer);
      if (operation.id === createChangeRequest.id && typeof number === 'number')
        numbers.set(String(Object(input).spaceId), number);
      return answer;
    },
  };
}

/** What an earlier run of the same command has created is found in the list. */
async function nameIt(run: Run, { id, name, subject }: Made): Promise<void> {
  const known = NUMBERS.get(run.context)?.get(id);
  if (known !== undefined)
    return note(run.context.io, `next: ${shell`docs cr merge ${known} --space ${name}`}`);
  const client = await run.client();
  for await (const { items } of client.pages(listChangeRequests, { spaceId: id, status: 'open' })) {
    const [newest] = items.filter((one) => one.subject === subject).sort((a, b) => b.number - a.number);
    if (newest) note(run.context.io, `next: ${shell`docs cr merge ${newest.number} --space ${name}`}`);
    return;
  }
}

const FLAGS = [
  flag('--revision <revision>', 'revision to take it from: its ID, or a time such as 7d or 2026-01-31', {
    reach: 'platform',
    required: true,
  }),
  flag('--subject <text>', 'subject of the change request', { reach: 'platform' }),
] as const satisfies readonly Option[];

type RestoreRun = Run<FlagsOf<typeof FLAGS>>;

export const pageRestore: Command = namingNew(
  job('restore', getSpace, {
    summary: 'Restore a page from an earlier revision, as a change request',
    args: [arg('page')],
    options: FLAGS,
    uses: [
      ...[listRevisionPages, getRevisionPage, listPages, getPage, getChangeRequestPage, getCaller],
      ...[createChangeRequest, listChangeRequests, updateChangeRequestContent],
    ],
    examples: [
      [
        'See what would change',
        'docs pages restore rate-limits --space Guides --revision 2JC6YPpyI6T09kf0xgKZ --dry-run',
      ],
      ['Restore it', 'docs pages restore rate-limits --space Guides --revision 2JC6YPpyI6T09kf0xgKZ --yes'],
    ],
    notes: `Makes a change request, or continues your open one of that subject, in which the page has the text and settings that it had then; a page that was deleted comes
back with its ID. main stays as it is until the change request is merged. To find the revision, see docs pages history.`,
    ahead: { first: createChangeRequest },
    wishes: wishesOf,
  }),
);

async function wishesOf(run: RestoreRun): Promise<Wishes> {
  const { revision } = run.flags;
  if (revision === undefined)
    throw new UsageError('--revision is required', {
      hint: shell`docs pages history ${run.args.page ?? ''}`,
    });
  const client = await run.client();
  const spaceId = String(run.input.spaceId);
  const { revision: head } = Object(run.target);
  const revisionId = await revisionNamed(run, spaceId, revision, '--revision');
  const names = { spaceId, metadata: false, computed: false };
  const [{ pages }, main] = await Promise.all([
    client.call(listRevisionPages, { ...names, revisionId }),
    client.call(listPages, names),
  ]);
  const then = pageThen(run, { spaceId, revisionId, pages }, run.args.page ?? '');
  const now = allPages(main.pages).find(({ id }) => id === then.id);
  const read = { pageId: then.id, format: 'markdown' as const };
  const [old, live] = await Promise.all([
    client.call(getRevisionPage, { spaceId, revisionId, ...read }),
    now && client.call(getPage, { spaceId, ...read }),
  ]);
  if (live && sameContent(old, live)) return { rows: [], unchanged: 1 };
  const subject = run.flags.subject ?? `Restore ${then.title}`.slice(0, 100);
  const name = spaceAsTyped(run, spaceId);
  willName(run, [{ id: spaceId, name, subject }]);
  const own = await ownRequest(client, spaceId, subject);
  if (own) sayGoesOn(run, name, own);
  if (own && (await hasContent(client, { spaceId, changeRequestId: own.id, ...read }, old)))
    return { rows: [], unchanged: 1 };
  return {
    rows: [
      ...(own ? [] : [requestFor({ id: spaceId, revision: head }, subject)]),
      {
        operation: updateChangeRequestContent,
        input: {
          spaceId,
          changeRequestId: own?.id ?? '{row 1}.id',
          changes: [{ operation: 'revert_page', page: then.id, revision: revisionId }],
        },
        ...(own ? { live: { ...own } } : { needs: [1] }),
        follows: MAIN_STAYS,
      },
    ],
    preview: await previewOf(run, [
      {
        id: then.id,
        title: then.title,
        path: pathOf(then),
        before: textOf(live),
        after: textOf(old),
        ...(live ? { attributes: differences(fieldsOf(live), fieldsOf(old)) } : { change: 'added' as const }),
      },
    ]),
  };
}

async function hasContent(
  client: Client,
  page: { spaceId: string; changeRequestId: string; pageId: string; format: 'markdown' },
  wanted: object,
): Promise<boolean> {
  const there = await unless(isAbsence, () => client.call(getChangeRequestPage, page));
  return there !== undefined && sameContent(there, wanted);
}

const textOf = (page: object | undefined): string => String((page && Reflect.get(page, 'markdown')) ?? '');

/** Times and addresses say nothing of what it is. */
function sameContent(a: object, b: object): boolean {
  const said = (page: object) => {
    const { pages, urls, updatedAt, createdAt, git, documentId, path, ...rest } = page as Record<
      string,
      unknown
    >;
    return JSON.stringify(rest);
  };
  return said(a) === said(b);
}
