// A change request in the inbox, and the command to run next.
import { shell } from '../../files/shell-word.ts';
import type { InboxItem, Reason } from './inbox.ts';

export interface InboxRow {
  reasons: Reason[];
  space: { id: string; title: string };
  number: number;
  id: string;
  subject: string;
  status: string;
  createdBy: { id: string; displayName: string };
  comments: number;
  outdated: boolean;
  updatedAt: string;
  url: string;
  /** The command to run next. */
  next: string;
}

export function inboxRow({ reasons, space, changeRequest }: InboxItem): InboxRow {
  const { number, id, subject, status, createdBy, comments, outdated, updatedAt, urls } = changeRequest;
  return {
    reasons,
    space: { id: space.id, title: space.title },
    number,
    id,
    subject,
    status,
    createdBy: { id: createdBy.id, displayName: createdBy.displayName },
    comments,
    outdated,
    updatedAt,
    url: urls.app,
    next: nextOf(reasons[0] ?? 'stale', number, wordForSpace(space)),
  };
}

/** A title that is easy to type, and that means one space; else the id. */
export const wordForSpace = ({ id, title, isOnly }: InboxItem['space']): string =>
  isOnly && /^\w[\w .-]*$/.test(title) ? title : id;

function nextOf(reason: Reason, number: number, space: string): string {
  const target = [String(number), '--space', space];
  const commands: Record<Reason, string> = {
    waiting: shell`docs cr diff ${target}`,
    'changes-requested': shell`docs cr reviews list ${target}`,
    ready: shell`docs cr merge ${target}`,
    comments: shell`docs comments list --cr ${target}`,
    // It says whether a sync would conflict, and how to resolve that.
    outdated: shell`docs cr conflicts ${target}`,
    stale: shell`docs cr diff ${target}`,
    draft: shell`docs cr update ${target} --status open`,
  };
  return commands[reason];
}
