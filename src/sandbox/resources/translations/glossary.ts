// The glossary of an organization.
import { LANGUAGES } from '../../../api/schema.ts';
import type { GlossaryBatchOperation } from '../../../api/translations/translations.generated.ts';
import { getGlossaryEntry, listGlossary, updateGlossary } from '../../../api/translations/translations.ts';
import { type GlossaryRow, glossary } from '../../db/translations/translations.ts';
import { type FidelityOf, handle, handleChange, may, reply } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, newId } from '../../urls.ts';
import { badRequest } from '../../wire-error.ts';

const view = (call: Call, { id, organization, translations, createdAt, updatedAt }: GlossaryRow) => ({
  object: 'glossary-entry' as const,
  id,
  translations,
  createdAt,
  updatedAt,
  urls: { location: locationUrl(call, `/v1/orgs/${organization}/translations-glossary/${id}`) },
});

export default [
  handle(listGlossary, may('view'), (call, { organizationId, orderBy, ...query }) => {
    // One of the languages of the contract: the request was checked against it.
    const word = orderBy === undefined ? [] : [`ifnull(json_extract(translations, '$."${orderBy}"'), '')`];
    return pageOfRows(call.db, glossary, {
      where: { organization: organizationId },
      order: [...word, 'createdAt', 'rowid'],
      query,
      item: (row) => view(call, row),
    });
  }),

  // Throws 400 for an entry that is not there and for words that cannot be; nothing is changed then.
  handleChange(updateGlossary, (call, { organizationId: organization, operations }) => {
    call.access.requireOrganization(organization, 'createContent');
    const change = changer(call, organization);
    for (const [at, operation] of operations.entries()) {
      const problem = change(operation);
      if (problem !== undefined) throw badRequest(`operations[${at}]: ${problem}`);
    }

    return reply(204);
  }),

  handle(getGlossaryEntry, may('view'), (call, { organizationId, glossaryEntryId }) =>
    view(
      call,
      glossary(call.db).get({ id: glossaryEntryId, organization: organizationId }, 'glossary entry'),
    ),
  ),
];

export const fidelity: FidelityOf = {
  'glossary.update': 'Translations use its words on pages that changed; other pages stay as they were.',
};

// The glossary: changed in batches, each of them as a whole.

/** Makes one change after the other; says what is wrong with one that cannot be made. */
function changer(
  call: Call,
  organization: string,
): (operation: GlossaryBatchOperation) => string | undefined {
  const now = call.now().toISOString();
  return (operation) => {
    if (operation.type !== 'insert' && !glossary(call.db).find({ id: operation.id, organization }))
      return `glossary entry "${operation.id}" not found`;
    if (operation.type === 'delete') {
      glossary(call.db).remove({ id: operation.id });
      return undefined;
    }
    const problem = problemOf(operation.translations);
    if (problem !== undefined) return problem;
    const { translations } = operation;
    if (operation.type === 'update')
      glossary(call.db).update({ id: operation.id }, { translations, updatedAt: now });
    else
      glossary(call.db).insert({ id: newId(), organization, translations, createdAt: now, updatedAt: now });
    return undefined;
  };
}

function problemOf(translations: Readonly<Record<string, string>>): string | undefined {
  const languages = Object.keys(translations);
  if (languages.length === 0) return 'translations must name at least one language';
  const unknown = languages.find((language) => !LANGUAGES.includes(language));
  return unknown === undefined ? undefined : `"${unknown}" is not a language of the glossary`;
}
