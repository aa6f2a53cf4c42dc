// Content that several pages include.
import type { Static } from '@sinclair/typebox';
import { ChangeRequestRef, operation, SpaceRef, Type } from '../schema.ts';
import { Computed, ContentQuery, GitPlace } from './content.ts';

const { Object: Obj, String: Str, Optional } = Type;

export const RevisionReusableContent = Obj({
  id: Str(),
  title: Str(),
  git: Optional(GitPlace),
  /** Id of its document; absent where it is computed, or says nothing. */
  document: Optional(Str()),
  computed: Optional(Computed),
  computedSeed: Optional(Str()),
});
export type RevisionReusableContent = Static<typeof RevisionReusableContent>;

const id = { reusableContentId: Str({ description: 'reusable content' }) };

export const getReusableContent = operation('reusableContents.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
  summary: 'Show reusable content of a space',
  params: Obj({ ...SpaceRef.properties, ...id }),
  query: Obj({ ...ContentQuery }),
  result: RevisionReusableContent,
});

export const getChangeRequestReusableContent = operation('reusableContents.getInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
  summary: 'Show reusable content of a change request',
  params: Obj({ ...ChangeRequestRef.properties, ...id }),
  query: Obj({ ...ContentQuery }),
  result: RevisionReusableContent,
});

export const getRevisionReusableContent = operation('reusableContents.getInRevision', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
  summary: 'Show reusable content of a revision',
  params: Obj({ ...SpaceRef.properties, revisionId: Str({ description: 'revision' }), ...id }),
  query: Obj({ ...ContentQuery }),
  result: RevisionReusableContent,
});
