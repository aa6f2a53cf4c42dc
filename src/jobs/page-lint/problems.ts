// The page rules: what can be wrong with a page, told from the page tree or from its text; and their run.

import type { Token } from 'markdown-it';
import type { Page } from '../../api/content/content-shapes.ts';
import type {
  OrganizationMember as Member,
  OrganizationTeam as Team,
} from '../../api/people/members.generated.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { toldChanges } from '../../domain/content/content-change.ts';
import {
  type ContentSource,
  changeRequestContent,
  mainContent,
} from '../../domain/content/content-source.ts';
import { walkPages } from '../../domain/content/page-place.ts';
import { UsageError } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import { parseYaml } from '../../files/yaml-file.ts';
import { plural } from '../../output/format.ts';
import type { SpaceRef } from '../links/link-findings.ts';
import { wildcardMatches } from '../links/link-ignores.ts';

// What the rules want to know of a page's Markdown: its headings, its images without text, whether it says anything.

export interface TextFacts {
  isEmpty: boolean;
  headings: readonly { level: number; text: string }[];
  /** Addresses of images that somebody who cannot see them learns nothing of. */
  bareImages: readonly string[];
}

/** Loads the parser; what it returns works without waiting. */
export async function loadTextFacts(): Promise<(markdown: string) => TextFacts> {
  const { default: createParser } = await import('markdown-it');
  const parser = createParser({ html: true, linkify: false });
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  return (markdown) => {
    const tokens = parser.parse(markdown, {});
    const images = tokens.flatMap(bareImagesIn);
    return { isEmpty: !tokens.some(says), headings: headingsOf(tokens), bareImages: images };
  };
}

/** Addresses of images of one block that have no alternative text. */
export const bareImagesIn = (token: Token): string[] =>
  token.type === 'html_block' ? bareInHtml(token.content) : (token.children ?? []).flatMap(bareInline);

const headingsOf = (tokens: readonly Token[]) =>
  tokens.flatMap((token, at) =>
    token.type === 'heading_open'
      ? [{ level: Number(token.tag.slice(1)), text: tokens[at + 1]?.content ?? '' }]
      : [],
  );

/** Whether a block shows readers anything. Headings count, too: somebody has begun to write. */
export function says({ type, content }: Token): boolean {
  const shown = type === 'fence' || type === 'code_block' ? content : withoutComments(content);
  return ['inline', 'html_block', 'fence', 'code_block'].includes(type) && shown.trim() !== '';
}

/** Notes to those who write. A comment that nothing ends goes on to the end. */
const withoutComments = (html: string): string =>
  html
    .split('<!--')
    .map((part, at) => (at === 0 ? part : (part.split('-->')[1] ?? '')))
    .join('');

function bareInline(token: Token): string[] {
  if (token.type === 'image') return token.content.trim() === '' ? [String(token.attrGet('src') ?? '')] : [];
  return token.type === 'html_inline' ? bareInHtml(token.content) : [];
}

/** A caption says what is seen. Takes linear time for whatever somebody has written. */
function bareInHtml(html: string): string[] {
  return html.split(/<\/figure\b/i).flatMap((part) => {
    if (/<figcaption\b[^<>]*>(?:<[^<>]*>)?\s*[^<\s]/i.test(part)) return [];
    const images = part.match(/<img\b[^<>]*>/gi) ?? [];
    return images
      .filter(
        (image) => !isDecoration(image) && !/\balt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^"'\s>])/i.test(image),
      )
      .map((image) => {
        const [, double, single, bare] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))/i.exec(image) ?? [];
        return double ?? single ?? bare ?? '';
      });
  });
}

/** An empty text that is meant, as WCAG has it: whoever cannot see the page misses nothing. */
const isDecoration = (image: string): boolean =>
  /\salt\s*=\s*(?:""|'')/i.test(image) &&
  /\s(?:role\s*=\s*["']?(?:presentation|none)\b|aria-hidden\s*=\s*["']?true\b)/i.test(image);

export const TREE_PROBLEMS = ['no-description', 'duplicate-title', 'stale'] as const;
export const TEXT_PROBLEMS = ['empty', 'heading-skip', 'image-text'] as const;
export const PAGE_PROBLEMS = [...TEXT_PROBLEMS, ...TREE_PROBLEMS] as const;
export type PageProblem = (typeof PAGE_PROBLEMS)[number];

export interface PageFinding {
  problem: PageProblem;
  space: SpaceRef;
  page: { id: string; title: string; path: string };
  /** One line without the place. */
  message: string;
  /** Tells findings of one problem on one page apart, and is the same in every run. */
  key: string;
  /** The page's path in a repository. */
  file?: string;
}

export type DocumentPage = Extract<Page, { type: 'document' }>;

/** Not changed for so many days is stale. */
export const STALE_DAYS = 365;
const DAY_MS = 86_400_000;

/** Days since the last change; undefined where the platform does not tell, or by a time that cannot be read. */
export function unchangedDays({ updatedAt, createdAt }: DocumentPage, now: Date): number | undefined {
  const days = Math.floor((now.getTime() - Date.parse(updatedAt ?? createdAt ?? '')) / DAY_MS);
  return Number.isNaN(days) ? undefined : days;
}

export function treeFindings(space: SpaceRef, pages: readonly DocumentPage[], now: Date): PageFinding[] {
  const firsts = new Map<string, DocumentPage>();
  return pages.flatMap((page) => {
    const found: PageFinding[] = [];
    if ((page.description ?? '').trim() === '')
      found.push(findingOf('no-description', space, page, 'has no description'));
    const title = page.title.trim().toLowerCase();
    const first = firsts.get(title);
    if (first)
      found.push(findingOf('duplicate-title', space, page, `has the title of ${first.path}`, first.id));
    else firsts.set(title, page);
    const days = unchangedDays(page, now) ?? 0;
    if (days >= STALE_DAYS) found.push(findingOf('stale', space, page, `not changed for ${days} days`));
    return found;
  });
}

export function textFindings(space: SpaceRef, page: DocumentPage, facts: TextFacts): PageFinding[] {
  // What is computed is written by nobody, and is there only when the page is shown.
  if (facts.isEmpty)
    return page.computed ? [] : [findingOf('empty', space, page, `is empty${childrenOf(page)}`)];
  const skips: PageFinding[] = [];
  // The title of the page is its first level.
  let level = 1;
  for (const heading of facts.headings) {
    const message = `heading "${heading.text.slice(0, 60)}" has level ${heading.level} after level ${level}`;
    if (heading.level > level + 1) skips.push(findingOf('heading-skip', space, page, message, heading.text));
    level = heading.level;
  }
  const images = facts.bareImages.map((url) =>
    findingOf(
      'image-text',
      space,
      page,
      `image ${url.slice(0, 200) || 'without address'} has no alternative text`,
      url,
    ),
  );
  return [...skips, ...images];
}

const childrenOf = ({ pages }: DocumentPage): string =>
  pages.length === 0 ? '' : ` (${plural(pages.length, 'page')} below it)`;

function findingOf(
  problem: PageProblem,
  space: SpaceRef,
  { id, title, path, git }: DocumentPage,
  message: string,
  key = '',
): PageFinding {
  const { id: spaceId, title: spaceTitle } = space;
  return {
    problem,
    space: { id: spaceId, title: spaceTitle },
    page: { id, title, path },
    message,
    key,
    ...(git && { file: git.path }),
  };
}

/** The same finding, wherever and whenever it is found. */
export const keyOfPage = ({ problem, page, key }: PageFinding): string =>
  JSON.stringify([problem, page.id, key]);

// owners.yaml: who looks after which pages, and whether they are still there.

/** The owner of a page: the last pattern that matches it decides. */
export type Owners = (space: { title: string }, page: { path: string }) => string | undefined;

/**
 * Reads lines `Guides/webhooks*: ann@acme.com`: a pattern of space and path, where `*` is any text, and a person (email or
 * ID) or `team:Title`. Throws UsageError `BAD_OWNERS`.
 */
export async function readOwners(text: string, name: string, mayBeEmpty = false): Promise<Owners> {
  const value = (await parseYaml(text, name)) ?? {};
  if (!isRecord(value)) throw wrong(name, 'is not a map of page patterns to owners');
  const rules = Object.entries(value).map(([pattern, owner]) => {
    if (typeof owner !== 'string' || owner.trim() === '')
      throw wrong(name, `gives "${pattern.slice(0, 100)}" no owner`);
    return { pattern, owner: owner.trim() };
  });
  if (rules.length === 0 && !mayBeEmpty) throw wrong(name, 'has no owners');
  return (space, page) =>
    rules.findLast(({ pattern }) => wildcardMatches(pattern, `${space.title}/${page.path}`))?.owner;
}

const LINES = 'write lines such as "Guides/*": ann@acme.com, or "Guides/*": team:Platform';

export const wrong = (name: string, problem: string, hint = LINES) =>
  new UsageError(`${name} ${problem}`, { code: 'BAD_OWNERS', hint });

/** Why an owner cannot look after anything; undefined when they can. */
export function whyGone(
  owner: string,
  members: readonly Member[],
  teams: readonly Team[],
): string | undefined {
  const team = /^team:\s*(.*)$/s.exec(owner)?.[1];
  const is = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();
  if (team !== undefined)
    return teams.some(({ id, title }) => id === team || is(title, team)) ? undefined : 'is not a team';
  const member = members.find(({ user }) => user.id === owner || is(user.email, owner));
  if (!member) return 'is not a member';
  return member.disabled ? 'is disabled' : undefined;
}

// The page rules on a space or a change request; on request only what the change request brought in.

export interface LintOptions {
  concurrency: Width;
  now: Date;
  /** Only these rules; texts are read only where one of them needs them. */
  only: readonly PageProblem[];
}

export interface LintedPages {
  space: SpaceRef;
  /** How many pages were looked at. */
  pages: number;
  findings: PageFinding[];
}

export const documentsOf = (pages: readonly Page[]): DocumentPage[] =>
  [...walkPages(pages)].filter((page) => page.type === 'document');

/** Throws the first failure: a page that was not read may be the one with findings. */
export async function lintSpace(client: Client, space: SpaceRef, options: LintOptions): Promise<LintedPages> {
  return lintContent(client, { space, source: mainContent(client, space.id) }, options);
}

interface Content {
  space: SpaceRef;
  source: ContentSource;
  /** Pages whose texts are read; absent: all. */
  among?: ReadonlySet<string> | undefined;
}

async function lintContent(
  client: Client,
  { space, source, among }: Content,
  { concurrency, now, only }: LintOptions,
): Promise<LintedPages> {
  const documents = documentsOf(await source.pages());
  const read = documents.filter(({ id }) => among?.has(id) ?? true);
  const findings = treeFindings(space, documents, now);
  if (TEXT_PROBLEMS.some((problem) => only.includes(problem))) {
    const factsOf = await loadTextFacts();
    const found = await mapAll(client, read, concurrency, async (page) =>
      textFindings(space, page, factsOf(await source.markdown(page.id))),
    );
    findings.push(...found.flat());
  }
  const order = new Map(documents.map(({ id }, at) => [id, at]));
  const place = ({ page }: PageFinding) => order.get(page.id) ?? 0;
  const wanted = findings.filter(({ problem }) => only.includes(problem));
  return { space, pages: read.length, findings: wanted.sort((a, b) => place(a) - place(b)) };
}

/** With `newOnly`, what main has too is left out, and texts that are as on main are not read. */
export async function lintChangeRequest(
  client: Client,
  { changeRequest, space }: { changeRequest: ChangeRequest; space: SpaceRef },
  { newOnly, ...options }: LintOptions & { newOnly: boolean },
): Promise<LintedPages> {
  const ref = { spaceId: space.id, changeRequestId: String(changeRequest.number) };
  const source = changeRequestContent(client, ref, `#${changeRequest.number}`);
  if (!newOnly) return lintContent(client, { space, source }, options);
  const among = await editedPages(client, ref);
  const linted = await lintContent(client, { space, source, among }, options);
  const main = await lintContent(client, { space, source: mainContent(client, space.id), among }, options);
  const known = new Set(main.findings.map(keyOfPage));
  return { ...linted, findings: linted.findings.filter((finding) => !known.has(keyOfPage(finding))) };
}

/** Undefined where the host cannot tell: then all are read. */
async function editedPages(
  client: Client,
  ref: { spaceId: string; changeRequestId: string },
): Promise<Set<string> | undefined> {
  const changes = await toldChanges(client, ref);
  return changes && new Set(changes.flatMap(({ kind, id }) => (kind === 'page' ? [id] : [])));
}
