// Translations of spaces.

import type { Translation } from '../../../api/translations/translations.generated.ts';
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  runTranslation,
  updateTranslation,
} from '../../../api/translations/translations.ts';
import { closeIfLost, startRun } from '../../actions/translations/run.ts';
import * as translations from '../../actions/translations/translations.ts';
import {
  type StoredTranslation,
  type TranslationRow,
  toTranslationRow,
} from '../../db/translations/translations.ts';
import { deleted, type FidelityOf, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { visibleTranslations } from '../../who-sees.ts';

function view(call: Call, row: TranslationRow): Translation {
  const { createContent, view: seen } = call.access.organizationPermissions(row.organization);
  return {
    object: 'translation',
    id: row.id,
    status: row.status,
    source: { space: row.sourceSpace, language: row.sourceLanguage },
    language: row.language,
    instructions: row.instructions,
    ...(row.resultSpace !== null &&
      row.resultRevision !== null && {
        result: { space: row.resultSpace, revision: row.resultRevision, language: row.language },
      }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    stats: row.stats,
    permissions: { view: seen, edit: createContent },
    urls: { location: locationUrl(call, `/v1/orgs/${row.organization}/translations/${row.id}`) },
  };
}

export default [
  handle(listTranslations, (call, { organizationId, ...query }) => {
    call.access.requireOrganization(organizationId, 'view');
    const visible = visibleTranslations(call, organizationId);
    return paginate(call.db, {
      list: `${listTranslations.id} ${organizationId}`,
      from: 'translations',
      where: ['organization = ?', ...visible.where],
      params: [organizationId, ...visible.params],
      order: ['createdAt', 'rowid'],
      query,
      item: (row: StoredTranslation) => view(call, closeIfLost(call, toTranslationRow(row))),
    });
  }),

  handle(createTranslation, (call, input) =>
    reply(201, view(call, translations.createTranslation(call, input))),
  ),

  handle(getTranslation, (call, ref) => view(call, translations.readTranslation(call, ref))),

  handle(updateTranslation, (call, { instructions, ...ref }) =>
    view(call, translations.setInstructions(call, ref, instructions)),
  ),

  handle(deleteTranslation, (call, ref) => deleted(translations.deleteTranslation(call, ref))),

  handle(runTranslation, (call, ref) => {
    startRun(call, translations.ownTranslation(call, ref).id);
    return reply(204);
  }),
];

export const fidelity: FidelityOf = {
  create: 'real',
  delete: 'real',
  get: 'real',
  list: 'real',
  run: {
    simulated:
      'No language is translated: accents mark every word, so that translated text can be recognized.',
  },
  update: { simulated: 'The instructions are stored; the marking of words does not depend on them.' },
};
