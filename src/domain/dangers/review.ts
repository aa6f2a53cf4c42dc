// What changes to change requests, comments and translations endanger.
import { plural } from '../../output/format.ts';
import { asks, type Change, type Dangers, moderateIf, saying } from './danger.ts';

type Edit = Readonly<Record<string, unknown>>;

const isEdit = (one: unknown): one is Edit => typeof one === 'object' && one !== null;

/** Edits of a change request that lose something of it. What is no edit is for the platform to refuse. */
const losingEdits = (changes: unknown): Edit[] =>
  Array.isArray(changes)
    ? changes.filter(isEdit).filter(({ operation }) => LOSING.has(String(operation)))
    : [];

const LOSING = new Set(['delete_page', 'revert_page']);

/** Whether a batch of glossary operations deletes. */
const deletes = ({ input: { operations } }: Change): boolean =>
  !Array.isArray(operations) || operations.some((one) => !isEdit(one) || one.type === 'delete');

const countOf = (of: unknown, field: string, value: string): number =>
  Array.isArray(of) ? of.filter((one) => isEdit(one) && one[field] === value).length : 0;

function whatIsLost({ input: { changes } }: Change): string {
  const [deleted, reverted] = ['delete_page', 'revert_page'].map((one) => countOf(changes, 'operation', one));
  const what = [
    ...(deleted
      ? [`deletes ${plural(deleted, 'page')} with ${deleted === 1 ? 'its' : 'their'} subpages`]
      : []),
    ...(reverted ? [`reverts ${plural(reverted, 'page')}`] : []),
  ];
  return `${what.join(' and ')}; main stays as it is until the change request is merged`;
}

function whatIsDeleted({ input: { operations } }: Change): string {
  const count = countOf(operations, 'type', 'delete');
  return `${plural(count, 'glossary entry', 'glossary entries')} ${count === 1 ? 'is' : 'are'} deleted`;
}

/** What follows a merge. */
export const MERGED = 'readers see the changes at once, and docs undo cannot restore the old content';

const FOR_GOOD = 'it cannot be restored';
const WITH_REPLIES = 'its replies are deleted too; it cannot be restored';

const dangers = {
  'changeRequests.merge': asks(MERGED),
  'changeRequestContent.update': saying(
    moderateIf(
      'it deletes or reverts a page',
      ({ input }) => !Array.isArray(input.changes) || losingEdits(input.changes).length > 0,
    ),
    whatIsLost,
  ),
  'changeRequestConversations.delete': asks(FOR_GOOD),
  'reviewers.remove': asks('they are no longer asked to review it'),
  'comments.delete': asks(WITH_REPLIES),
  'comments.deleteInChangeRequest': asks(WITH_REPLIES),
  'commentReplies.delete': asks(FOR_GOOD),
  'commentReplies.deleteInChangeRequest': asks(FOR_GOOD),
  'translations.delete': asks('the translated space stays, and is no longer kept up to date'),
  'glossary.update': saying(moderateIf('it deletes entries', deletes), whatIsDeleted),
} satisfies Dangers;

export default dangers;
