// What a change request or a revision changes: pages and files.
import type { Static } from '@sinclair/typebox';
import { File } from '../content/content.ts';
import { Count, Enum, resource, Type } from '../schema.ts';
import { ChangeRequest } from './change-requests.ts';
import * as wire from './changes.generated.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Union,
  Integer,
  Record: RecordOf,
  Unknown,
} = Type;
const ChangedPage = Obj({
  id: Str(),
  type: Enum(['document', 'group', 'link', 'computed']),
  title: Str(),
  path: Optional(Str()),
});
const Values = Obj({ before: Optional(Unknown()), after: Optional(Unknown()) });
/** What changed of it, by field name; content is told by the ids of the documents before and after. */
const Attributes = RecordOf(Str(), Values);
const ChangedFile = Obj({
  id: Str(),
  name: Str(),
  contentType: Str(),
  downloadURL: File.properties.downloadURL,
});
const Place = Obj({ parent: Optional(Str()), index: Integer({ minimum: 0 }), path: Optional(Str()) });

export const Change = Union([
  Obj({ type: Literal('page_created'), page: ChangedPage }),
  Obj({ type: Literal('page_deleted'), page: ChangedPage }),
  Obj({ type: Literal('page_edited'), page: ChangedPage, attributes: Attributes }),
  Obj({ type: Literal('page_moved'), page: ChangedPage, before: Place, after: Place }),
  Obj({ type: Literal('file_created'), file: ChangedFile }),
  Obj({ type: Literal('file_deleted'), file: ChangedFile }),
  Obj({ type: Literal('file_edited'), file: ChangedFile, attributes: Attributes }),
]);
export type Change = Static<typeof Change>;

const Changes = Obj({
  changes: ArrayOf(Change),
  /** How many were left out because of `limit`. */
  more: Optional(Count()),
  mergedFrom: Optional(ChangeRequest),
});
const limit = Optional(Integer({ minimum: 0, maximum: 1000, description: 'at most this many changes' }));

const op = resource('changes');

export const listChangeRequestChanges = op('ofChangeRequest', 'List the changes in a change request', {
  ...wire.getChangeRequestChanges,
  query: Obj({ limit }),
  result: Changes,
});
export const listRevisionChanges = op('ofRevision', 'List the changes between a revision and its parent', {
  ...wire.getRevisionSemanticChanges,
  query: Obj({ limit }),
  result: Changes,
  token: 'any',
});
