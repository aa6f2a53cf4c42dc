// A Markdown file as an edit of a page: front matter is settings, never text.
import { UsageError } from '../../errors.ts';
import {
  frontMatterIn,
  NOTED_KEYS,
  type PageFields,
  pageBelow,
  readFields,
} from '../../markdown/front-matter.ts';

/** What an edit can set of a page beside its text. */
export const SETTINGS = [
  'title',
  'slug',
  'description',
  'emoji',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
] as const;

export const isSetting = (field: string): boolean => SETTINGS.some((one) => one === field);

export interface PageFile {
  settings: { title?: string } & Pick<PageFields, Exclude<(typeof SETTINGS)[number], 'title'>>;
  markdown: string;
  /** The page that it was exported from. */
  id?: string;
  /** Front matter as it is; undefined where the file has none. */
  front: Readonly<Record<string, unknown>> | undefined;
  /** Its keys that no edit can set. */
  left: readonly string[];
}

/** Throws UsageError naming file and line for front matter that cannot be read. */
export function readPageFile(text: string, name: string, { hasTitle = true } = {}): PageFile {
  const front = frontMatterIn(text);
  if (!front) return { settings: {}, markdown: text.replace(/^\uFEFF/, ''), front: undefined, left: [] };
  if ('problem' in front)
    throw new UsageError(`${name}:${front.line}: ${front.problem}`, {
      hint: 'correct the front matter, or begin the file with a blank line to make it text',
    });
  const { title, fields, markdown } = hasTitle
    ? pageBelow(front)
    : { ...readFields(front.data), markdown: front.body };
  const read: Record<string, unknown> = { ...fields, ...(title !== undefined && { title }) };
  // Each reader of a field gives its type.
  const settings: PageFile['settings'] & Record<string, unknown> = Object.fromEntries(
    SETTINGS.flatMap((key) => (read[key] === undefined ? [] : [[key, read[key]]])),
  );
  const { id } = front.data;
  return {
    settings,
    markdown,
    ...(typeof id === 'string' && { id }),
    front: front.data,
    left: Object.keys(front.data).filter((key) => settings[key] === undefined && !NOTED_KEYS.includes(key)),
  };
}
