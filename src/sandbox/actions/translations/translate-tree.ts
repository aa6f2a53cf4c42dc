// Translates what a revision holds; pages that have not changed since the last run are taken over.
import type { ContentStore, PageNode, ReusableContentNode, Tree } from '../../content/model.ts';
import { walk } from '../../content/tree.ts';
import { slices } from '../../slices.ts';
import type { TranslationJob, Translator } from './translator.ts';

export interface Translated {
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

interface Counter {
  pages: number;
  words: number;
}

/** Ids, paths, files and everything else stay as they are, so links within the space stay true. */
export async function translateTree(given: Given): Promise<Translated> {
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
  ...(description !== undefined && { description }),
  ...(markdown !== undefined && { markdown }),
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
