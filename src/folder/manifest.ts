// .docs-export.json: what an export wrote. It is written last, so that a folder without it is not complete.
import type { Static } from '@sinclair/typebox';
import { check } from '../api/check.ts';
import { builders } from '../api/schema.ts';
import { ConfigError } from '../errors.ts';
import { boundedJson, jsonProblem } from '../files/json-file.ts';
import { shell } from '../files/shell-word.ts';
import { markerLine } from '../files/texts.ts';

const { ArrayOf, Obj, Str, Optional, Literal, Union, Bool, Integer, Null } = builders;

export const MANIFEST = '.docs-export.json';
const VERSION = 1;

/** Objects hold what is kept by ID. */
export const ID = Str({ pattern: '^(?!__proto__$)' });

const FileEntry = Obj({
  /** Below the folder of the space. */
  path: Str({ minLength: 1 }),
  kind: Union([
    Literal('page'),
    Literal('file'),
    Literal('summary'),
    Literal('comments'),
    Literal('settings'),
    Literal('change-request'),
  ]),
  /** Of the page, file or change request. */
  id: Optional(ID),
  /** A person gave the file of the page this name: it keeps it. */
  renamed: Optional(Bool()),
  /** Changes when what is shown here may have changed; absent where nothing tells. */
  mark: Optional(Str()),
  /** SHA-256 of the text of a page without its front matter: tells later whether the text was edited. */
  body: Optional(Str()),
  /** Its links to pages and files: as the file has them, and as the platform wrote them. */
  links: Optional(builders.RecordOf(Str(), Str())),
  size: Integer({ minimum: 0 }),
  sha256: Str({ pattern: '^[0-9a-f]{64}$' }),
});
export type FileEntry = Static<typeof FileEntry>;

const SpaceEntry = Obj({
  id: ID,
  title: Str(),
  folder: Str({ minLength: 1 }),
  /** null: not everything of it could be exported. */
  revision: Union([Str(), Null()]),
  /** It is no longer there; its copy is kept. */
  gone: Optional(Bool()),
  /** Links in its pages lead to files of its folder; absent where they are as the platform wrote them. */
  links: Optional(Literal('files')),
  /** Broken links of each page, by ID; absent where the platform did not tell. */
  broken: Optional(builders.RecordOf(Str(), Integer({ minimum: 1 }))),
  /** Which it does not hold; absent where nobody counted them. */
  openChangeRequests: Optional(Integer({ minimum: 0 })),
  files: ArrayOf(FileEntry),
});
export type SpaceEntry = Static<typeof SpaceEntry>;

const Scope = Obj({
  kind: Union([Literal('space'), Literal('site'), Literal('organization')]),
  id: Str(),
  /** Where it holds a change request of the space, not main. */
  changeRequest: Optional(Obj({ id: Str(), number: Integer() })),
  /** It holds only pages that the change request changes. */
  partial: Optional(Bool()),
});
export type Scope = Static<typeof Scope>;

const Options = Obj({
  files: Bool(),
  comments: Bool(),
  settings: Bool(),
  /** Absent where an earlier version wrote it. */
  changeRequests: Optional(Bool()),
});
export type Options = Static<typeof Options>;

const Manifest = Obj({
  version: Literal(VERSION),
  /** Origin of the platform. */
  host: Str(),
  scope: Scope,
  options: Options,
  spaces: ArrayOf(SpaceEntry),
  /** Settings above the spaces; their paths begin at the folder of the export. */
  files: ArrayOf(FileEntry),
});
export type Manifest = Static<typeof Manifest>;

/** Throws ConfigError `MANIFEST_DAMAGED`, or `MANIFEST_NEWER` for one that a later version wrote. */
export function parseManifest(bytes: Uint8Array): Manifest {
  let value: unknown;
  const text = Buffer.from(bytes).toString();
  try {
    value = boundedJson(text);
  } catch {
    const line = markerLine(text);
    if (line === undefined) throw damaged(`it ${jsonProblem(text)}`);
    throw new ConfigError(`${MANIFEST}:${line}: a conflict marker is left`, {
      code: 'MANIFEST_DAMAGED',
      hint: `keep one side of the merge, such as with ${shell`git checkout --theirs ${MANIFEST}`}, then run the same command again`,
    });
  }
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > VERSION) {
    throw new ConfigError(`${MANIFEST} has format ${version}; this version of docs reads format ${VERSION}`, {
      code: 'MANIFEST_NEWER',
      hint: 'npm install --global docs-admin-cli@latest',
    });
  }
  const [problem] = check(Manifest, value);
  if (problem) throw damaged(`${problem.path || 'it'} ${problem.message}`);
  // Safe: it has just been checked.
  const manifest = value as Manifest;
  const twice = firstTwice(manifest.spaces.map(({ id }) => id));
  if (twice !== undefined) throw damaged(`two spaces have the ID "${twice}"`);
  return manifest;
}

/** What a restore has done is kept by ID: of two with one ID the second would count as done. */
export function firstTwice(ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return ids.find((id) => seen.size === seen.add(id).size);
}

const damaged = (why: string) =>
  new ConfigError(`${MANIFEST} is damaged: ${why}`, {
    code: 'MANIFEST_DAMAGED',
    hint: 'export into an empty folder',
  });

export interface OpenChangeRequests {
  held: number;
  /** undefined where nobody counted those of one space. */
  leftOut: number | undefined;
}

/** How many open change requests of its spaces are in it, and how many are not. */
export function openChangeRequestsOf(spaces: readonly SpaceEntry[]): OpenChangeRequests {
  const found: OpenChangeRequests = { held: 0, leftOut: 0 };
  for (const { openChangeRequests, gone, files } of spaces) {
    found.held += new Set(files.flatMap(({ kind, id }) => (kind === 'change-request' ? [id] : []))).size;
    if (gone) continue;
    const both = [found.leftOut, openChangeRequests];
    found.leftOut = both.reduce(
      (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
      0,
    );
  }
  return found;
}

/** The same text for the same content, whatever file came first; spaces in the order in which people see them. */
export function manifestText(manifest: Manifest): string {
  const byPath = (files: readonly FileEntry[]) => [...files].sort((a, b) => compare(a.path, b.path));
  const spaces = manifest.spaces.map((space) => ({ ...space, files: byPath(space.files) }));
  return `${JSON.stringify({ ...manifest, spaces, files: byPath(manifest.files) }, undefined, 1)}\n`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
