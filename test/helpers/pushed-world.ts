// A space with many pages, its export, edits of that as people and editors make them, and what a folder says in all.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { frontMatterIn } from '../../src/markdown/front-matter.ts';
import { type Cli, servedCli } from './cli.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { randomNumbers } from './random-organization.ts';

export interface PushedWorld {
  cli: Cli;
  proxy: CutProxy;
  /** `POST /v1/spaces/...` of each request that arrived. */
  seen: string[];
  /** Runs a command that must succeed; returns what it wrote. */
  ok(...argv: string[]): Promise<{ stdout: string; stderr: string }>;
  /** Absolute, of a folder of the working folder. */
  at(path: string): string;
}

/** Behind a proxy that can cut requests off, or, with files to download, as it is. */
export async function pushedWorld(hasProxy = true): Promise<PushedWorld> {
  let proxy: CutProxy | undefined;
  const seen: string[] = [];
  const cli = await servedCli(
    {},
    async (url) => {
      proxy = await startCutProxy(url);
      const { stop } = proxy;
      return hasProxy ? proxy : { url, stop };
    },
    { log: ({ method, path }) => void seen.push(`${method} ${path}`) },
  );
  if (!proxy) throw new Error('no proxy');
  return {
    cli,
    proxy,
    seen,
    at: (path) => join(cli.cwd, path),
    async ok(...argv) {
      const { exitCode, stdout, stderr } = await cli(argv);
      if (exitCode !== 0) throw new Error(`docs ${argv.join(' ')}: exit ${exitCode}\n${stderr}\n${stdout}`);
      return { stdout, stderr };
    },
  };
}

/** Makes the space `Tree` with so many pages, through a push of its own, and exports it to `to`. */
export async function manyPages(world: PushedWorld, count: number, to: string): Promise<void> {
  const { ok, at } = world;
  await ok('spaces', 'create', 'Tree', '--empty');
  await ok('export', '--space', 'Tree', '--to', 'first');
  const root = at('first/Tree');
  const random = randomNumbers(count);
  const files: { file: string; depth: number }[] = [];
  const lines: string[] = [];
  for (let n = 0; n < count; n += 1) {
    // Below the last one, beside it, or back at the top.
    const last = files.at(-1);
    const depth = last ? Math.floor(random() * Math.min(4, last.depth + 2)) : 0;
    const parent = files.findLast((one) => one.depth === depth - 1);
    const file = `${parent ? `${parent.file.replace(/\.md$/, '')}/` : ''}page-${n}.md`;
    files.push({ file, depth });
    lines.push(`${'  '.repeat(depth)}* [Page ${n}](${file})`);
  }
  for (const [n, { file }] of files.entries()) {
    const link = (other: string) => posix.relative(posix.dirname(file), other);
    const other = files[Math.floor(random() * files.length)]?.file ?? file;
    put(
      join(root, file),
      `---\ntitle: Page ${n}\ndescription: About ${n}\n---\n\nFirst line of ${n}.\n\nSee [another](${link(other)}#part) page.\n\n## Part\n\nLast line.\n`,
    );
  }
  put(join(root, 'SUMMARY.md'), `# Tree\n\n${lines.join('\n')}\n`);
  await ok('push', 'first');
  await mergeLast(world);
  await ok('export', '--space', 'Tree', '--to', to, '--files');
}

export async function mergeLast({ ok }: PushedWorld): Promise<number> {
  const { stdout } = await ok('cr', 'list', '--space', 'Tree', '--json');
  const [last]: { number: number }[] = JSON.parse(stdout);
  if (!last) throw new Error('no change request');
  await ok('cr', 'merge', String(last.number), '--space', 'Tree', '--yes');
  return last.number;
}

const put = (path: string, text: string | Uint8Array) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** Changes the text of a page file, and leaves its front matter. */
export function rewrite(path: string, how: (body: string) => string): void {
  const [front = ''] = /^---\n[\s\S]*?\n---\n\n/.exec(readFileSync(path, 'utf8')) ?? [];
  writeFileSync(path, `${front}${how(readFileSync(path, 'utf8').slice(front.length))}`);
}

interface Edit {
  root: string;
  /** Of the page. */
  file: string;
  /** Number of the edit. */
  n: number;
  random: () => number;
  pick: <T>(all: readonly T[]) => T;
}

const change = ({ root, file }: Edit, how: (text: string) => string) =>
  put(join(root, file), how(readFileSync(join(root, file), 'utf8')));

/** Each returns the path of a page that it made, or false where it cannot be done. */
const EDITS: Readonly<Record<string, (edit: Edit) => string | false | undefined>> = {
  text(edit) {
    const to = posix.relative(posix.dirname(edit.file), edit.pick(pageFiles(edit.root)));
    change(edit, (text) => text.replace(/First line.*/, `Edited ${edit.n}, see [this](${to}).`));
    return undefined;
  },
  settings(edit) {
    const setting = edit.pick(['description: "New: words"', 'icon: rocket', 'hidden: true']);
    change(edit, (text) =>
      text.replace(/^title: .*$/m, `title: Renamed ${edit.n}`).replace(/^description: .*$/m, setting),
    );
    return undefined;
  },
  picture(edit) {
    const { root, file, n, pick } = edit;
    const bytes = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      Buffer.from(`picture ${pick([1, 2, n])}`),
    ]);
    put(join(root, dirname(file), `shot-${n}.png`), bytes);
    change(edit, (text) => `${text}\n![Shot](shot-${n}.png)\n`);
    return undefined;
  },
  new({ root, file, n, random }) {
    const name = `${file.replace(/\.md$/, '')}/added-${n}.md`;
    put(join(root, name), `---\ntitle: Added ${n}\n---\n\nNew, see [up](../${posix.basename(file)}).\n`);
    if (random() < 0.7) editSummary(root, (lines) => insertBelow(lines, file, `[Added ${n}](${name})`));
    return name;
  },
  move({ root, random }) {
    editSummary(root, (lines) => moveEntry(lines, random));
    return undefined;
  },
  delete({ root, file }) {
    if (existsSync(join(root, file.replace(/\.md$/, '')))) return false;
    rmSync(join(root, file));
    editSummary(root, (lines) => lines.filter((line) => !line.includes(`(${file})`)));
    return undefined;
  },
};
const KINDS = ['text', 'text', 'text', 'settings', 'settings', 'move', 'new', 'delete', 'picture'];

/** Edits so many pages of an exported space at random: text, settings, places, new and deleted ones, pictures. */
export function editAtRandom(root: string, edits: number, seed: number): Record<string, number> {
  const random = randomNumbers(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const done: Record<string, number> = {};
  const touched = new Set<string>();
  for (let n = 0; n < edits; n += 1) {
    const kind = pick(KINDS);
    const file = pick(pageFiles(root).filter((one) => !touched.has(one)));
    if (file === undefined) break;
    const made = EDITS[kind]?.({ root, file, n, random, pick });
    if (made === false) continue;
    touched.add(file);
    if (made !== undefined) touched.add(made);
    done[kind] = (done[kind] ?? 0) + 1;
  }
  return done;
}

function editSummary(root: string, change: (lines: string[]) => string[]): void {
  const path = join(root, 'SUMMARY.md');
  const [head = '', gap = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  put(path, `${[head, gap, ...change(lines)].join('\n')}\n`);
}

const depthOf = (line: string): number => (/^ */.exec(line)?.[0].length ?? 0) / 2;

/** Behind an entry with all that is below it. */
function endOf(lines: readonly string[], at: number): number {
  const end = lines.findIndex((line, n) => n > at && depthOf(line) <= depthOf(lines[at] ?? ''));
  return end === -1 ? lines.length : end;
}

/** Last below a page. */
function insertBelow(lines: string[], file: string, entry: string): string[] {
  const at = lines.findIndex((line) => line.includes(`(${file})`));
  if (at === -1) return lines;
  const end = endOf(lines, at);
  const depth = depthOf(lines[at] ?? '') + 1;
  return [...lines.slice(0, end), `${'  '.repeat(depth)}* ${entry}`, ...lines.slice(end)];
}

/** A page with all below it goes behind another one, as its sibling. */
function moveEntry(lines: string[], random: () => number): string[] {
  const at = Math.floor(random() * lines.length);
  const end = endOf(lines, at);
  const depth = depthOf(lines[at] ?? '');
  const moved = lines.slice(at, end);
  const rest = [...lines.slice(0, at), ...lines.slice(end)];
  const to = Math.floor(random() * rest.length);
  const target = depthOf(rest[to] ?? '');
  const behind = endOf(rest, to);
  const shifted = moved.map((line) => '  '.repeat(depthOf(line) - depth + target) + line.trimStart());
  return [...rest.slice(0, behind), ...shifted, ...rest.slice(behind)];
}

export const pageFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md' && statSync(join(root, path)).isFile())
    .sort();

interface FolderState {
  /** By title. */
  pages: Record<string, { id: string | undefined; settings: object; body: string }>;
  /** Titles as they are nested, in their order. */
  order: string[];
}

const SETTINGS = ['title', 'description', 'emoji', 'icon', 'hidden'];

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What a folder says, whatever its files are called: links by what they lead to. */
export function stateOf(root: string): FolderState {
  const titles = new Map<string, string>();
  const read = new Map<string, { data: Record<string, unknown>; body: string }>();
  for (const file of pageFiles(root)) {
    const front = frontMatterIn(readFileSync(join(root, file), 'utf8'));
    if (!front || 'problem' in front) throw new Error(`${file} has no front matter`);
    read.set(file, front);
    titles.set(file, String(front.data.title));
  }
  const state: FolderState = { pages: {}, order: [] };
  for (const [file, { data, body }] of read) {
    const linked = body.replace(/\]\(([^)#]*)([^)]*)\)/g, (_, path: string, rest: string) => {
      const to = posix.join(posix.dirname(file), path);
      const page = titles.get(to);
      const isFile = path !== '' && statSync(join(root, to), { throwIfNoEntry: false })?.isFile();
      return `](${page ?? (isFile ? hashOf(join(root, to)) : 'gone')}${rest})`;
    });
    const settings = Object.fromEntries(
      SETTINGS.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])),
    );
    const title = String(data.title);
    state.pages[title] = { id: typeof data.id === 'string' ? data.id : undefined, settings, body: linked };
  }
  for (const line of readFileSync(join(root, 'SUMMARY.md'), 'utf8').split('\n')) {
    const [, indent, file] = /^( *)\* \[.*\]\(([^)]*)\)$/.exec(line) ?? [];
    if (indent !== undefined && file !== undefined) state.order.push(`${indent}${titles.get(file) ?? file}`);
  }
  return state;
}
