// A run of a translation: what has changed in the source is translated into the space that holds the result.

import { ownerId } from '../../../files/process-owner.ts';
import type { Tree } from '../../content/model.ts';
import { bufferedContent } from '../../db/content/buffered-content.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { lastPosition } from '../../db/content/siblings.ts';
import { type SpaceRow, spaceStore } from '../../db/content/spaces.ts';
import { termsOf } from '../../db/translations/glossary.ts';
import { type TranslationRow, translationStore } from '../../db/translations/translations.ts';
import { firstCharacters } from '../../first-characters.ts';
import { newId } from '../../ids.ts';
import { mayBeAlive } from '../../job-owner.ts';
import { whenFree } from '../../lock.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type Translated, translateTree } from './translate-tree.ts';
import type { Translator } from './translator.ts';
import { withGlossary } from './with-glossary.ts';

/** Begins a run in the background, unless one is under way. */
export function startRun(sandbox: Sandbox, id: string): void {
  const started = sandbox.db.transaction(() => {
    const row = translationStore(sandbox.db).row(id);
    if (!row || (row.status === 'running' && mayBeAlive(sandbox, row))) return false;
    translationStore(sandbox.db).update(id, {
      status: 'running',
      owner: ownerId(),
      updatedAt: sandbox.now().toISOString(),
    });
    return true;
  });
  if (!started) return;
  // Its file may be gone by then: nobody is left to be told.
  const run = inAWhile().then(() => runTranslation(sandbox, id));
  sandbox.background.add(run.catch(() => undefined));
}

/** Who asks at once sees it run, however short it is. */
const inAWhile = () => new Promise((resolve) => setTimeout(resolve, 5));

/**
 * Never rejects. There is no failed state (src/api/README.md#translations): a run that cannot be done, since its source
 * is gone, ends as completed and translates nothing.
 */
export async function runTranslation(sandbox: Sandbox, id: string, given?: Translator): Promise<void> {
  const startedMs = sandbox.now().getTime();
  const row = translationStore(sandbox.db).row(id);
  if (!row) return;
  const terms = termsOf(sandbox.db).between(row.organization, row.sourceLanguage, row.language);
  const translator = given ?? withGlossary(terms);
  const source = spaceStore(sandbox.db).row(row.sourceSpace);
  const translated =
    source?.deletedAt === null
      ? await translate(sandbox, row, source, translator).catch(() => undefined)
      : undefined;
  await whenFree(sandbox.db);
  sandbox.db.transaction(() => {
    // It may have been deleted meanwhile: then nobody waits for a result.
    if (!translationStore(sandbox.db).row(id)) return;
    const result = translated && source ? keepResult(sandbox, row, source, translated) : {};
    const seconds = Math.round((sandbox.now().getTime() - startedMs) / 1000);
    translationStore(sandbox.db).update(id, {
      ...result,
      status: 'completed',
      stats: statsAfter(row, { seconds, pages: translated?.pages ?? 0, words: translated?.words ?? 0 }),
      updatedAt: sandbox.now().toISOString(),
    });
  });
}

async function translate(sandbox: Sandbox, row: TranslationRow, source: SpaceRow, translator: Translator) {
  const { db } = sandbox;
  const content = bufferedContent(db);
  const translated = await translateTree({
    source: revisionsStore(db).tree(source.revision),
    before: lastRun(sandbox, row),
    content,
    job: { from: row.sourceLanguage, to: row.language, instructions: row.instructions },
    translator,
  });
  await content.flushInSlices();
  return translated;
}

function lastRun({ db }: Sandbox, row: TranslationRow): { source: Tree; result: Tree } | undefined {
  const { translatedRevision, resultRevision } = row;
  if (translatedRevision === null || resultRevision === null || !resultSpace(db, row)) return undefined;
  const revisions = revisionsStore(db);
  if (!revisions.get(translatedRevision) || !revisions.get(resultRevision)) return undefined;
  return { source: revisions.tree(translatedRevision), result: revisions.tree(resultRevision) };
}

function resultSpace(db: Sandbox['db'], { resultSpace }: TranslationRow): SpaceRow | undefined {
  const space = resultSpace === null ? undefined : spaceStore(db).row(resultSpace);
  return space?.deletedAt === null ? space : undefined;
}

/** Moves the space of the result to the new content, and makes one when there is none. Call in a transaction. */
function keepResult(sandbox: Sandbox, row: TranslationRow, source: SpaceRow, { tree }: Translated) {
  const now = sandbox.now().toISOString();
  const known = resultSpace(sandbox.db, row);
  const space = known ?? insertSpace(sandbox, row, source, now);
  const revision = revisionsStore(sandbox.db).commit(space.id, {
    tree,
    type: 'computed',
    parents: known ? [known.revision] : [],
    createdAt: now,
    createdBy: row.createdBy,
  });
  spaceStore(sandbox.db).setRevision(space.id, revision, now);
  return { resultSpace: space.id, resultRevision: revision, translatedRevision: source.revision };
}

const TITLE_LIMIT = 50;

/** Beside its source, seen by the same people. */
function insertSpace(
  sandbox: Sandbox,
  { language }: TranslationRow,
  source: SpaceRow,
  now: string,
): SpaceRow {
  const suffix = ` (${language})`;
  const { organization, parent } = source;
  const space: SpaceRow = {
    ...source,
    id: newId(),
    title: `${firstCharacters(source.title, TITLE_LIMIT - suffix.length)}${suffix}`,
    position: lastPosition(sandbox.db, { organization, parent }),
    revision: '',
    editMode: 'locked',
    language,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  spaceStore(sandbox.db).insert(space);
  return space;
}

interface Done {
  seconds: number;
  pages: number;
  words: number;
}

function statsAfter({ stats }: TranslationRow, { seconds, pages, words }: Done): TranslationRow['stats'] {
  return {
    runs: stats.runs + 1,
    totalWords: stats.totalWords + words,
    totalPages: stats.totalPages + pages,
    totalDuration: stats.totalDuration + seconds,
    latestRunDuration: seconds,
    latestPages: pages,
    latestWords: words,
  };
}

/** A run whose process is gone has ended, with what it had done before: nothing. */
export function closeIfLost(sandbox: Sandbox, row: TranslationRow): TranslationRow {
  if (row.status === 'completed' || mayBeAlive(sandbox, row)) return row;
  const changes = { status: 'completed' as const, updatedAt: sandbox.now().toISOString() };
  translationStore(sandbox.db).update(row.id, changes);
  return { ...row, ...changes };
}
