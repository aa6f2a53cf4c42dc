// Translations of spaces: made, changed, removed. Making one starts its first run.

import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { createTranslation as createOperation } from '../../../api/translations/translations.ts';
import { ownerId } from '../../../files/process-owner.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { type TranslationRow, translationStore } from '../../db/translations/translations.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { sees } from '../../who-sees.ts';
import { badRequest, notFound } from '../../wire-error.ts';
import { wholeDocument } from '../content/whole-document.ts';
import { requirePaidPlan } from '../people/plan.ts';
import { closeIfLost, startRun } from './run.ts';

export interface TranslationRef {
  organizationId: string;
  translationId: string;
}

/** 404, 403. */
export function readTranslation(
  call: Call,
  { organizationId, translationId }: TranslationRef,
): TranslationRow {
  call.access.requireOrganization(organizationId, 'view');
  const row = translationStore(call.db).row(translationId);
  if (row?.organization !== organizationId || !sees(call, { kind: 'translation', row })) {
    throw notFound('translation', translationId);
  }
  return closeIfLost(call, row);
}

/** A translation the caller may change. 404, 403. */
export function ownTranslation(call: Call, ref: TranslationRef): TranslationRow {
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

/** 404 for an unknown space, 400 for a translation into the language it is in. */
export function createTranslation(call: Call, input: InputOf<typeof createOperation>): TranslationRow {
  const { organizationId: organization, language, source, instructions = EMPTY } = input;
  const row = call.db.transaction(() => {
    call.access.requireOrganization(organization, 'createContent');
    requirePaidPlan(call, organization, 'translations');
    const space = spaceStore(call.db).live(source.space);
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
    translationStore(call.db).insert(made);
    return made;
  });
  startRun(call, row.id);
  // The answer is of the moment before the run: it says pending.
  return row;
}

export function setInstructions(call: Call, ref: TranslationRef, instructions: RichDocument): TranslationRow {
  return call.db.transaction(() => {
    ownTranslation(call, ref);
    const updatedAt = call.now().toISOString();
    translationStore(call.db).update(ref.translationId, {
      instructions: wholeDocument(instructions),
      updatedAt,
    });
    return readTranslation(call, ref);
  });
}

/** Returns whether there was one; the space it has made stays. */
export function deleteTranslation(call: Call, ref: TranslationRef): boolean {
  return call.db.transaction(() => {
    call.access.requireOrganization(ref.organizationId, 'view');
    const row = translationStore(call.db).row(ref.translationId);
    if (row?.organization !== ref.organizationId || !sees(call, { kind: 'translation', row })) return false;
    ownTranslation(call, ref);
    return translationStore(call.db).remove(ref.translationId);
  });
}
