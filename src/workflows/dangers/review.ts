// What changes to change requests, comments and translations endanger.
import type { Change } from './danger.ts';
import { type Dangers, MODERATE, moderateIf } from './danger.ts';

type Edit = Readonly<Record<string, unknown>>;

const isEdit = (one: unknown): one is Edit => typeof one === 'object' && one !== null;

/** Edits of a change request that lose something of it. What is no edit is for the platform to refuse. */
export const losingEdits = (changes: unknown): Edit[] =>
  Array.isArray(changes)
    ? changes.filter(isEdit).filter(({ operation }) => LOSING.has(String(operation)))
    : [];

const LOSING = new Set(['delete_page', 'revert_page']);

/** Whether a batch of glossary operations deletes. */
const deletes = ({ input: { operations } }: Change): boolean =>
  !Array.isArray(operations) || operations.some((one) => !isEdit(one) || one.type === 'delete');

const dangers = {
  'changeRequests.merge': MODERATE,
  'changeRequestContent.update': moderateIf(
    'it deletes or reverts a page',
    ({ input }) => !Array.isArray(input.changes) || losingEdits(input.changes).length > 0,
  ),
  'changeRequestConversations.delete': MODERATE,
  'reviewers.remove': MODERATE,
  'comments.delete': MODERATE,
  'comments.deleteInChangeRequest': MODERATE,
  'commentReplies.delete': MODERATE,
  'commentReplies.deleteInChangeRequest': MODERATE,
  'translations.delete': MODERATE,
  'glossary.update': moderateIf('it deletes entries', deletes),
} satisfies Dangers;

export default dangers;
