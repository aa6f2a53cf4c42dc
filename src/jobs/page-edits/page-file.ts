// A Markdown file as an edit of a page: front matter is settings, never text.
import { updateChangeRequestContent } from '../../api/review/change-requests.generated.ts';
import { UsageError } from '../../errors.ts';
import {
  frontMatterIn,
  lineOfKey,
  NOTED_KEYS,
  type PageFields,
  pageBelow,
  readFields,
} from '../../markdown/front-matter.ts';
import { slugFault } from '../../markdown/heading-anchor.ts';

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

interface Limits {
  type: string;
  minLength?: number;
  maxLength?: number;
}

/** What an edit may say of a setting. */
const LIMITS: Readonly<Record<(typeof SETTINGS)[number], Limits>> =
  updateChangeRequestContent.body.properties.changes.items.anyOf[1].properties;
const SHOWN = 60;

/** Why a page cannot have this value, as words behind the name of the setting; undefined where it can. */
export function settingFault(key: (typeof SETTINGS)[number], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const { minLength = 0, maxLength = Infinity } = LIMITS[key];
  const { length } = [...value];
  const shown = length > SHOWN ? `${[...value].slice(0, SHOWN).join('')}...` : value;
  if (length < minLength) return 'must not be empty';
  if (length > maxLength) return `must have at most ${maxLength} characters, not "${shown}"`;
  const fault = key === 'slug' ? slugFault(value) : undefined;
  return fault === undefined ? undefined : `${fault}, not "${shown}"`;
}

export interface SettingFault {
  key: string;
  /** In the file, from 1. */
  line: number;
  message: string;
}

/** Settings of a file that no page can have: of the wrong type, or with a value that is refused. */
export const settingFaults = ({ source, front, settings }: Faulty): SettingFault[] =>
  SETTINGS.flatMap((key) => {
    if (!front || !Object.hasOwn(front, key)) return [];
    const wanted = LIMITS[key].type === 'boolean' ? 'true or false' : 'a text';
    const fault = settings[key] === undefined ? `must be ${wanted}` : settingFault(key, settings[key]);
    return fault === undefined ? [] : [{ key, line: lineOfKey(source, key), message: `"${key}" ${fault}` }];
  });

interface Faulty {
  source: string;
  front: Readonly<Record<string, unknown>> | undefined;
  settings: PageFile['settings'];
}

export interface PageFile {
  settings: { title?: string } & Pick<PageFields, Exclude<(typeof SETTINGS)[number], 'title'>>;
  markdown: string;
  /** The page that it was exported from. */
  id?: string;
  /** Front matter as it is; undefined where the file has none. */
  front: Readonly<Record<string, unknown>> | undefined;
  /** Its keys that no edit can set. */
  left: readonly string[];
  /** Settings that no page can have. */
  faults: readonly SettingFault[];
}

/** Throws UsageError naming file and line for front matter that cannot be read. */
export function readPageFile(text: string, name: string, { hasTitle = true } = {}): PageFile {
  const front = frontMatterIn(text);
  if (!front)
    return { settings: {}, markdown: text.replace(/^\uFEFF/, ''), front: undefined, left: [], faults: [] };
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
    faults: settingFaults({ source: text, front: front.data, settings }),
  };
}
