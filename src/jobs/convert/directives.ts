// What MkDocs and Docusaurus write as lines, such as `!!! note` and `:::tip`, as the tags that say the same.
import { capital } from '../../output/note.ts';
import type { Line } from './tree.ts';

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)(`{3,}|~{3,})([^\n]*)$/;

/**
 * The fence of lines of code, '' for others: gets each line of a page in turn. An end that is indented deeper is none, but
 * in MDX.
 */
function codeLines({ isMdx = false } = {}): (line: string) => string {
  let open = '';
  let deepest = 0;
  return (line) => {
    const [, before = '', mark = '', rest = ''] = FENCE.exec(line) ?? [];
    const width = before.replaceAll('\t', '    ').length;
    if (open === '') {
      if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) open = mark;
      deepest = width + 3;
      return open;
    }
    const fence = open;
    if (mark.startsWith(open) && rest.trim() === '' && (isMdx || width <= deepest)) open = '';
    return fence;
  };
}

/** `:::note[Title]` to `:::`, nested by more colons. */
export function colonBlocks(lines: readonly Line[]): Line[] {
  const isCode = codeLines({ isMdx: true });
  const open: { colons: number; name: string }[] = [];
  const tags = lines.map((line): Line => {
    if (isCode(line.text) !== '') return line;
    const [, indent = '', colons = '', type, boxed, rest = ''] =
      /^([ \t]*)(:{3,})[ \t]*(?:([a-zA-Z][\w-]*)(?:\[(.*)\])?[ \t]*(.*?))?[ \t]*$/.exec(line.text) ?? [];
    if (colons === '') return line;
    if (type !== undefined) {
      const name = type === 'details' ? 'details' : 'Admonition';
      open.push({ colons: colons.length, name });
      const title = quoted((boxed ?? rest.replace(/\{[^{}]*\}/g, '')).trim());
      return { ...line, text: `${indent}<${name} type="${type}" title="${title}">` };
    }
    const at = open.findLastIndex((one) => one.colons === colons.length);
    if (at === -1) return line;
    const ends = open.splice(at).reverse();
    return { ...line, text: indent + ends.map(({ name }) => `</${name}>`).join('') };
  });
  const [last] = lines.slice(-1);
  const ends = open.reverse().map(({ name }) => `</${name}>`);
  return last && ends.length > 0 ? [...tags, { ...last, text: ends.join('') }] : tags;
}

const ADMONITION = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]*([\w-]+)((?:[ \t]+[\w-]+)*)(?:[ \t]+"(.*)")?[ \t]*$/;
const TAB = /^([ \t]*)===[!+]{0,2}[ \t]+(["'])(.*)\2[ \t]*$/;
const widthOf = (text: string): number => (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length;

/** What holds the lines that are indented below it. */
const HOLDER = /^[ \t]*(?:(?:[-*+:]|\d+[.)]|\[\^[^\]]+\]:)(?:[ \t]|$)|<)/;
const DEFINITION = /^([ \t]*):(?= {1,3}\S|\t)/;

/** Tells lines of code, and of what is code by its indent alone below others at `base`: gets each line in turn. */
function indentedCode(base: number): (line: string) => boolean {
  const isFenced = codeLines();
  let isHeld = false;
  let isBlank = true;
  let isCode = false;
  return (line) => {
    if (isFenced(line) !== '') return true;
    if (line.trim() === '') {
      isBlank = true;
      return isCode;
    }
    const isDeep = widthOf(line) >= base + 4;
    isCode = isDeep && !isHeld && (isBlank || isCode);
    if (!isDeep) isHeld = HOLDER.test(line) || (isHeld && !isBlank);
    isBlank = false;
    return isCode;
  };
}

/** `!!! note "Title"`, `??? tip` and `=== "Tab"`, each with the lines that are indented below it; definitions become items. */
export function indentedBlocks(lines: readonly Line[], base = 0, depth = 0): Line[] {
  const done: Line[] = [];
  const isCode = indentedCode(base);
  const put = (line: Line, ...texts: readonly string[]) =>
    done.push(...texts.map((text) => ({ ...line, text })));
  let tabs: string | undefined;
  const moveTo = (line: Line, next: string | undefined) => {
    if (tabs !== undefined && tabs !== next) put(line, `${tabs}</Tabs>`, '');
    if (next !== undefined && tabs !== next) put(line, '', `${next}<Tabs>`);
    tabs = next;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const isText = !isCode(line.text) && depth <= 30;
    const found = isText ? openedBy(line.text) : undefined;
    if (line.text.trim() !== '') moveTo(line, found?.isTab ? found.indent : undefined);
    if (!found) {
      done.push(isText ? itemOf(line) : line);
      continue;
    }
    const width = widthOf(found.indent);
    const body = bodyBelow(lines, at, width);
    at += body.length;
    put(line, found.indent + found.open);
    done.push(...indentedBlocks(body, width, depth + 1));
    put(body.at(-1) ?? line, ...fenceEnd(body), found.indent + found.close);
  }
  moveTo(lines.at(-1) as Line, undefined);
  return done;
}

/** Code of which the end is forgotten ends with the block that it is in. */
function fenceEnd(lines: readonly Line[]): string[] {
  const fenceOf = codeLines();
  const open = [...lines.map(({ text }) => text), ''].map(fenceOf).at(-1);
  return open ? [open] : [];
}

const itemOf = (line: Line): Line => ({ ...line, text: line.text.replace(DEFINITION, '$1-') });

function openedBy(text: string): { indent: string; open: string; close: string; isTab: boolean } | undefined {
  const tab = TAB.exec(text);
  const found = tab ?? ADMONITION.exec(text);
  if (!found) return undefined;
  const [open, close] = tab ? tabTag(found) : admonitionTag(found);
  return { indent: found[1] ?? '', open, close, isTab: tab !== null };
}

/** Without the indent that makes them belong to the line above. */
function bodyBelow(lines: readonly Line[], at: number, width: number): Line[] {
  let end = at + 1;
  for (let next = end; next < lines.length; next += 1) {
    const text = lines[next]?.text ?? '';
    if (text.trim() === '') continue;
    if (widthOf(text) < width + 4) break;
    end = next + 1;
  }
  return lines.slice(at + 1, end).map((line) => ({ ...line, text: line.text.replace(/^(?: {4}|\t)/, '') }));
}

const tabTag = ([, , , title = '']: RegExpExecArray): [string, string] => [
  `<Tab title="${quoted(title)}">`,
  '</Tab>',
];

function admonitionTag([, , mark = '', type = '', , title]: RegExpExecArray): [string, string] {
  if (mark.startsWith('?')) return [`<details title="${quoted(title ?? capital(type))}">`, '</details>'];
  return [`<Admonition type="${type}" title="${quoted(title ?? '')}">`, '</Admonition>'];
}

const INCLUDE =
  /^([ \t]*)(?:-+8<-+[ \t]+"([^"\n]+)"|\{%-?[ \t]*include(?:-markdown)?[ \t]+["']([^"'\n]+)["'][^\n]*%\}|\{![ \t]*([^\n!]+?)[ \t]*!\})[ \t]*$/;

/** The files that these lines put in, as they name them. */
export const includedIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => (INCLUDE.exec(line) ?? []).slice(2).find((name) => name !== undefined) ?? []);

/** Files that MkDocs puts in: into code at once, into text as a tag. `read` gives the lines of one. */
export function includes(
  lines: readonly Line[],
  read: (name: string, line: Line) => readonly string[] | undefined,
): Line[] {
  const isCode = codeLines();
  return lines.flatMap((line) => {
    const code = isCode(line.text);
    const [, indent = '', ...names] = INCLUDE.exec(line.text) ?? [];
    const name = names.find((one) => one !== undefined);
    if (name === undefined) return [line];
    if (code === '') return [{ ...line, text: `${indent}<Snippet file="${quoted(name)}" />` }];
    return read(name, line)?.map((text) => ({ ...line, text: indent + text })) ?? [line];
  });
}
