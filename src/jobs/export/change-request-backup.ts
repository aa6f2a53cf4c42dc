// An open change request as an export keeps it: what people say of it, and every page and file that it changes.
import type { Static } from '@sinclair/typebox';
import { check } from '../../api/check.ts';
import { builders } from '../../api/schema.ts';
import { UsageError } from '../../errors.ts';
import { ID } from '../../folder/manifest.ts';

const { ArrayOf, Obj, Str, Optional, Literal, Union, Null, Integer, Bool } = builders;

export const CHANGE_REQUESTS = '_change-requests';
/** Its data, below the folder of its number; patches and new files are beside it. */
export const DATA = 'change-request.json';

const Fields = builders.RecordOf(Str(), builders.Unknown());

const BackupEdit = Obj({
  change: Union([Literal('added'), Literal('changed'), Literal('removed')]),
  id: Str(),
  title: Str(),
  path: Str(),
  /** All fields of the page but its text; empty for one that is removed. */
  fields: Fields,
  /** Names of other fields that differ, which edits may not carry. */
  attributes: ArrayOf(Str()),
  /** Where it goes, if that is new: below which page, and how many are before it. */
  into: Optional(Union([Str(), Null()])),
  at: Optional(Integer({ minimum: 0 })),
  /** Markdown of the page, where that is new; main's own changes are in it. */
  text: Optional(Str()),
  /** Both sides changed the same lines: the text is the one of the change request. */
  conflicts: Optional(Bool()),
});
export type BackupEdit = Static<typeof BackupEdit>;

const NewFile = Obj({ id: Str(), name: Str(), path: Str() });

const BackupChangeRequest = Obj({
  id: ID,
  number: Integer(),
  status: Union([Literal('open'), Literal('draft')]),
  subject: Str(),
  description: Optional(Fields),
  createdBy: Fields,
  createdAt: Str(),
  /** IDs of people. */
  reviewers: ArrayOf(Str()),
  reviews: ArrayOf(Fields),
  comments: ArrayOf(Fields),
  edits: ArrayOf(BackupEdit),
  /** Those that it adds. */
  files: ArrayOf(NewFile),
  /** Names of files that it renames, replaces or deletes, which edits cannot do. */
  otherFiles: ArrayOf(Str()),
});
export type BackupChangeRequest = Static<typeof BackupChangeRequest>;

/** Throws UsageError `BACKUP_DAMAGED`. */
export function parseChangeRequest(value: unknown, path: string): BackupChangeRequest {
  const [problem] = check(BackupChangeRequest, value);
  if (problem)
    throw new UsageError(`${path} is not a change request of an export: ${problem.path} ${problem.message}`, {
      code: 'BACKUP_DAMAGED',
      hint: 'docs export verify --help',
    });
  // Safe: it has just been checked.
  return value as BackupChangeRequest;
}
