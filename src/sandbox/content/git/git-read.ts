// Reads what a commit holds of a space: Markdown as text, everything else into the content store.
import { ValidationError } from '../../../errors.ts';
import type { Git } from '../../../jobs/folder/git-binary.ts';
import { gitFailure, readBlobs } from '../../../jobs/folder/git-failure.ts';
import { kindOf } from '../../../jobs/folder/paths.ts';
import type { ContentStore } from '../model.ts';
import { imageSize } from '../pdf/image-size.ts';
import type { RepoAsset, RepoFiles, RepoText } from '../repository/repo-files.ts';
import { checkSizes, type GitEntry, type ListOptions, listFiles } from './git-objects.ts';

export interface CommitFacts {
  oid: string;
  message: string;
}

export interface ReadOptions extends ListOptions {
  /** Path of the table of contents in the directory. */
  summary: string;
  content: ContentStore;
}

/** Throws ValidationError for a repository over its limits, with paths that lead out, or with pages that are not UTF-8. */
export async function readFiles(git: Git, options: ReadOptions): Promise<RepoFiles> {
  const { summary } = options;
  const entries = (await listFiles(git, options)).filter(({ path }) => kindOf(path, summary) !== undefined);
  checkSizes(entries, options.limits);
  const texts = new Map<string, RepoText>();
  const assets: RepoAsset[] = [];
  await readBlobs(git, entries, (entry, bytes) => {
    if (kindOf(entry.path, summary) === 'file') assets.push(assetOf(entry, bytes, options.content));
    else texts.set(entry.path, { path: entry.path, oid: entry.oid, text: decodeText(entry.path, bytes) });
  });
  return { texts, assets };
}

/** Reads the Markdown and YAML of the entries only; what is not UTF-8 is left out. */
export async function readTexts(
  git: Git,
  entries: readonly GitEntry[],
  summary: string,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const wanted = entries.filter(({ path }) => !['file', undefined].includes(kindOf(path, summary)));
  await readBlobs(git, wanted, ({ path }, bytes) => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (Buffer.from(text).equals(bytes)) texts.set(path, text);
  });
  return texts;
}

export async function readCommit(git: Git, oid: string): Promise<CommitFacts> {
  const run = await git(['cat-file', 'commit', oid]);
  if (run.status !== 0) throw gitFailure('cat-file', run, '');
  const source = run.stdout.toString();
  const message = source.slice(source.indexOf('\n\n') + 2).trimEnd();
  return { oid, message };
}

function assetOf({ path, oid, size }: GitEntry, bytes: Uint8Array, content: ContentStore): RepoAsset {
  const dimensions = imageSize(bytes);
  return { path, oid, size, hash: content.put(bytes), ...(dimensions && { dimensions }) };
}

function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ValidationError(`page "${path.slice(0, 200)}" is not valid UTF-8`);
  }
}
