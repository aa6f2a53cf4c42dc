// YAML that is read back as the very value that was written.
import { Document, type ToStringOptions, visit } from 'yaml';

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
