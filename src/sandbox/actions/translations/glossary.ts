// The glossary: changed in batches, each of them as a whole.
import { LANGUAGES } from '../../../api/schema.ts';
import type { GlossaryBatchOperation } from '../../../api/translations/glossary.ts';
import { glossaryStore } from '../../db/translations/glossary.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest } from '../../wire-error.ts';

/** Throws 400 for an entry that is not there and for words that cannot be; nothing is changed then. */
export function changeGlossary(
  call: Call,
  organization: string,
  operations: readonly GlossaryBatchOperation[],
): void {
  call.db.transaction(() => {
    call.access.requireOrganization(organization, 'createContent');
    const change = changer(call, organization);
    for (const [at, operation] of operations.entries()) {
      const problem = change(operation);
      if (problem !== undefined) throw badRequest(`operations[${at}]: ${problem}`);
    }
  });
}

/** Makes one change after the other; says what is wrong with one that cannot be made. */
function changer(
  call: Call,
  organization: string,
): (operation: GlossaryBatchOperation) => string | undefined {
  const store = glossaryStore(call.db);
  const now = call.now().toISOString();
  return (operation) => {
    if (operation.type !== 'insert' && !store.row(organization, operation.id))
      return `glossary entry "${operation.id}" not found`;
    if (operation.type === 'delete') {
      store.remove(operation.id);
      return undefined;
    }
    const problem = problemOf(operation.translations);
    if (problem !== undefined) return problem;
    const translations = JSON.stringify(operation.translations);
    if (operation.type === 'update') store.update(operation.id, { translations, updatedAt: now });
    else store.insert({ id: newId(), organization, translations, createdAt: now, updatedAt: now });
    return undefined;
  };
}

function problemOf(translations: Readonly<Record<string, string>>): string | undefined {
  const languages = Object.keys(translations);
  if (languages.length === 0) return 'translations must name at least one language';
  const unknown = languages.find((language) => !LANGUAGES.includes(language));
  return unknown === undefined ? undefined : `"${unknown}" is not a language of the glossary`;
}
