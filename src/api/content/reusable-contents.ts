// Content that several pages include.
import type { Static } from '@sinclair/typebox';
import { ChangeRequestRef, operation, SpaceRef, Type } from '../schema.ts';
import * as wire from './reusable-contents.generated.ts';

const { Object: Obj, String: Str } = Type;

export const RevisionReusableContent = wire.RevisionReusableContent;
export type RevisionReusableContent = Static<typeof RevisionReusableContent>;

const id = { reusableContentId: Str({ description: 'reusable content' }) };

export const getReusableContent = operation('reusableContents.get', {
  ...wire.getReusableContentById,
  summary: 'Show reusable content of a space',
  params: Obj({ ...SpaceRef.properties, ...id }),
  says: { metadata: 'include git metadata that can change', computed: 'include computed content' },
});

export const getChangeRequestReusableContent = operation('reusableContents.getInChangeRequest', {
  ...wire.getReusableContentInChangeRequestById,
  summary: 'Show reusable content of a change request',
  params: Obj({ ...ChangeRequestRef.properties, ...id }),
  says: { metadata: 'include git metadata that can change', computed: 'include computed content' },
});

export const getRevisionReusableContent = operation('reusableContents.getInRevision', {
  ...wire.getReusableContentInRevisionById,
  summary: 'Show reusable content of a revision',
  params: Obj({ ...SpaceRef.properties, revisionId: Str({ description: 'revision' }), ...id }),
  says: { metadata: 'include git metadata that can change', computed: 'include computed content' },
});

export const getReusableContentDocument = operation('reusableContents.document', {
  ...wire.getReusableContentDocumentInRevisionById,
  summary: 'Show the text of reusable content in a revision',
  params: Obj({ ...SpaceRef.properties, revisionId: Str({ description: 'revision' }), ...id }),
});
