// Places in content, and the links between them (src/api/README.md#space-content).
import type { Static } from '@sinclair/typebox';
import { Organization } from '../people/organizations.ts';
import { User } from '../people/users.ts';
import { ChangeRequest } from '../review/change-requests.ts';
import { Count, Enum, Paging, pageOf, Type } from '../schema.ts';
import { File, Page, Revision } from './content.ts';
import { Space } from './spaces.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union } = Type;

/** In which state of the content a place is meant. */
export const VersionContext = Union([
  Obj({ type: Literal('revision'), revision: Revision }),
  Obj({ type: Literal('changeRequest'), changeRequest: ChangeRequest }),
]);
export type VersionContext = Static<typeof VersionContext>;

const inSpace = { organization: Organization, space: Space, versionContext: Optional(VersionContext) };
const InternalLocation = Union([
  Obj({ type: Literal('anchor'), anchor: Str() }),
  Obj({ type: Literal('node'), node: Str() }),
]);
const open = { additionalProperties: true };

/** What a link leads to, or where it stands. */
export const Location = Union([
  Obj({ kind: Literal('file'), ...inSpace, file: File }),
  Obj({ kind: Literal('page'), ...inSpace, page: Page, internalLocation: Optional(InternalLocation) }),
  Obj({
    kind: Literal('reusable-content'),
    ...inSpace,
    reusableContent: Obj({ id: Str(), title: Str() }, open),
  }),
  Obj({ kind: Literal('url'), url: Str() }),
  Obj({ kind: Literal('user'), user: User }),
  Obj({ kind: Literal('collection'), organization: Organization, collection: Obj({ id: Str() }, open) }),
  Obj({ kind: Literal('space'), organization: Organization, space: Space }),
  Obj({ kind: Literal('openapi'), organization: Organization, openAPISpec: Obj({ id: Str() }, open) }),
]);
export type Location = Static<typeof Location>;

export const LINK_STATUSES = ['ok', 'broken', 'in-app'] as const;

export const Link = Obj({
  status: Enum(LINK_STATUSES),
  relation: Enum(['reference', 'dependsOn']),
  targetReference: Optional(Location),
  locationReferences: ArrayOf(Location),
});
export type Link = Static<typeof Link>;

export const LinkStats = Obj({
  total: Count(),
  /** `changeRequest`: how many of them the change request brings. */
  broken: Obj({ total: Count(), changeRequest: Optional(Count()) }),
});
export type LinkStats = Static<typeof LinkStats>;

export const LinkPage = Obj({ ...pageOf(Link).properties, stats: LinkStats });
export const LinkQuery = {
  ...Paging,
  status: Optional(Enum(LINK_STATUSES, { description: 'only links with this status' })),
};
export const Backlinks = pageOf(Location);
