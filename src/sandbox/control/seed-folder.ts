// Spaces from folders of Markdown: an exported space, an exported organization, or a checkout of a repository.
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { UsageError, ValidationError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { kindOf } from '../../folder/paths.ts';
import { type RepoSettings, readSettings, SETTINGS } from '../../folder/settings.ts';
import { imageSize } from '../content/pdf/image-size.ts';
import type { RepoAsset, RepoText } from '../content/repository/repo-files.ts';
import { decodeText } from '../content/repository/repo-files.ts';
import { treeFromFiles } from '../content/repository/repo-import.ts';
import { contentStore, hashOf, type NewRevision, revisionsStore } from '../db/content/content.ts';
import { spaces } from '../db/content/spaces.ts';
import { firstCharacters, LIMITS } from '../limits.ts';
import { createSpace } from '../resources/content/spaces-rules.ts';
import { createFirstRevision } from '../resources/content/templates.ts';
import type { Call } from '../sandbox.ts';
import { inSlices } from '../slices.ts';
import { newId } from '../urls.ts';

/** Makes a space of a folder of pages, or one of each folder in it. Throws UsageError where there are no pages, LocalIoError. */
export async function seedFolders(call: Call, organization: string, folder: string): Promise<void> {
  const folders = foldersOfSpaces(folder);
  if (folders.length === 0)
    throw new UsageError(`${folder} has no pages: it has neither SUMMARY.md nor Markdown files`, {
      hint: 'docs export --all-spaces --to <folder>',
    });
  for (const one of folders) await seedSpace(call, organization, one);
}

function foldersOfSpaces(folder: string): string[] {
  const names = namesIn(folder);
  if (names.includes(SETTINGS)) return [folder];
  if (names.some((name) => kindOf(name) === 'summary' || kindOf(name) === 'page')) return [folder];
  return names
    .map((name) => join(folder, name))
    .filter(
      (path) =>
        basename(path) !== '.git' &&
        lstatSync(path).isDirectory() &&
        namesIn(path).some((name) => kindOf(name) !== undefined),
    );
}

async function seedSpace(call: Call, organizationId: string, repository: string): Promise<void> {
  const title = firstCharacters(basename(resolve(repository)), MOST_TITLE);
  const { directory, structure } = settingsOf(repository);
  const folder = join(repository, directory);
  const { id } = await createSpace(call, { organizationId, title, empty: true });
  const content = contentStore(call.db);
  const texts = new Map<string, RepoText>();
  const assets: RepoAsset[] = [];
  for (const path of filesIn(folder)) {
    const bytes = readFileSync(join(folder, path));
    const oid = hashOf(bytes).slice(0, OID_DIGITS);
    const dimensions = imageSize(bytes);
    if (kindOf(path) === 'file')
      assets.push({
        path,
        oid,
        size: bytes.length,
        hash: content.put(bytes),
        ...(dimensions && { dimensions }),
      });
    else texts.set(path, { path, oid, text: decodeText(join(folder, path), bytes) });
  }
  const now = call.now().toISOString();
  const { files: pages, depth } = LIMITS;
  const tree = await inSlices(
    treeFromFiles({ texts, assets }, { directory, structure, content, newId, now, depth, pages }),
  );
  call.db.transaction(() => {
    const first = createFirstRevision(call, id, { empty: true });
    const made: NewRevision = { tree, type: 'edits', parents: [first], createdAt: now };
    spaces(call.db).update({ id }, { revision: revisionsStore(call.db).commit(id, made), updatedAt: now });
  });
}

/** What .gitbook.yaml says, if it is there. Throws ValidationError, UsageError for a root that is not in the folder. */
function settingsOf(folder: string): RepoSettings {
  const path = join(folder, SETTINGS);
  const settings = readSettings('', existsSync(path) ? decodeText(path, readFileSync(path)) : undefined);
  const root = join(folder, settings.directory);
  const isWithin =
    existsSync(root) && `${realpathSync(root)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`);
  if (!isWithin || !lstatSync(realpathSync(root)).isDirectory())
    throw new UsageError(`${path}: root "${settings.directory}" is not a folder in ${folder}`, {
      hint: `correct root in ${SETTINGS}`,
    });
  return settings;
}

/** A commit would have one. */
const OID_DIGITS = 40;
const MOST_TITLE = 50;

/** Paths of what a repository would bring, with `/`; no link is followed. Throws ValidationError over the limits. */
function filesIn(folder: string): string[] {
  let bytes = 0;
  let count = 0;
  const take = (path: string, size: number): string[] => {
    if (kindOf(path) === undefined) return [];
    count += 1;
    bytes += size;
    if (count > LIMITS.files || bytes > LIMITS.repositoryBytes || size > LIMITS.fileBytes)
      throw new ValidationError(`${folder} is larger than a repository may be`, {
        hint: 'docs sandbox status --json shows the limits',
      });
    return [path];
  };
  const below = (parent: string): string[] =>
    namesIn(join(folder, parent)).flatMap((name) => {
      const path = parent === '' ? name : `${parent}/${name}`;
      const stats = lstatSync(join(folder, path));
      if (stats.isDirectory()) return name === '.git' ? [] : below(path);
      return stats.isFile() ? take(path, stats.size) : [];
    });
  return below('');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw ioError('read', folder, error);
  }
}
