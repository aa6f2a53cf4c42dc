// How a result is to be shown, and what a format has to offer.
import type { Io } from './io.ts';
import type { Patience } from './jq.ts';

export const FORMATS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'id'] as const;
export type Format = (typeof FORMATS)[number];

/** These show whole objects, with what is in them; the others have rows of cells. */
const OF_OBJECTS: readonly (Format | undefined)[] = ['json', 'ndjson', 'yaml'];
export const showsObjects = (format: Format | undefined): boolean => OF_OBJECTS.includes(format);

export interface View {
  /** Dotted paths shown as columns; empty means every leaf. JSON and YAML show the whole object. */
  readonly columns: readonly string[];
  /** Columns of a table for people, where they are not the columns with the ids last. */
  readonly table?: readonly string[] | undefined;
  /** What a table for people calls a column, where it is not the usual word. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** What the header of a CSV calls a column, where that is not its path. */
  readonly headings?: Readonly<Record<string, string>> | undefined;
  /** A list of one is shown as one thing, whatever room there is. */
  readonly upright?: boolean | undefined;
  /** Chosen with `--fields`: in place of the columns, and the only keys of JSON and YAML. */
  readonly fields?: readonly string[] | undefined;
  readonly format: Format;
  readonly csvRaw?: boolean | undefined;
  readonly showSecrets?: boolean | undefined;
  /** Secret fields besides the known ones: a name, or `parent.name`. */
  readonly secretFields?: readonly string[] | undefined;
  readonly now: Date;
  /** A jq expression that gets the JSON in place of the format. */
  readonly jq?: string | undefined;
  /** When the expression must end. */
  readonly patience?: Patience | undefined;
  /** Whether an address may become a link on a terminal. */
  readonly mayLink?: ((url: string) => boolean) | undefined;
  /** Where the id stands when not under `id`. */
  readonly idField?: string | undefined;
}

/** One format at work on one result. Each function returns the text to write, with its line end. */
export interface Renderer {
  item(item: unknown): string;
  page(items: readonly unknown[]): string;
  end(): string;
  /** A line about the result, once all of it is written. */
  footer?(): string | undefined;
}

export type MakeRenderer = (io: Io, view: View) => Renderer;

export interface ListWriter {
  /** Writes one page; resolves when it is flushed. */
  page(items: readonly unknown[]): Promise<void>;
  end(): Promise<void>;
}
