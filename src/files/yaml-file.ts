// YAML that people write, and nobody may blow up a program with.

import { Document, type ToStringOptions, visit } from 'yaml';
import { UsageError } from '../errors.ts';
import { lowerFirst, markerLine } from './texts.ts';
import { type Mark, type Marked, readYaml } from './yaml-text.ts';

const MIB = 1024 * 1024;

/** Plain data from a text of YAML; `name` is the file it came from. Throws UsageError with the line. */
export const parseYaml = async (text: string, name: string): Promise<unknown> =>
  (await parseMarkedYaml(text, name)).value;

/** The same with where the maps in it stand, as far as `marked` asks. */
export async function parseMarkedYaml(
  text: string,
  name: string,
  { mib = 1, seconds = 10, marked }: { mib?: number; seconds?: number; marked?: Marked } = {},
): Promise<{ value: unknown; marks: ReadonlyMap<object, Mark> }> {
  if (text.length > mib * MIB) throw new UsageError(`${name} is larger than ${mib} MiB`);
  const read = await readYaml(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    stringKeys: true,
    knownTags: true,
    maxAliasCount: 50,
    timeoutMs: seconds * 1000,
    ...(marked && { marked }),
  });
  if ('value' in read) return read;
  const { problem, code, at } = read;
  const marker = markerLine(text);
  if (marker !== undefined)
    throw new UsageError(`${name}:${marker}: a conflict marker is left`, {
      hint: 'edit the file until no marker is left, then run the same command again',
    });
  if (code === 'aliases') throw new UsageError(`${name} uses too many aliases`);
  if (!at) throw new UsageError(`${name} cannot be read: ${problem}`);
  if (code === 'tag resolve failed')
    throw new UsageError(`${name} line ${at.line}: unknown tag ${problem.replace(/^Unresolved tag: /, '')}`);
  const what = code === 'missing char' ? lowerFirst(problem).replace(/['"]quote$/, 'quote') : code;
  throw new UsageError(`${name} is not YAML at line ${at.line}, column ${at.col}: ${what}`, {
    hint: 'correct the line, then run the same command again',
  });
}

// YAML that is read back as the very value that was written.
type Options = ConstructorParameters<typeof Document>[2];

export interface YamlWriting {
  document?: Options | undefined;
  text?: ToStringOptions;
  /** Texts that must be in double quotes for another reason. */
  mustQuote?: (text: string) => boolean;
}

/** `compat` quotes `yes` and `on`, which older readers take for booleans. */
export const FOR_OLDER_READERS = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;

/** A value as YAML, long lines unbroken. */
export const writeYaml = (value: unknown, writing: YamlWriting = {}): string =>
  documentText(new Document(value, { aliasDuplicateObjects: false, ...writing.document }), writing);

/** Likewise of a document, whose comments and styles stay. */
export function documentText(document: Document, { text, mustQuote }: Omit<YamlWriting, 'document'> = {}) {
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string') return;
      if (isLostAsBlock(node.value, key === null) || mustQuote?.(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, ...text });
}

/**
 * The package writes text with line breaks as a block. One of blanks alone loses them there, and a block that is the
 * whole document has no indent that would tell its own blanks apart.
 */
const isLostAsBlock = (text: string, isWhole: boolean): boolean =>
  text.includes('\n') && (isWhole || text.trim() === '');
