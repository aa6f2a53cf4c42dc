// A changed page with its changes marked: blocks that are new or gone, and within changed paragraphs the words.
import type { Change } from 'diff';
import { html, Markup } from './html.ts';

type Compare = (before: string, after: string, options: { maxEditLength: number }) => Change[] | undefined;
type Render = (markdown: string) => Promise<Markup>;

/** Longer texts are shown as one in place of the other. */
const MOST_BLOCKS = 3000;
const MOST_EDITS = 2000;
/** They stand around words until the text is HTML; nobody writes them. */
const MARKS = { inStart: '\uE010', inEnd: '\uE011', outStart: '\uE012', outEnd: '\uE013' } as const;
const ANY_MARK = /[\uE010-\uE013]/g;
/** What has none of this is plain words: a mark around it splits nothing. */
const SYNTAX = /[[\]()`*_<>!{}|#~\\:/&\n]/;

/** Writes what the page says now, with what it said before. */
export async function markedText(before: string, after: string, render: Render): Promise<Markup> {
  const [old, fresh] = [blocksOf(before), blocksOf(after)];
  const { diffArrays, diffWordsWithSpace } = await import('diff');
  const isShort = old.length + fresh.length <= MOST_BLOCKS;
  const parts = isShort ? diffArrays(old, fresh, { maxEditLength: MOST_EDITS }) : undefined;
  if (!parts) return html`${await removed(before, render)}${await added(after, render)}`;
  const writing = { render, compare: diffWordsWithSpace };
  return html`${await Promise.all(parts.map((part, at) => written(part, parts[at - 1], parts[at + 1], writing)))}`;
}

interface Writing {
  render: Render;
  compare: Compare;
}

async function written(
  part: Part,
  before: Part | undefined,
  next: Part | undefined,
  writing: Writing,
): Promise<Markup | undefined> {
  // A replacement is shown where the old text was.
  if (part.added) return before?.removed ? undefined : added(textOf(part), writing.render);
  if (!part.removed) return writing.render(textOf(part));
  return next?.added ? replaced(part, next, writing) : removed(textOf(part), writing.render);
}

interface Part extends Blocks {
  added: boolean;
  removed: boolean;
}

interface Blocks {
  value: string[];
}

async function replaced(before: Blocks, after: Blocks, { render, compare }: Writing): Promise<Markup> {
  const marked = paired(before.value, after.value, compare);
  if (marked === undefined)
    return html`${await removed(textOf(before), render)}${await added(textOf(after), render)}`;
  return html`<div class="changed" role="group" aria-label="Changed">${withMarks(await render(marked))}</div>`;
}

const textOf = ({ value }: Blocks) => value.join('\n\n');

/** As many blocks as before, each with its own words marked; undefined where these are not the same blocks. */
function paired(before: readonly string[], after: readonly string[], compare: Compare): string | undefined {
  if (before.length !== after.length) return undefined;
  const each = before.map((one, at) => inWords(one, after[at] ?? '', compare));
  return each.every((one) => one !== undefined) ? each.join('\n\n') : undefined;
}

const added = async (text: string, render: Render) =>
  html`<div class="added" role="group" aria-label="Added">${await render(text)}</div>`;
const removed = async (text: string, render: Render) =>
  html`<div class="removed" role="group" aria-label="Removed">${await render(text)}</div>`;

/** Paragraphs, lists, code: what empty lines separate. Code stays whole. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence = '';
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.replace(ANY_MARK, '').replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (line.trim() === '' && fence === '') end();
    else lines.push(line);
  }
  end();
  return blocks;
}

/** The new text with marks around its words that differ; undefined where they are more than words. */
function inWords(
  before: string,
  after: string,
  compare: (before: string, after: string, options: { maxEditLength: number }) => Change[] | undefined,
): string | undefined {
  if (/^ {0,3}(?:`{3,}|~{3,}|\||\{%| {4})/.test(after) || after.length > 5000) return undefined;
  const changes = compare(before, after, { maxEditLength: 200 });
  if (!changes || changes.some(({ added, removed, value }) => (added || removed) && SYNTAX.test(value)))
    return undefined;
  const same = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0);
  // Two other sentences are read more easily one after the other.
  if (same < after.length * 0.3) return undefined;
  const { inStart, inEnd, outStart, outEnd } = MARKS;
  return changes
    .map(({ added, removed, value }) => {
      if (!added && !removed) return value;
      const words = value.trim();
      if (words === '') return removed ? '' : value;
      const [lead = '', tail = ''] = value.split(words);
      return lead + (added ? inStart + words + inEnd : outStart + words + outEnd) + tail;
    })
    .join('');
}

const withMarks = ({ text }: Markup): Markup =>
  new Markup(
    text.replace(ANY_MARK, (mark) =>
      mark === MARKS.inStart
        ? '<ins>'
        : mark === MARKS.inEnd
          ? '</ins>'
          : mark === MARKS.outStart
            ? '<del>'
            : '</del>',
    ),
  );
