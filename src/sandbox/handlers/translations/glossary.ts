// The glossary of an organization.
import {
  type GlossaryEntry,
  getGlossaryEntry,
  listGlossary,
  updateGlossary,
} from '../../../api/translations/glossary.ts';
import { changeGlossary } from '../../actions/translations/glossary.ts';
import { type GlossaryRow, glossaryStore } from '../../db/translations/glossary.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';

const view = (call: Call, { id, organization, translations, createdAt, updatedAt }: GlossaryRow) => ({
  object: 'glossary-entry' as const,
  id,
  // Written by our own store.
  translations: JSON.parse(translations) as GlossaryEntry['translations'],
  createdAt,
  updatedAt,
  urls: { location: locationUrl(call, `/v1/orgs/${organization}/translations-glossary/${id}`) },
});

export default [
  handle(listGlossary, (call, { organizationId, orderBy, ...query }) => {
    call.access.requireOrganization(organizationId, 'view');
    // One of the languages of the contract: the request was checked against it.
    const word = orderBy === undefined ? [] : [`ifnull(json_extract(translations, '$."${orderBy}"'), '')`];
    return paginate(call.db, {
      list: `${listGlossary.id} ${organizationId} ${orderBy ?? ''}`,
      from: 'glossary',
      where: ['organization = ?'],
      params: [organizationId],
      order: [...word, 'createdAt', 'rowid'],
      query,
      item: (row: GlossaryRow) => view(call, row),
    });
  }),

  handle(updateGlossary, (call, { organizationId, operations }) => {
    changeGlossary(call, organizationId, operations);
    return reply(204);
  }),

  handle(getGlossaryEntry, (call, { organizationId, glossaryEntryId }) => {
    call.access.requireOrganization(organizationId, 'view');
    const row = glossaryStore(call.db).row(organizationId, glossaryEntryId);
    if (!row) throw notFound('glossary entry', glossaryEntryId);
    return view(call, row);
  }),
];

export const fidelity: FidelityOf = {
  get: 'real',
  list: 'real',
  update: {
    limited: 'Translations use its words on pages that changed; other pages stay as they were.',
  },
};
