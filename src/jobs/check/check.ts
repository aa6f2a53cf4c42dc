// Checks a folder: reads it once, judges everything by every rule, and returns what was found in the order of files.
import { posix } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { decoded, normalized } from '../../files/texts.ts';
import type { FolderSpace } from '../../folder/folder-space.ts';
import { readText } from '../../folder/page.ts';
import { readFolder } from '../../folder/read.ts';
import type { FolderSource } from '../../folder/source.ts';
import { appLink, decodedTarget, targetPlaces } from '../../markdown/link-targets.ts';
import { CHECK_FILE, type CheckConfig, levelsOf, readConfig } from './config.ts';
import {
  assetFindings,
  coverPaths,
  openApiFindings,
  pageFindings,
  problemFindings,
  settingsFindings,
  titleFindings,
} from './contents.ts';
import type { FactLink, PageFacts } from './facts.ts';
import { type Checked, type CheckFinding, type Found, inOrder } from './finding.ts';
import { type KeptCheck, type PageReader, pageReader } from './kept-check.ts';
import { type KnownSpace, type LinkFault, linkJudge, type SpaceLinks } from './links.ts';
import { isForgotten, navFindings, redirectFindings } from './nav.ts';
import { type Level, RULES, type RuleId, topicOf } from './rules.ts';
import { type CheckedSpace, type CheckedText, type World, worldOf } from './world.ts';

export interface CheckOptions {
  /** Rules or topics that count; all of them where it is undefined. */
  rules?: ReadonlySet<string> | undefined;
  skipRules?: ReadonlySet<string> | undefined;
  /** Spaces that lie elsewhere, by their ID: from the host. */
  online?: ((links: ReadonlySet<string>) => Promise<ReadonlyMap<string, KnownSpace>>) | undefined;
  /** Judges addresses of other hosts; returns what is wrong with each. */
  external?: ((addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>) | undefined;
  /** What earlier runs read; absent: everything is read anew. */
  kept?: KeptCheck | undefined;
  /** That of another tree of the same repository; absent: the one of the source. */
  config?: CheckConfig | undefined;
}

/** Throws UsageError for a folder without pages, ConfigError for `.docscheck.yaml`. Reads nothing outside the source. */
export async function checkFolder(source: FolderSource, options: CheckOptions = {}): Promise<Checked> {
  const config = options.config ?? (await readConfig(source));
  const reader = await pageReader(options.kept);
  const texts = new Map<FolderSpace, CheckedText[]>();
  const found: Found[] = [];
  const keep = (space: FolderSpace, text: CheckedText) => {
    const known = texts.get(space);
    if (known) known.push(text);
    else texts.set(space, [text]);
  };
  const folder = await readFolder(source, {
    folders: config.folders,
    named: `in ${CHECK_FILE}`,
    textOf: reader.textOf,
    each: (page, text, space) => {
      const { facts, found: inText } = reader.of(text);
      const file = page.file ?? '';
      keep(space, { file, facts, page });
      found.push(...inText, ...titleFindings(file, page, text));
    },
  });
  for (const space of folder.spaces)
    for (const { file, inText, facts } of await besidePages(source, reader, space)) {
      keep(space, { file, facts, page: undefined });
      found.push(...inText);
    }
  const world = worldOf(folder, texts);
  const used = await usedElsewhere(world, reader);
  const judged = await judgeLinks(world, config, options, used);
  found.push(...judged.found, ...problemFindings(world));
  for (const space of world.spaces) {
    found.push(...navFindings(world, space), ...redirectFindings(world, space), ...pageFindings(space));
    found.push(...(await settingsFindings(world, space)), ...(await openApiFindings(world, space, used)));
  }
  for (const space of world.spaces) found.push(...assetFindings(space, used));
  return {
    roots: folder.spaces.map(({ root }) => root),
    scope: folder.manifest?.scope,
    findings: chosen(found, config, options),
    pages: folder.spaces.reduce(
      (sum, { pages }) => sum + pages.filter(({ kind }) => kind === 'document').length,
      0,
    ),
    links: world.spaces.reduce((sum, space) => sum + linksIn(space), 0),
    unjudged: judged.unjudged,
    external: judged.external,
  };
}

/** What is in texts that are included, and the links of pages that the table of contents forgot. */
async function besidePages(source: FolderSource, reader: PageReader, space: FolderSpace) {
  const included = space.includes.map(({ path }) => path);
  const read = async (file: string) => {
    const text = await readText(source, file);
    if (!('text' in text)) return [];
    const { facts, found } = reader.of(reader.textOf(file, text.text));
    return [{ file, facts, inText: included.includes(file) ? found : [] }];
  };
  const texts: Awaited<ReturnType<typeof read>> = [];
  const files = new Set([...included, ...space.unlisted.filter((file) => isForgotten(space, file))]);
  for (const file of files) texts.push(...(await read(file)));
  return texts;
}

const linksIn = ({ texts }: CheckedSpace): number =>
  texts.reduce((sum, { facts }) => sum + facts.links.length, 0);

/** Files that covers and pages outside of the table of contents use: deleting them would break what somebody works on. */
async function usedElsewhere({ folder, spaces }: World, reader: PageReader): Promise<Set<string>> {
  const used = new Set(spaces.flatMap(({ space }) => coverPaths(space).map(({ path }) => path)));
  const known = new Set(spaces.flatMap(({ texts }) => texts.map(({ file }) => file)));
  for (const file of folder.source.files.keys()) {
    if (known.has(file) || !/\.(?:md|markdown)$/i.test(file)) continue;
    const read = await readText(folder.source, file);
    if (!('text' in read)) continue;
    for (const { href } of reader.of(reader.textOf(file, read.text)).facts.links)
      used.add(href.startsWith('/') ? href.slice(1) : posix.join(posix.dirname(file), href));
  }
  return used;
}

interface Judged {
  found: Found[];
  unjudged: number;
  external: number;
}

async function judgeLinks(
  world: World,
  config: CheckConfig,
  { online, external }: CheckOptions,
  used: Set<string>,
): Promise<Judged> {
  const unjudged = new Set<string>();
  const here = folderSpaces(world, config);
  const judgeAll = (spaceLinks: SpaceLinks) =>
    world.spaces.flatMap((own) => {
      const judge = linkJudge(world, own, { spaceLinks, used });
      return own.texts
        .map((text) => ({ text, faults: judge(text) }))
        .filter(({ faults }) => faults.length > 0);
    });
  const isComplete = config.spaces.size > 0 && !online;
  const links: SpaceLinks = {
    space: (id) => here.get(id),
    isComplete,
    unjudged,
    origin: 'https://app.gitbook.com',
  };
  let all = judgeAll(links);
  if (online && unjudged.size > 0) {
    const there = await online(unjudged);
    unjudged.clear();
    all = judgeAll({ ...links, space: (id) => here.get(id) ?? there.get(id), isComplete: true });
  }
  const addresses = addressesIn(world);
  const broken = external ? await external([...addresses]) : new Map<string, string>();
  if (broken.size > 0) all.push(...brokenIn(world, broken));
  const found: Found[] = [];
  for (const { text, faults } of all) found.push(...(await placed(world, text, faults)));
  const bare = world.spaces.flatMap(({ texts }) => texts).filter(({ facts }) => facts.bareImages.length > 0);
  for (const text of bare) found.push(...(await placedImages(world, text)));
  return { found, unjudged: unjudged.size, external: addresses.size };
}

const addressesIn = ({ spaces }: World): Set<string> =>
  new Set(
    spaces.flatMap(({ texts }) =>
      texts.flatMap(({ facts }) =>
        facts.links.flatMap(({ href }) => (/^https?:/i.test(href) && !appLink(href) ? [href] : [])),
      ),
    ),
  );

function brokenIn({ spaces }: World, broken: ReadonlyMap<string, string>): FaultyText[] {
  const texts = spaces.flatMap((space) => space.texts);
  return texts.flatMap((text) => {
    const faults = text.facts.links.flatMap((link): LinkFault[] => {
      const reason = broken.get(link.href);
      return reason === undefined
        ? []
        : [{ rule: 'link/external', link, message: `${link.href}: ${reason}` }];
    });
    return faults.length > 0 ? [{ text, faults }] : [];
  });
}

interface FaultyText {
  text: CheckedText;
  faults: LinkFault[];
}

/** The file is read again for the places: only that of a page with findings. */
async function placed(world: World, text: CheckedText, faults: readonly LinkFault[]): Promise<Found[]> {
  const find = placeFinder(await sourceOf(world, text.file));
  const counts = countsOf(text);
  return faults.map(({ rule, link, message, instead }) => {
    const { line, column, written } = find(link, counts.get(link) ?? 0);
    return {
      ...{ rule, file: text.file, line, column, message, key: link.href },
      ...(instead !== undefined &&
        written !== undefined && { fix: { line, column, before: written, after: instead } }),
    };
  });
}

/** How many links of the same block lead to the same place before each. */
function countsOf({ facts }: CheckedText): Map<PageFacts['links'][number], number> {
  const counts = new Map<PageFacts['links'][number], number>();
  const seen = new Map<string, number>();
  for (const link of facts.links) {
    const key = `${link.from} ${link.href}`;
    const count = seen.get(key) ?? 0;
    counts.set(link, count);
    seen.set(key, count + 1);
  }
  return counts;
}

async function placedImages(world: World, { file, facts }: CheckedText): Promise<Found[]> {
  const find = placeFinder(await sourceOf(world, file));
  const seen = new Map<string, number>();
  return facts.bareImages.map((image) => {
    const key = `${image.from} ${image.src}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const { line, column } = find({ ...image, href: image.src }, nth);
    const message = `${image.src === '' ? 'an image' : image.src} has no alternative text`;
    return { rule: 'asset/unnamed', file, line, column, key: image.src, message };
  });
}

/** Without a byte order mark; empty for a file that cannot be read any more. */
async function sourceOf({ folder }: World, file: string): Promise<string> {
  const read = await readText(folder.source, file);
  return 'text' in read ? read.text.replace(/^\uFEFF/, '') : '';
}

/** Without what is off or was not asked for, at the level that is set. */
function chosen(
  found: readonly Found[],
  config: CheckConfig,
  { rules, skipRules }: CheckOptions,
): CheckFinding[] {
  const levelOf = levelsOf(config);
  const levels = new Map<RuleId, Level>();
  for (const { id } of RULES) {
    const level = levelOf(id);
    const names = [id, topicOf(id)];
    const isAsked = rules === undefined || names.some((name) => rules.has(name));
    if (level !== 'off' && isAsked && !names.some((name) => skipRules?.has(name))) levels.set(id, level);
  }
  const kept = found.filter(({ rule }) => levels.has(rule));
  return inOrder(kept, (rule) => levels.get(rule) ?? 'error');
}

// Other spaces that lie in the same folder: .docscheck.yaml says which ID each has, or the export that made the folder.

/** By the ID of each space. Throws ConfigError for a folder that is not a space. */
function folderSpaces(world: World, { spaces }: CheckConfig): Map<string, KnownSpace> {
  const ids = new Map([
    ...(world.folder.manifest?.spaces ?? []).map(({ id, folder }) => [id, folder] as const),
    ...spaces,
  ]);
  const known = new Map<string, KnownSpace>();
  for (const [id, folder] of ids) {
    const found = world.spaces.find(({ space }) => space.root === folder || space.directory === folder);
    if (found) known.set(id, knownSpace(world, found, folder));
    else if (spaces.has(id))
      throw new ConfigError(`${CHECK_FILE}: spaces: "${folder}" is not the folder of a space`, {
        hint: 'docs help check',
      });
  }
  return known;
}

function knownSpace(world: World, { space, byPath, listed }: CheckedSpace, folder: string): KnownSpace {
  const prefix = space.directory === '' ? '' : `${space.directory}/`;
  const redirects = new Map(space.redirects.map(({ from, to }) => [from.toLowerCase(), to]));
  const fileAt = (path: string): string | undefined => {
    const page = byPath.get(path.toLowerCase());
    if (page?.file !== undefined) return page.file;
    // A page is also found by the path of its file: where groups are not in the address.
    const all = [`${prefix}${path}.md`, `${prefix}${path}/README.md`, `${prefix}${path}`];
    return all.find((file) => listed.has(file)) ?? redirects.get(path.toLowerCase());
  };
  const isBelowComputed = (path: string): boolean => {
    const parts = path.toLowerCase().split('/');
    return parts.some((_, at) => byPath.get(parts.slice(0, at).join('/'))?.isComputed);
  };
  return {
    title: folder === '' ? 'this space' : folder,
    page: (path) => {
      const file = fileAt(decoded(path));
      const group = file === undefined ? byPath.get(path.toLowerCase()) : undefined;
      if (file === undefined && !group) return isBelowComputed(path) ? { anchors: undefined } : undefined;
      const facts = file === undefined ? undefined : world.factsOf(file);
      return { anchors: facts?.anchors, ...(facts && { hasMoreAnchors: facts.hasMoreAnchors }) };
    },
  };
}

// The line and column of a link, worked out only for links that are wrong: the others cost nothing.

interface TargetPlace {
  line: number;
  column: number;
  /** The very text of the file; undefined where it was not found. */
  written: string | undefined;
}

/** Reads the lines of a file once; then finds links in it. Links of one block are asked for in their order. */
function placeFinder(
  source: string,
): (link: Pick<FactLink, 'href' | 'from' | 'to'>, nth?: number) => TargetPlace {
  const lines = source.split(/\r\n?|\n/);
  const known = new Map<string, { target: string; href: string; line: number; column: number }[]>();
  const targetsIn = (from: number, to: number) => {
    const key = `${from} ${to}`;
    const found = known.get(key) ?? readTargets(lines, from, to);
    known.set(key, found);
    return found;
  };
  return ({ href, from, to }, nth = 0) => {
    const wanted = inFacts(href);
    const isIt = (one: { href: string }) => one.href === wanted;
    const inBlock = targetsIn(from, to).filter(isIt);
    // A link by reference: its target is defined elsewhere.
    const found = inBlock[nth] ?? inBlock[0] ?? targetsIn(1, lines.length + 1).find(isIt);
    if (!found) return { line: from, column: 1, written: undefined };
    return { line: found.line, column: found.column, written: found.target };
  };
}

function readTargets(lines: readonly string[], from: number, to: number) {
  const part = lines.slice(from - 1, to - 1);
  const text = part.join('\n');
  let line = from;
  let start = 0;
  return [...targetPlaces(text)].map(({ target, at }) => {
    for (
      let length = part[line - from]?.length ?? 0;
      at > start + length;
      length = part[line - from]?.length ?? 0
    ) {
      start += length + 1;
      line += 1;
    }
    return { target, href: inFacts(target), line, column: at - start + 1 };
  });
}

/** As the facts have it: entities and escapes of paths are read, letters composed. */
const inFacts = (target: string): string =>
  normalized(decodedTarget(target.replace(/&amp;/g, '&').replace(/&quot;/g, '"')), 'NFC');
