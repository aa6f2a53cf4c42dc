// The folder of an organization: its files by the part that each belongs to, and whose folder it is.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type Fault, type Faults, refuseFaults, sayFaults } from '../../engine/rows/row-faults.ts';
import { readRows } from '../../engine/rows/rows-file.ts';
import { readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, NotFoundError, UsageError } from '../../errors.ts';
import { notA, statsAt } from '../../files/io-error.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { itemsByComma } from '../../files/texts.ts';
import { ensureFolder, writeFileDurably } from '../../files/writer.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { TABLE, tableOf } from '../site-file/redirects.ts';
import { inOrganization } from '../site-file/site-file-place.ts';
import { faultsIn, hintOf, type OrgFile, readOrgFile } from './file.ts';
import type { FaultIn, Part } from './part.ts';
import { access } from './parts/access.ts';
import { collections } from './parts/collections.ts';
import { integrations } from './parts/integrations.ts';
import { openapi } from './parts/openapi.ts';
import { organization } from './parts/organization.ts';
import { sites } from './parts/sites.ts';
import { spaces } from './parts/spaces.ts';
import { sso } from './parts/sso.ts';
import { teams } from './parts/teams.ts';

export interface Folder {
  /** As it was typed. */
  path: string;
  files: ReadonlyMap<Part, readonly OrgFile[]>;
  /** The organization that it was pulled from. */
  organization: { id: string; title: string } | undefined;
}

const YAML = /\.ya?ml$/;

/** Through links; one that leads nowhere is a file, which cannot be read. */
export const kindOf = (path: string, look?: Parameters<typeof statsAt>[1]): 'file' | 'folder' | undefined => {
  const stats = statsAt(path, look);
  const isFolder = stats?.isSymbolicLink() ? isLinkToFolder(path) : stats?.isDirectory();
  return isFolder ? 'folder' : stats ? 'file' : undefined;
};

/** Before anything is written to the folder of --to. Throws UsageError for a file, LocalIoError. */
export function refuseFile(path: string, typed: string): void {
  if (kindOf(path, { to: 'write', shown: typed }) === 'file')
    throw notA('folder', typed, 'name another folder with --to');
}

function isLinkToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The parts that a flag or an argument names, else all. Throws UsageError. */
export function chosenParts(only: unknown, flag = '--only: '): Part[] {
  if (only === undefined) return [...PARTS];
  const names = itemsByComma(String(only));
  const known = PARTS.map(({ name }) => name);
  const odd = names.find((name) => !known.includes(name));
  if (odd === undefined && names.length > 0) return PARTS.filter(({ name }) => names.includes(name));
  const [meant] = nearest(odd ?? '', known, 1);
  throw new UsageError(
    `${flag}"${odd ?? ''}" is not a part${meant === undefined ? '' : `; did you mean "${meant}"?`}`,
    { hint: `use ${known.join(', ')}, with commas between` },
  );
}

/** The parts that have files in the folder; each that is named must. Throws UsageError. */
export function partsIn({ path, files }: Folder, only: unknown): Part[] {
  const parts = chosenParts(only);
  const lacking = parts.filter((part) => !files.has(part));
  const isEmpty = lacking.length === parts.length;
  if (lacking.length === 0 || (only === undefined && !isEmpty))
    return parts.filter((part) => files.has(part));
  const names = lacking.flatMap(({ files: [own] }) => own);
  const why = only === undefined ? 'none of the files of an organization' : `no ${names.join(', ')}`;
  const looked = only === undefined ? `; looked for ${names.join(', ')}` : '';
  throw new UsageError(`folder "${path}" has ${why}${looked}`, {
    hint: shell`docs orgs pull --to ${path} ${only === undefined ? [] : ['--only', lacking.map(({ name }) => name).join(',')]}`,
  });
}

/** The files of a part that are there, in the order of their names. */
function namesOf(folder: string, { name, files }: Part): string[] {
  const found = files.flatMap((file) => {
    if (!file.endsWith('/')) return kindOf(join(folder, file)) === 'file' ? [[file]] : [];
    if (kindOf(join(folder, file)) !== 'folder') return [];
    return [
      readdirSync(join(folder, file))
        .filter((one) => YAML.test(one))
        .sort()
        .map((one) => file + one),
    ];
  });
  const [own = [], other] = found;
  if (own.length > 0 && other && other.length > 0)
    throw new UsageError(`${own[0]} and ${other[0]} are both there: ${name} are in a file or in a folder`, {
      hint: 'remove one of them',
    });
  return own.length > 0 ? own : (other ?? []);
}

/** Whether a pull keeps a part in files of its own. */
export const isInFolder = (folder: string, { files }: Part): string | undefined => {
  const own = files.find((file) => file.endsWith('/'));
  return own !== undefined && (files.length === 1 || kindOf(join(folder, own)) === 'folder')
    ? own
    : undefined;
};

/**
 * Writes a file of the folder. A link to a folder elsewhere is read, and never written through: whoever made the folder
 * may have put it there. Throws UsageError, LocalIoError.
 */
export function writeInside({ root, to }: { root: string; to: string }, name: string, text: string): void {
  const [own = ''] = name.split('/', 1);
  if (own !== name) {
    ensureFolder(join(root, own), false);
    if (!isBelow(root, join(root, own))) throw leadsOut(join(to, own));
  }
  writeFileDurably(join(root, name), text, { mode: 0o644 });
}

/** Whether a file or a folder that is there is really below the folder: a link may lead anywhere. */
export function isBelow(root: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(`${realpathSync(root)}${sep}`);
  } catch {
    return false;
  }
}

/** Lies in the folder while a pull writes into it: a file that is not there yet may be of something that is. */
export const PULLING = '.docs-pull-unfinished';

/** What may lie beside the files of things and is none of them. */
const BESIDE_THEM = /^\.|\.md$/i;

/** A hidden or renamed file of a thing is one, unless it is a copy that an editor keeps of what is there. */
function isBeside(name: string, all: readonly string[]): boolean {
  if (name.endsWith(TABLE)) return all.some((one) => tableOf(one) === name && one !== name);
  const [, of] = /^\.?(.*\.ya?ml)/i.exec(name) ?? [];
  return BESIDE_THEM.test(name) && (of === undefined || all.includes(of));
}

/** What lies in the folder of a part and is not read, with the folder: what it describes would count as left out. */
export function unreadIn(root: string): string[] {
  const folders = new Set(PARTS.flatMap(({ files }) => files.filter((file) => file.endsWith('/'))));
  return [...folders].flatMap((folder) => {
    const all = kindOf(join(root, folder)) === 'folder' ? readdirSync(join(root, folder)).sort() : [];
    return all.filter((name) => !YAML.test(name) && !isBeside(name, all)).map((name) => folder + name);
  });
}

/** Throws NotFoundError, UsageError for what is not YAML, and with all places for what no file may say. */
export async function readFolder(run: Run, path: string): Promise<Folder> {
  const { context } = run;
  const root = resolve(context.cwd, path);
  const kind = kindOf(root, { shown: path });
  if (kind === 'file') throw notA('folder', path, shell`${run.path.split(' ')} ${dirname(path)}`);
  if (kind === undefined)
    throw new NotFoundError(`folder "${path}" does not exist`, { hint: shell`docs orgs pull --to ${path}` });
  warnOfOthers(run, root, path);
  const files = new Map<Part, readonly OrgFile[]>();
  const faults: FileFault[] = [];
  for (const part of PARTS) {
    const own: OrgFile[] = [];
    for (const name of namesOf(root, part)) own.push(await readOne(run, { root, path, part, name }, faults));
    if (own.length > 0) files.set(part, own);
  }
  refuseAll(run, path, faults);
  return { path, files, organization: organizationIn(files) };
}

/** Leaves what is wrong with it in `faults`. */
async function readOne(
  run: Run,
  { root, path, part, name }: { root: string; path: string; part: Part; name: string },
  faults: FileFault[],
): Promise<OrgFile> {
  const text = await readOwn(run, { root, path, name });
  const file = await readOrgFile(text, name, join(path, name));
  const schema = name.includes('/') ? (part.folderSchema ?? part.schema) : part.schema;
  await addBeside(run, { root, path }, file);
  const found: FaultIn[] = part.check ? await part.check(file) : faultsIn(file, schema);
  for (const { file: own = name, ...fault } of found) faults.push({ file: own, fault });
  return file;
}

interface Place {
  root: string;
  path: string;
}

/** Of a file that is a link to elsewhere nothing is said: whoever made the folder may not read it. Throws UsageError, LocalIoError. */
async function readOwn({ context }: Run, { root, path, name }: Place & { name: string }): Promise<string> {
  const file = join(root, name);
  const text = await readTextFile(context, file, 'FOLDER');
  if (statsAt(file)?.isSymbolicLink() && !isBelow(root, file)) throw leadsOut(join(path, name));
  return text;
}

const leadsOut = (shown: string): UsageError =>
  new UsageError(`"${shown}" is a symbolic link that leads out of the folder`, {
    hint: 'move it away, then run the command again',
  });

/** Redirects of a site are in a table beside its file. */
async function addBeside(run: Run, place: Place, file: OrgFile): Promise<void> {
  const name = tableOf(file.name);
  const path = join(place.root, name);
  if (!file.name.includes('/') || kindOf(path) !== 'file') return;
  const text = await readOwn(run, { ...place, name });
  file.beside = { text, rows: await readRows(run, path, 'FOLDER') };
}

/** A file of a name that is nearly that of a part is not read, and nobody would notice. */
function warnOfOthers({ context: { io } }: Run, root: string, path: string): void {
  const known = PARTS.flatMap(({ files }) => files.filter((file) => !file.endsWith('/')));
  for (const name of readdirSync(root).filter((one) => YAML.test(one) && !known.includes(one))) {
    const [meant] = nearest(name, known, 1);
    if (meant !== undefined) warn(io, `${join(path, name)} is not read; did you mean ${meant}?`);
  }
  for (const name of unreadIn(root)) {
    const site = name.endsWith(TABLE) ? name.slice(0, -TABLE.length) : undefined;
    const why = site === undefined ? 'files of things end in .yaml' : `there is no ${site}.yaml`;
    warn(io, `${join(path, name)} is not read: ${why}`);
  }
}

function organizationIn(files: Folder['files']): Folder['organization'] {
  for (const [{ name }, [file]] of files) {
    if (name !== 'organization' || !file) continue;
    const { title } = Object(file.value);
    const id = hintOf(file, Object(file.value));
    return id === undefined ? undefined : { id, title: String(title) };
  }
  return undefined;
}

export interface FileFault {
  file: string;
  fault: Fault;
}

/** Throws UsageError with every fault, each with its file and place. */
export function refuseAll(run: Run, path: string, found: readonly FileFault[]): void {
  const faults = found.map(({ file, fault }) => ({
    file,
    fault: { ...fault, hint: fault.hint ?? 'docs orgs schema-file' },
  }));
  const sources = [...new Set(faults.map(({ file }) => file))].map(
    (name): Faults => ({
      source: join(path, name),
      all: faults.filter(({ file }) => file === name).map(({ fault }) => fault),
    }),
  );
  const [only, second] = sources;
  if (only && !second) refuseFaults(run, only);
  if (!only) return;
  for (const one of sources) sayFaults(run, one);
  throw new UsageError(`${plural(faults.length, 'problem')} in ${path}; nothing was sent`, {
    code: 'INVALID_FOLDER',
    hint: faults[0]?.fault.hint,
    details: {
      count: faults.length,
      faults: faults
        .slice(0, 20)
        .map(({ file, fault }) => ({ file, where: fault.where, message: fault.message })),
    },
  });
}

/** A folder that was pulled from one organization is never applied to another. Throws ConflictError. */
export function refuseOther({ path, organization }: Folder, own: { id: string; title: string }): void {
  if (!organization || organization.id === own.id) return;
  throw new ConflictError(
    `${path} is the folder of organization "${organization.title}" (${organization.id}), and this is "${own.title}" (${own.id})`,
    {
      code: 'OTHER_ORGANIZATION',
      outcome: 'not-sent',
      hint: shell`to use it here, remove the ID beside the title in ${join(path, 'organization.yaml')}`,
    },
  );
}

/** The run in the organization that --org names, that the folder was pulled from, or of the context. */
export const ownOrganization = <R extends Run>(run: R, folder: Folder | undefined): Promise<R> =>
  inOrganization(run, folder?.organization?.id);

/** What a plan leaves as it is though the files say otherwise. */
export function sayKept({ context: { io } }: Run, kept: readonly string[]): void {
  for (const line of kept) note(io, line);
}

// All parts of an organization, each after those that it needs: this is the order of a plan.

export const PARTS: readonly Part[] = [
  collections,
  spaces,
  teams,
  openapi,
  integrations,
  sites,
  access,
  organization,
  sso,
];
