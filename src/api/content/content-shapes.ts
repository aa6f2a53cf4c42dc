// Revisions and pages as the sandbox and commands need them: the contract tells of a page what it holds once more for each
// of its kinds, and of a revision every computation.
import type { Static } from '@sinclair/typebox';
import { ChangeRequest } from '../review/change-requests.generated.ts';
import { builders, DateTime, Enum } from '../schema.ts';
import { ContentRef } from './content-ref.ts';
import {
  RevisionPageDocumentCover as Cover,
  RevisionFile as File,
  GitSyncBlob,
  RevisionPageLayoutOptions as Layout,
  Variables,
} from './content-shapes.generated.ts';
import { RichDocument } from './rich-document.ts';

const { ArrayOf, Obj, Str, Optional, Literal, Union } = builders;
const { Bool, RecordOf, Recursive, Unknown } = builders;

/** A computation of a page's content, e.g. `builtin:openapi`. */
const Computed = Obj({
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
        git: Optional(GitSyncBlob),
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

const text = Optional(Str());

export const Revision = Obj({
  object: Literal('revision'),
  id: Str(),
  parents: ArrayOf(Str()),
  pages: ArrayOf(Page),
  files: ArrayOf(File),
  reusableContents: ArrayOf(Obj({ id: Str(), title: Str(), git: Optional(GitSyncBlob), document: text })),
  variables: Optional(Variables),
  tags: Optional(ArrayOf(Unknown())),
  createdAt: DateTime(),
  git: Optional(Obj({ oid: Str(), message: Str(), createdByService: Bool(), url: text, ref: text })),
  urls: Obj({ app: Str(), published: text, public: text }),
  type: Enum(['edits', 'merge', 'rollback', 'update', 'computed']),
  /** Only on type merge: the change request it came from. */
  mergedFrom: Optional(ChangeRequest),
  /** Only on type computed: the revision it was computed from. */
  sourceRevision: text,
});
export type Revision = Static<typeof Revision>;
