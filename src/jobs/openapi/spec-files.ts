// The files of OpenAPI documents that docs openapi push sends: read, named and checked before anything is sent.
import { resolve } from 'node:path';
import { SLUG } from '../../api/integrations/openapi.ts';
import { readTextFile } from '../../engine/run/input.ts';
import { wantsJsonErrors } from '../../engine/run/output-flags.ts';
import type { Run } from '../../engine/run/run.ts';
import { CancelledError, DocsError, UsageError, ValidationError } from '../../errors.ts';
import { lowerFirst, normalized } from '../../files/texts.ts';
import { readYaml } from '../../files/yaml-text.ts';
import { plural } from '../../output/format.ts';
import { say } from '../../output/note.ts';

export interface SpecFile {
  /** As it was typed. */
  file: string;
  slug: string;
  text: string;
}

/** A file that cannot be pushed, and why. */
export interface Fault {
  file: string;
  error: DocsError;
}

/** The words after the command are files. Throws UsageError, LocalIoError: what is wrong with any of them, all at once. */
export async function readFiles(
  run: Run,
  refused: (faults: readonly Fault[]) => Promise<void>,
): Promise<SpecFile[]> {
  const names = [run.input.file ?? []].flat().map(String);
  if (names.length === 0) throw new UsageError('no file given', { hint: `${run.path} specs/*.yaml` });
  const files: SpecFile[] = [];
  const faults: Fault[] = [];
  const seen = { paths: new Set<string>(), slugs: new Map<string, string>() };
  for (const file of names) {
    try {
      // First: a folder, or what is not there, needs no slug.
      const text = await readTextFile(run.context, file, '<file>');
      const slug = newSlug(resolve(run.context.cwd, file), file, seen);
      await readOpenApi(file, text);
      files.push({ file, slug, text });
    } catch (error) {
      if (!(error instanceof DocsError) || error instanceof CancelledError) throw error;
      faults.push({ file, error });
    }
  }
  if (faults.length > 0) await refused(faults);
  refuseAll(
    run,
    faults.map(({ error }) => error),
    names.length,
  );
  return files;
}

/** Throws the only fault, or one that counts them: each is said before it. */
function refuseAll({ context: { argv, env, io } }: Run, faults: readonly DocsError[], total: number): void {
  const [first] = faults;
  if (first === undefined) return;
  if (faults.length === 1) throw first;
  const listed = faults.slice(0, MOST_LISTED).map(({ message }) => message);
  if (!wantsJsonErrors(argv, env)) {
    for (const message of listed) say(io, message);
    if (faults.length > MOST_LISTED) say(io, `and ${faults.length - MOST_LISTED} more`);
  }
  throw new UsageError(`${faults.length} of ${plural(total, 'file')} cannot be pushed; nothing was sent`, {
    exit: first.exit,
    hint: first.hint,
    details: { count: faults.length, faults: listed },
  });
}

const MOST_LISTED = 20;

interface Seen {
  paths: Set<string>;
  slugs: Map<string, string>;
}

/** Throws UsageError for a file that was named before, and where two files would be one specification. */
function newSlug(path: string, file: string, { paths, slugs }: Seen): string {
  if (paths.has(path)) throw new UsageError(`${file} is given twice`);
  paths.add(path);
  const slug = slugOf(file);
  const other = slugs.get(slug);
  if (other !== undefined) throw new UsageError(`${other} and ${file} are both called "${slug}": rename one`);
  slugs.set(slug, file);
  return slug;
}

/** `specs/Parcel API.yaml` to `parcel-api`, `Übersicht.yaml` to `ubersicht`. Throws UsageError when nothing is left. */
function slugOf(file: string): string {
  const name = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.(ya?ml|json)$/i, '');
  const slug = normalized(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 100)
    .replace(/(?<!-)-+$/, '');
  if (new RegExp(SLUG).test(slug)) return slug;
  throw new UsageError(`cannot derive a slug from the name of ${file}`, {
    hint: 'docs openapi set <slug> --file <file>',
  });
}

// Whether a text is an OpenAPI document at all, before it is uploaded.

/** More than any such document has; a text that grows by them is for the platform to judge. */
const MOST_ALIASES = 10_000;

/** The document. Throws ValidationError (exit 2) for what is not YAML or JSON, or has neither `openapi` nor `swagger`. */
export async function readOpenApi(file: string, text: string): Promise<unknown> {
  const read = asJson(text) ?? (await readYaml(text.replace(/^\uFEFF/, ''), { maxAliasCount: MOST_ALIASES }));
  if ('problem' in read) {
    const { problem, at } = read;
    // Too large, or too deep, to be looked through here: the platform may still take it.
    if (!at) return undefined;
    const { line, col: column } = at;
    throw new ValidationError(
      `${file} is not YAML or JSON: line ${line}, column ${column}: ${lowerFirst(problem)}`,
      { details: { file, line, column } },
    );
  }
  const { value } = read;
  if (typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value)) return value;
  throw new ValidationError(`${file} is not an OpenAPI document: it has no openapi or swagger field`, {
    details: { file },
  });
}

/** Many times faster than YAML; undefined for what is not JSON. */
function asJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
