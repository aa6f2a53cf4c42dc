// The glossary of an organization: words that translations must use.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './glossary.generated.ts';

const { Object: Obj, String: Str } = Type;

export const GlossaryEntry = wire.GlossaryEntry;
export type GlossaryEntry = Static<typeof GlossaryEntry>;

export const GlossaryBatchOperation = wire.GlossaryBatchOperation;
export type GlossaryBatchOperation = Static<typeof GlossaryBatchOperation>;

export const listGlossary = operation('glossary.list', {
  ...wire.listGlossaryEntries,
  summary: 'List the glossary entries of an organization',
  params: OrganizationRef,
  says: { orderBy: 'sort by the word in this language' },
});

export const updateGlossary = operation('glossary.update', {
  ...wire.updateGlossaryEntries,
  summary: 'Add, change and delete glossary entries',
  params: OrganizationRef,
  errors: [400],
  retry: 'never',
  says: { operations: 'what to insert, update and delete' },
});

export const getGlossaryEntry = operation('glossary.get', {
  ...wire.getGlossaryEntry,
  summary: 'Show a glossary entry',
  params: Obj({
    ...OrganizationRef.properties,
    glossaryEntryId: Str({ description: 'glossary entry' }),
  }),
  errors: [404],
});
