// A run of a translation: what has changed in the source is translated into the space that holds the result.

import { nonNull } from '../../../files/lists.ts';
import { ownerId } from '../../../files/lock.ts';
import { changeRow, mayBeAlive } from '../../background.ts';
import type { ContentStore, PageNode, ReusableContentNode, Tree } from '../../content/model.ts';
import { walk } from '../../content/tree.ts';
import { bufferedContent, revisionsStore } from '../../db/content/content.ts';
import { lastPosition, type SpaceRow, spaces } from '../../db/content/spaces.ts';
import { glossary, type TranslationRow, translations } from '../../db/translations/translations.ts';
import { firstCharacters } from '../../limits.ts';
import { whenFree } from '../../lock.ts';
import type { Sandbox } from '../../sandbox.ts';
import { slices } from '../../slices.ts';
import { newId } from '../../urls.ts';
import { accented, pseudoLocalizer, type TranslationJob, type Translator } from './pseudo-localizer.ts';

// Translates what a revision holds; pages that have not changed since the last run are taken over.

interface Translated {
  tree: Tree;
  /** What this run has translated. */
  pages: number;
  words: number;
}

interface Given {
  source: Tree;
  /** What the last run began with, and what it made of it. */
  before?: { source: Tree; result: Tree } | undefined;
  content: ContentStore;
  job: TranslationJob;
  translator: Translator;
}

type Counter = Omit<Translated, 'tree'>;

/** Ids, paths, files and everything else stay as they are, so links within the space stay true. */
async function translateTree(given: Given): Promise<Translated> {
  const counter: Counter = { pages: 0, words: 0 };
  const done = takenOver(given);
  const pause = slices();
  const translatePages = async (pages: readonly PageNode[]): Promise<PageNode[]> => {
    const translated: PageNode[] = [];
    for (const page of pages) {
      const known = done.get(page.id);
      const own = known ?? (await translatePage(page, given, counter));
      translated.push({ ...page, ...own, pages: await translatePages(page.pages) });
      await pause();
    }
    return translated;
  };
  const pages = await translatePages(given.source.pages);
  const reusableContents = await translateReusable(given, counter);
  return { tree: { ...given.source, pages, reusableContents }, ...counter };
}

type Texts = Pick<PageNode, 'title'> & Partial<Pick<PageNode, 'description' | 'markdown'>>;

/** By page id: the texts of the last run, where the source has not changed since. */
function takenOver({ source, before }: Given): Map<string, Texts> {
  const found = new Map<string, Texts>();
  if (!before) return found;
  const old = new Map([...walk(before.source.pages)].map(({ page }) => [page.id, page]));
  const results = new Map([...walk(before.result.pages)].map(({ page }) => [page.id, page]));
  for (const { page } of walk(source.pages)) {
    const result = results.get(page.id);
    if (result && sameTexts(page, old.get(page.id))) found.set(page.id, textsOf(result));
  }
  return found;
}

const sameTexts = (a: PageNode, b: PageNode | undefined): boolean =>
  a.title === b?.title && a.description === b.description && a.markdown === b.markdown;

const textsOf = ({ title, description, markdown }: PageNode): Texts => ({
  title,
  ...nonNull({ description, markdown }),
});

async function translatePage(
  page: PageNode,
  { content, job, translator }: Given,
  counter: Counter,
): Promise<Texts> {
  const { title, description, markdown } = page;
  const text = markdown === undefined ? undefined : content.text(markdown);
  counter.pages += 1;
  counter.words += wordsIn(title) + wordsIn(description ?? '') + wordsIn(text ?? '');
  return {
    title: await translator.line(title, job),
    ...(description !== undefined && { description: await translator.line(description, job) }),
    ...(text !== undefined && { markdown: content.put(await translator.markdown(text, job)) }),
  };
}

async function translateReusable(given: Given, counter: Counter): Promise<ReusableContentNode[]> {
  const { source, before, content, job, translator } = given;
  const translated: ReusableContentNode[] = [];
  for (const node of source.reusableContents) {
    const old = before?.source.reusableContents.find(({ id }) => id === node.id);
    const known = before?.result.reusableContents.find(({ id }) => id === node.id);
    if (known && old?.markdown === node.markdown) {
      translated.push({ ...node, ...(known.markdown !== undefined && { markdown: known.markdown }) });
      continue;
    }
    const text = node.markdown === undefined ? undefined : content.text(node.markdown);
    counter.words += wordsIn(text ?? '');
    const markdown =
      text === undefined ? {} : { markdown: content.put(await translator.markdown(text, job)) };
    translated.push({ ...node, ...markdown });
  }
  return translated;
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Begins a run in the background, unless one is under way. */
export function startRun(sandbox: Sandbox, id: string): void {
  const started = sandbox.db.transaction(() => {
    const row = translations(sandbox.db).find({ id });
    if (!row || (row.status === 'running' && mayBeAlive(sandbox, row))) return false;
    changeRow(sandbox, translations, row, { status: 'running', owner: ownerId() });
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
  const row = translations(sandbox.db).find({ id });
  if (!row) return;
  const terms = termsBetween(sandbox.db, row.organization, row.sourceLanguage, row.language);
  const translator = given ?? withGlossary(terms);
  const source = spaces(sandbox.db).find({ id: row.sourceSpace, deletedAt: null });
  const translated = source && (await translate(sandbox, row, source, translator).catch(() => undefined));
  await whenFree(sandbox.db);
  sandbox.db.transaction(() => {
    // It may have been deleted meanwhile: then nobody waits for a result.
    if (!translations(sandbox.db).find({ id })) return;
    const result = translated && source ? keepResult(sandbox, row, source, translated) : {};
    const seconds = Math.round((sandbox.now().getTime() - startedMs) / 1000);
    const { pages = 0, words = 0 } = translated ?? {};
    const stats = statsAfter(row, { seconds, pages, words });
    changeRow(sandbox, translations, row, { ...result, status: 'completed', stats });
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

const resultSpace = (db: Sandbox['db'], { resultSpace: id }: TranslationRow): SpaceRow | undefined =>
  id === null ? undefined : spaces(db).find({ id, deletedAt: null });

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
  spaces(sandbox.db).update({ id: space.id }, { revision, updatedAt: now });
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
  spaces(sandbox.db).insert(space);
  return space;
}

interface Done {
  seconds: number;
  pages: number;
  words: number;
}

const statsAfter = ({ stats }: TranslationRow, { seconds, pages, words }: Done): TranslationRow['stats'] => ({
  runs: stats.runs + 1,
  totalWords: stats.totalWords + words,
  totalPages: stats.totalPages + pages,
  totalDuration: stats.totalDuration + seconds,
  latestRunDuration: seconds,
  latestPages: pages,
  latestWords: words,
});

/** A run whose process is gone has ended, with what it had done before: nothing. */
export const closeIfLost = (sandbox: Sandbox, row: TranslationRow): TranslationRow =>
  row.status === 'completed' || mayBeAlive(sandbox, row)
    ? row
    : changeRow(sandbox, translations, row, { status: 'completed' });

// A translator that writes the words of a glossary as the glossary has them.

/** Words of one language with those of another, the longest first. */
const termsBetween = (db: Sandbox['db'], organization: string, from: string, to: string): Terms =>
  glossary(db)
    .all({ organization }, 'rowid')
    .flatMap(
      ({ translations: { [from]: source, [to]: target } }): Terms =>
        source === undefined || target === undefined ? [] : [[source, target]],
    )
    .toSorted(([a], [b]) => b.length - a.length);

type Terms = readonly (readonly [source: string, target: string])[];

/**
 * The shipped translator marks the letters of what it translates, and of nothing else: a marked word is one that stood
 * in text, not in code or in an address, and becomes the word of the glossary.
 */
export function withGlossary(terms: Terms): Translator {
  const rules = terms.flatMap(([source, target]) => {
    const marked = accented(source);
    if (marked === source) return [];
    const word = marked.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return [{ form: new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'giu'), target }];
  });
  if (rules.length === 0) return pseudoLocalizer;
  const put = (text: string) =>
    rules.reduce((found, { form, target }) => found.replace(form, () => target), text);
  return {
    line: async (text, job) => put(await pseudoLocalizer.line(text, job)),
    markdown: async (text, job) => put(await pseudoLocalizer.markdown(text, job)),
  };
}
