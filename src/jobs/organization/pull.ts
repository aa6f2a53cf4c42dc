// docs orgs pull and docs orgs adopt: write into the folder; what is there keeps its comments and its order.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readingClient } from '../../client/reading-client.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';
import { printDone } from '../../engine/run/view.ts';
import { DocsError, isOutOfReach, UsageError } from '../../errors.ts';
import { fileSlug, nameKey, safeNames } from '../../files/safe-path.ts';
import { ensureFolder, writeFileDurably } from '../../files/writer.ts';
import { plural } from '../../output/format.ts';
import { done, note, noteOutcome, warn } from '../../output/note.ts';
import { showing } from '../../output/progress.ts';
import { type Described, ID } from '../site-file/describe.ts';
import { tableOf } from '../site-file/redirects.ts';
import { yamlText } from '../site-file/write.ts';
import { BESIDE, hintOf, type OrgFile, withHints } from './file.ts';
import {
  chosenParts,
  type Folder,
  isInFolder,
  kindOf,
  ownOrganization,
  PULLING,
  readFolder,
  refuseFile,
  refuseOther,
  writeInside,
} from './folder.ts';
import type { Part } from './part.ts';
import { organization } from './parts/organization.ts';
import { planFolder } from './plan.ts';
import { type World, worldOf } from './world.ts';

type PullRun = Run<Flags<'--to <folder>' | '--only <parts>'>>;

interface Pulling {
  run: Run;
  world: World;
  /** As it was typed. */
  to: string;
  root: string;
  folder: Folder | undefined;
  pulled: { file: string; outcome: 'written' | 'unchanged' }[];
}

/** Throws UsageError, ConflictError, LocalIoError. */
export async function runPull(run: PullRun): Promise<void> {
  const to = folderOf(run);
  const root = resolve(run.context.cwd, to);
  refuseFile(root, to);
  const folder = kindOf(root) === 'folder' ? await readFolder(run, to) : undefined;
  const own = await ownOrganization(run, folder);
  const client = readingClient(await own.client());
  const organizationId = String(own.input.organizationId);
  const world = worldOf({
    ...{ client, organizationId, width: readWidthOf(own), now: run.context.now() },
    onHidden: (line) => warn(run.context.io, line),
  });
  if (folder) refuseOther(folder, await world.organization());
  const { permissions } = await world.organization();
  if (!permissions.admin)
    warn(run.context.io, 'you are not an administrator: the files have only what you can see');
  const pulling: Pulling = { run: own, world, to, root, folder, pulled: [] };
  ensureFolder(root, false);
  const parts = partsFor(run, folder);
  // Side by side: each list is read by whichever part asks first.
  const described = await showing(run.context.io, 'reading the organization', () =>
    Promise.all(parts.map((part) => describePart(pulling, part))),
  );
  for (const [at, part] of parts.entries()) await writeDescribed(pulling, part, described[at]);
  if (!folder?.files.has(organization) && !parts.includes(organization)) await writeMark(pulling);
  rmSync(join(root, PULLING), { force: true });
  const { io } = run.context;
  const { pulled } = pulling;
  const written = pulled.filter(({ outcome }) => outcome === 'written').length;
  note(io, `${to}: ${plural(written, 'file')} written, ${pulled.length - written} up to date`);
  if (written > 0)
    note(
      io,
      'not in the files: secrets, texts of OpenAPI specifications, custom domains, settings of integrations that are lists or for one site',
    );
  await printDone(run, pulled, ['file', 'outcome']);
}

/** Without --to, the current folder. */
function folderOf({ flags: { to }, context: { cwd }, path }: PullRun): string {
  if (to !== undefined) return to;
  if (kindOf(join(cwd, 'organization.yaml')) === 'file') return '.';
  throw new UsageError('there is no organization.yaml in this folder', { hint: `${path} --to acme` });
}

/** A folder has the parts whose files are there; a new one has all. */
function partsFor({ flags: { only } }: PullRun, folder: Folder | undefined): Part[] {
  const parts = chosenParts(only);
  return only === undefined && folder && folder.files.size > 0
    ? parts.filter((part) => folder.files.has(part) || part === organization)
    : parts;
}

/** An error says why it cannot be read. */
async function describePart(
  { world, root, folder }: Pulling,
  part: Part,
): Promise<readonly Described[] | DocsError> {
  try {
    return await part.describe(world, folder?.files.get(part) ?? [], isInFolder(root, part) !== undefined);
  } catch (error) {
    if (isOutOfReach(error)) return error;
    throw error;
  }
}

async function writeDescribed(
  pulling: Pulling,
  part: Part,
  described: readonly Described[] | DocsError | undefined,
): Promise<void> {
  if (described === undefined) return;
  if (!(described instanceof DocsError))
    return writePart(pulling, part, pulling.folder?.files.get(part) ?? [], described);
  warn(pulling.run.context.io, `left out, since it cannot be read here: ${part.name}: ${described.message}`);
}

async function writePart(
  pulling: Pulling,
  part: Part,
  files: readonly OrgFile[],
  described: readonly Described[],
): Promise<void> {
  const inside = isInFolder(pulling.root, part);
  if (inside === undefined) {
    const [whole = {}] = described;
    return writeOne(pulling, part, part.files[0], files[0], whole);
  }
  const own = filesOfThings(files, described);
  const names = safeNames(described.map((one) => ({ id: String(one[ID]), name: slugOf(one) })));
  const taken = new Set(files.map(({ name }) => nameKey(name)));
  for (const [at, one] of described.entries()) {
    const file = own.get(one);
    const isTaken = taken.has(nameKey(`${inside}${names[at]}.yaml`));
    const made = `${inside}${names[at]}${isTaken ? `-${one[ID]}` : ''}.yaml`;
    const { [BESIDE]: table, ...whole } = one;
    const name = file?.name ?? made;
    await writeOne(pulling, part, name, file, whole);
    if (typeof table === 'string') {
      const before = file?.beside?.text;
      const text = before?.includes('\r\n') ? table.replaceAll('\n', '\r\n') : table;
      writeText(pulling, tableOf(name), text, before);
    }
  }
  const used = new Set(own.values());
  for (const file of files)
    if (!used.has(file))
      warn(
        pulling.run.context.io,
        `${join(pulling.to, file.name)}: what it describes does not exist any more; remove the file`,
      );
}

/** As docs sites pull calls the file of a site. */
const slugOf = ({ basename, title }: Described): string => fileSlug(String(basename ?? title), 'untitled');

/** By the ID in it, else by the title. */
function filesOfThings(files: readonly OrgFile[], described: readonly Described[]): Map<Described, OrgFile> {
  const found = new Map<Described, OrgFile>();
  const free = new Set(files);
  for (const isSame of [sameId, sameTitle])
    for (const one of described.filter((each) => !found.has(each))) {
      const file = [...free].find((each) => isSame(each, one));
      if (!file) continue;
      found.set(one, file);
      free.delete(file);
    }
  return found;
}

const sameId = (file: OrgFile, one: Described): boolean => hintOf(file, Object(file.value)) === one[ID];
const sameTitle = ({ value }: OrgFile, { title }: Described): boolean => Object(value).title === title;

async function writeOne(
  pulling: Pulling,
  part: Part,
  name: string,
  file: OrgFile | undefined,
  described: Described,
): Promise<void> {
  const text = await yamlText(described, file?.text, {
    head: headOf(part, name),
    loose: new Set(part.loose),
  });
  writeText(pulling, name, text, file?.text);
}

function writeText(pulling: Pulling, name: string, text: string, before: string | undefined): void {
  const { root, to, run } = pulling;
  const file = join(to, name);
  if (text === before) {
    pulling.pulled.push({ file, outcome: 'unchanged' });
    return;
  }
  // Until the last file is written, a plan removes nothing.
  if (pulling.pulled.every(({ outcome }) => outcome === 'unchanged'))
    writeFileDurably(join(root, PULLING), '', { mode: 0o644 });
  writeInside({ root, to }, name, text);
  pulling.pulled.push({ file, outcome: 'written' });
  done(run.context.io, `wrote ${file}`);
}

const headOf = ({ name: part }: Part, name: string): string => {
  const link = name.includes('/') ? '' : ` yaml-language-server: $schema=${part}.schema.json\n`;
  return `${link} For editors: docs orgs schema-file --to FOLDER`;
};

/** A folder says whose it is, whichever parts it has. */
async function writeMark(pulling: Pulling): Promise<void> {
  const { id, title } = await pulling.world.organization();
  await writeOne(pulling, organization, organization.files[0], undefined, { [ID]: id, title });
}

// The IDs of things that have the same title, beside these, and nothing else.

/** Throws UsageError for what is wrong with the files, LocalIoError. */
export async function runAdopt(run: Run): Promise<void> {
  const path = String(run.args.folder);
  const folder = await readFolder(run, path);
  const client = readingClient(await run.client());
  const own: Run = await ownOrganization({ ...run, client: async () => client }, folder);
  const { matches } = await planFolder(own, folder, { prune: false });
  const { io, cwd } = run.context;
  let added = 0;
  for (const file of [...folder.files.values()].flat()) {
    const fresh = matches.filter((one) => one.file === file && hintOf(file, one.item) !== one.id);
    if (fresh.length === 0) continue;
    const text = await withHints(file, new Map(fresh.map(({ item, id }) => [item, id])));
    writeInside({ root: resolve(cwd, path), to: path }, file.name, text);
    added += fresh.length;
    done(io, `wrote ${plural(fresh.length, 'ID')} into ${join(path, file.name)}`);
  }
  noteOutcome(io, `${path}: ${plural(added, 'ID')} added, ${matches.length - added} already there`, {
    ...{ outcome: added > 0 ? 'written' : 'same', folder: path, added, present: matches.length - added },
  });
}
