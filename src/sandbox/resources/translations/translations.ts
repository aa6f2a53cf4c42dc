// Translations of spaces.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translation } from '../../../api/translations/translations.generated.ts';
import * as api from '../../../api/translations/translations.ts';
import { ownerId } from '../../../files/lock.ts';
import { requirePaidPlan } from '../../access.ts';
import { changeRow } from '../../background.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import { type TranslationRow, translations } from '../../db/translations/translations.ts';
import { deleted, type FidelityOf, handle, handleChange, may, reply } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, newId } from '../../urls.ts';
import { sees, visibleTranslations } from '../../who-sees.ts';
import { badRequest, notFound } from '../../wire-error.ts';
import { wholeDocument } from '../content/bodies.ts';
import { closeIfLost, startRun } from './run.ts';

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
  handle(api.listTranslations, may('view'), (call, { organizationId, ...query }) => {
    return pageOfRows(call.db, translations, {
      where: { organization: organizationId },
      also: visibleTranslations(call, organizationId),
      query,
      item: (row) => view(call, closeIfLost(call, row)),
    });
  }),

  // 404 for an unknown space, 400 for a translation into the language it is in.
  handle(api.createTranslation, (call, input) => {
    const { organizationId: organization, language, source, instructions = EMPTY } = input;
    const row = call.db.transaction(() => {
      call.access.requireOrganization(organization, 'createContent');
      requirePaidPlan(call, organization, 'translations');
      const space = liveSpace(call.db, source.space);
      if (space.organization !== organization) throw notFound('space', source.space);
      call.access.requireSpace(space, 'view');
      if (source.language === language)
        throw badRequest(`language "${language}" is the language of the source`);
      const now = call.now().toISOString();
      const made: TranslationRow = {
        id: newId(),
        organization,
        status: 'pending',
        sourceSpace: space.id,
        sourceLanguage: source.language,
        language,
        instructions: wholeDocument(instructions),
        resultSpace: null,
        resultRevision: null,
        translatedRevision: null,
        stats: NO_STATS,
        owner: ownerId(),
        createdBy: call.caller.userId,
        createdAt: now,
        updatedAt: now,
      };
      translations(call.db).insert(made);
      return made;
    });
    startRun(call, row.id);
    // The answer is of the moment before the run: it says pending.
    return reply(201, view(call, row));
  }),

  handle(api.getTranslation, (call, ref) => view(call, readTranslation(call, ref))),

  handleChange(api.updateTranslation, (call, { instructions, ...ref }) => {
    const row = ownTranslation(call, ref);
    return view(call, changeRow(call, translations, row, { instructions: wholeDocument(instructions) }));
  }),

  // The space it has made stays.
  handleChange(api.deleteTranslation, may('view'), (call, ref) => {
    const row = translations(call.db).find({ id: ref.translationId });
    if (row?.organization !== ref.organizationId || !sees(call, { kind: 'translation', row }))
      return deleted(false);
    ownTranslation(call, ref);
    return deleted(translations(call.db).remove({ id: ref.translationId }));
  }),

  handle(api.runTranslation, (call, ref) => {
    startRun(call, ownTranslation(call, ref).id);
    return reply(204);
  }),
];

export const fidelity: FidelityOf = {
  'translations.run': {
    simulated:
      'No language is translated: accents mark every word, so that translated text can be recognized.',
  },
  'translations.update': {
    simulated: 'The instructions are stored; the marking of words does not depend on them.',
  },
};

// Translations of spaces: made, changed, removed. Making one starts its first run.

type TranslationRef = InputOf<typeof api.getTranslation>;

/** 404, 403. */
function readTranslation(call: Call, { organizationId, translationId }: TranslationRef): TranslationRow {
  call.access.requireOrganization(organizationId, 'view');
  const row = translations(call.db).find({ id: translationId });
  if (row?.organization !== organizationId || !sees(call, { kind: 'translation', row })) {
    throw notFound('translation', translationId);
  }
  return closeIfLost(call, row);
}

/** A translation the caller may change. 404, 403. */
function ownTranslation(call: Call, ref: TranslationRef): TranslationRow {
  const row = readTranslation(call, ref);
  call.access.requireOrganization(ref.organizationId, 'createContent');
  return row;
}

const NO_STATS: TranslationRow['stats'] = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};

const EMPTY: RichDocument = { object: 'document', data: {}, nodes: [] };
