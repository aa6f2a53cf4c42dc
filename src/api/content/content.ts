// Content of a space or a change request: revisions, pages, files.
import type { Static } from '@sinclair/typebox';
import { ChangeRequest } from '../review/change-requests.ts';
import { Count, DateTime, Enum, resource, Type } from '../schema.ts';
import { ContentRef } from './content-ref.ts';
import { RichDocument } from './rich-document.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Union,
  Boolean: Bool,
  Number: Num,
  Integer,
  Record: RecordOf,
  Recursive,
  Unknown,
} = Type;
export const GitPlace = Obj({ oid: Str(), path: Str() });
export const Variables = RecordOf(Str(), Union([Str({ maxLength: 256 }), Num(), Bool()]));
const CoverRef = Union([
  Obj({ kind: Literal('file'), file: Str() }),
  Obj({ kind: Literal('url'), url: Str() }),
]);

export const Cover = Obj({
  ref: CoverRef,
  refDark: Optional(CoverRef),
  yPos: Optional(Num()),
  height: Optional(Integer({ minimum: 10, maximum: 700 })),
});

export const Layout = Obj({
  width: Enum(['default', 'wide']),
  cover: Bool(),
  coverSize: Enum(['hero', 'full']),
  title: Bool(),
  description: Bool(),
  tableOfContents: Bool(),
  outline: Bool(),
  pagination: Bool(),
  metadata: Bool(),
  coverMask: Optional(Enum(['none', 'radial'])),
  tags: Optional(Bool()),
  actions: Optional(Bool()),
  anchors: Optional(Bool()),
});

/** A computation of a page's content, e.g. `builtin:openapi`. */
export const Computed = Obj({
  type: Str(),
  dependencies: Optional(RecordOf(Str(), Obj({ ref: ContentRef }, { additionalProperties: true }))),
  props: Optional(RecordOf(Str(), Unknown())),
});

const common = {
  id: Str(),
  title: Str(),
  emoji: Optional(Str()),
  icon: Optional(Str()),
  createdAt: Optional(DateTime()),
  updatedAt: Optional(DateTime()),
  /** Who sees it, as an expression. */
  condition: Optional(Str()),
};
const visibility = { hidden: Optional(Bool()), noIndex: Optional(Bool()), noRobotsIndex: Optional(Bool()) };

/** A page of any of the four types (src/api/README.md#space-content). */
export const Page = Recursive(
  (This) =>
    Union([
      Obj({
        ...common,
        ...visibility,
        type: Literal('document'),
        kind: Optional(Literal('sheet')),
        urls: Obj({ app: Str() }),
        slug: Str(),
        path: Str(),
        description: Optional(Str()),
        pages: ArrayOf(This),
        git: Optional(GitPlace),
        tags: Optional(ArrayOf(Unknown())),
        layout: Layout,
        cover: Optional(Cover),
        variables: Optional(Variables),
        documentId: Optional(Str()),
        computed: Optional(Computed),
        computedSeed: Optional(Str()),
        markdown: Optional(Str()),
        document: Optional(RichDocument),
      }),
      Obj({
        ...common,
        ...visibility,
        type: Literal('group'),
        kind: Optional(Literal('group')),
        slug: Str(),
        path: Str(),
        pages: ArrayOf(This),
      }),
      Obj({
        ...common,
        type: Literal('link'),
        kind: Optional(Literal('link')),
        target: ContentRef,
        href: Optional(Str()),
        hidden: Optional(Bool()),
      }),
      Obj({ ...common, type: Literal('computed'), computed: Computed, computedSeed: Optional(Str()) }),
    ]),
  { $id: 'Page' },
);
export type Page = Static<typeof Page>;

export const File = Obj({
  id: Str(),
  name: Str(),
  contentType: Str(),
  downloadURL: Str(),
  size: Count(),
  dimensions: Optional(Obj({ width: Count(), height: Count() })),
  git: Optional(GitPlace),
});
export type File = Static<typeof File>;

export const REVISION_TYPES = ['edits', 'merge', 'rollback', 'update', 'computed'] as const;

export const Revision = Obj({
  object: Literal('revision'),
  id: Str(),
  parents: ArrayOf(Str()),
  pages: ArrayOf(Page),
  files: ArrayOf(File),
  reusableContents: ArrayOf(
    Obj({ id: Str(), title: Str(), git: Optional(GitPlace), document: Optional(Str()) }),
  ),
  variables: Optional(Variables),
  tags: Optional(ArrayOf(Unknown())),
  createdAt: DateTime(),
  git: Optional(
    Obj({
      oid: Str(),
      message: Str(),
      createdByService: Bool(),
      url: Optional(Str()),
      ref: Optional(Str()),
    }),
  ),
  urls: Obj({ app: Str(), published: Optional(Str()), public: Optional(Str()) }),
  type: Enum(REVISION_TYPES),
  /** Only on type merge: the change request it came from. */
  mergedFrom: Optional(ChangeRequest),
  /** Only on type computed: the revision it was computed from. */
  sourceRevision: Optional(Str()),
});
export type Revision = Static<typeof Revision>;

/** What to leave out of content; both default to true. */
export const ContentQuery = {
  metadata: Optional(Bool({ description: 'include git metadata that can change' })),
  computed: Optional(Bool({ description: 'include computed content' })),
};
export const FORMATS = ['document', 'markdown'] as const;
export const Format = Optional(Enum(FORMATS, { description: 'format of the content' }));
export const PageQuery = {
  ...ContentQuery,
  format: Format,
  evaluated: Optional(
    Union([Bool(), Literal('deterministic-only')], { description: 'evaluate expressions in the page' }),
  ),
};
const op = resource('content');

export const getContent = op('get', 'Show the current content of a space', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content',
  lists: {
    param: 'reusableContentId',
    noun: 'reusable content',
    rows: 'reusableContents',
    onChangeRequest: 'getChangeRequestContent',
    names: ['title'],
  },
  query: Obj({ ...ContentQuery }),
  result: Revision,
  token: 'any',
});
export const getChangeRequestContent = op(
  'getInChangeRequest',
  'Show the current content of a change request',
  {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    query: Obj({ ...ContentQuery }),
    result: Revision,
  },
);
