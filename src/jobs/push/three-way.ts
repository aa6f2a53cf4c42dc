// What a file changes of its page, beside what was changed there since the export: taken, left, or a conflict.
import type { Page } from '../../api/content/content-shapes.ts';
import { NOTED_KEYS } from '../../markdown/front-matter.ts';
import { mergeParts } from '../../markdown/merge-lines.ts';
import { mayDiffer } from '../change-request-diff/change-request-diff.ts';
import { bodyOf, hashOf, toldOf } from '../export/page-file.ts';
import { SETTINGS } from '../page-edits/page-file.ts';
import { type EditedFile, refuseAll } from './local-pages.ts';
import type { SentPage, SentText } from './push-state.ts';
import { isNumbered } from './sent-pages.ts';

/** Both sides changed the same. */
export interface Conflict {
  file: string;
  title: string;
  /** ID of the page; undefined where it is gone. */
  id?: string;
  /** `text`, `place`, `page`, or a setting. */
  what: string;
  here: string;
  there: string;
  /** Of the text, from 1. */
  line?: number;
}

/** What is to become of a page. */
export interface PageWish {
  id: string;
  file: string;
  /** What it is called from now on. */
  title: string;
  /** Settings that change. */
  fields: Readonly<Record<string, unknown>>;
  /** The whole text as the file would have it, where it changes. */
  body?: string;
  above: number;
}

/** Texts as files have them: with links that lead to files. */
export interface Sides {
  /** Undefined where the page was made since. */
  base: Page | undefined;
  /** What an earlier push sent of the file, or may have: it is no change of others. */
  sent: readonly SentText[];
  /** What was sent of it last, which the file goes on from. */
  last: SentPage | undefined;
  /** The file may be of a branch that began before what was sent. */
  hasBranches: boolean;
  there: Page;
  baseText(): Promise<string>;
  thereText(): Promise<string>;
  /** Whether the page has this text of the file already. */
  isThere(text: string): Promise<boolean>;
}

export interface Chosen {
  /** What the folder says wins, or what the space has. */
  prefer: 'ours' | 'theirs' | undefined;
}

export interface Compared {
  wish: PageWish | undefined;
  conflicts: Conflict[];
  /** Both sides changed it, each at other places. */
  merged: boolean;
  /** The page has another text than the file, also once this is sent. */
  isApart: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Compares one file. Throws UsageError for settings that no page can have. */
export async function comparePage(
  edited: EditedFile,
  sides: Sides,
  { folder, prefer, notes }: Chosen & { folder: string; notes: string[] },
): Promise<Compared> {
  const name = `${folder}/${edited.file}`;
  const { there } = sides;
  if (prefer === 'theirs') return { wish: undefined, conflicts: [], merged: false, isApart: true };
  const conflicts: Conflict[] = [];
  const conflict = (what: string, here: string, other: string, line?: number) =>
    conflicts.push({
      ...{ file: name, title: there.title, id: there.id, what, here, there: other },
      ...(line !== undefined && { line }),
    });
  const fields = settingsIn(edited, sides, { name, prefer, conflict, notes });
  const text = await textIn(edited, sides, prefer);
  if (!sides.base && prefer === undefined && text.body !== undefined && !text.isOurs)
    conflict('page', 'a new page', 'another new page of that name');
  if (text.conflicts.length > 0 && text.isOurs)
    notes.push(
      `${name}: the space has what was pushed from here before: use --ours, unless this branch began before that push`,
    );
  if (text.isKept)
    notes.push(
      `${name} lacks lines that were pushed from here before, and merged: they stay in the space, unless --ours names the page`,
    );
  for (const one of text.conflicts) conflict('text', one.ours, one.theirs, one.line);
  const isChanged = Object.keys(fields).length > 0 || text.body !== undefined;
  return {
    conflicts,
    merged: text.merged,
    isApart: isApart(edited, sides, text.body),
    wish: isChanged
      ? {
          ...{ id: there.id, file: edited.file, above: edited.above, fields },
          title: typeof fields.title === 'string' ? fields.title : there.title,
          ...(text.body !== undefined && { body: text.body }),
        }
      : undefined,
  };
}

interface Settings extends Chosen {
  name: string;
  conflict: (what: string, here: string, there: string) => void;
  notes: string[];
}

/** The settings that the file changes. One that it no longer names is cleared; title and slug then stay. */
function settingsIn(edited: EditedFile, sides: Sides, told: Settings): Fields {
  const { name, prefer, conflict } = told;
  const { settings, front } = edited;
  const { base, there, sent } = sides;
  const was = settingsBefore(sides);
  const now: Fields = toldOf(there);
  const said = base ? settings : withSlugGiven(settings, now);
  const fields: Record<string, unknown> = {};
  for (const key of SETTINGS) {
    const here = said[key];
    const isCleared = front !== undefined && !LASTING.has(key) && key in was;
    if ((here === undefined && !isCleared) || isSame(here, was[key]) || isSame(here, now[key])) continue;
    const isOurs = sent.some((one) => isSame(one.settings[key], now[key]));
    const isBoth = base !== undefined && !isSame(was[key], now[key]) && !isOurs;
    if (isBoth && prefer === undefined) conflict(key, textOf(here), textOf(now[key]));
    else fields[key] = here ?? emptyOf(was[key]);
  }
  refuseWrong(name, edited, fields);
  if (front) noteOther(front, was, told);
  return fields;
}

function settingsBefore({ base, last }: Sides): Fields {
  const own = last && Object.fromEntries(SETTINGS.map((key) => [key, last.settings[key]]));
  return base ? { ...toldOf(base), ...own } : {};
}

/** What a new page says, with the slug that the platform made of its own. */
const withSlugGiven = (settings: Fields, { slug }: Fields): Fields =>
  isNumbered(slug, settings.slug) ? { ...settings, slug } : settings;

/** What a page always has. */
const LASTING = new Set<string>(['title', 'slug']);

const emptyOf = (value: unknown): unknown => (typeof value === 'boolean' ? false : '');

/** Other keys that were changed: nothing is done about them. */
function noteOther(front: Fields, was: Fields, { name, notes }: Settings): void {
  const known = new Set<string>([...SETTINGS, ...NOTED_KEYS]);
  const other = [...new Set([...Object.keys(front), ...Object.keys(was)])].filter((key) => !known.has(key));
  const lost = other.filter((key) => !isSame(front[key], was[key]));
  if (lost.length === 0) return;
  const stay = lost.length === 1 ? 'stays' : 'stay';
  notes.push(`${name}: ${lost.join(', ')} cannot be set by an edit, and ${stay} as before`);
}

/** Throws UsageError for what no page can have: what is sent, and what has the wrong type, which would be cleared. */
export const refuseWrong = (name: string, { faults, settings }: EditedFile, sent: Fields): void =>
  refuseAll(
    faults
      .filter(({ key }) => key in sent || !(key in settings))
      .map(({ line, message }) => `${name}:${line}: ${message}`),
  );

/** Nothing, an empty text and false are the same. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a || '') === JSON.stringify(b || '');

const textOf = (value: unknown): string => (value === undefined ? '' : String(value));

/** Lines that both sides changed, each in its own way. */
interface TextConflict {
  /** Of the text as it is here, but for what the space changed above; from 1. */
  line: number;
  ours: string;
  theirs: string;
}

interface TextChange {
  body?: string;
  conflicts: TextConflict[];
  merged: boolean;
  /** What is there was sent from here. */
  isOurs?: boolean;
  /** Lines that were sent from here before stay there, and the file does not have them. */
  isKept?: boolean;
}

async function textIn(edited: EditedFile, sides: Sides, prefer: Chosen['prefer']): Promise<TextChange> {
  const { wasBody } = edited;
  const { base, there, last } = sides;
  const here = bodyOf(edited.markdown);
  const nothing = { conflicts: [], merged: false };
  if (there.type !== 'document' || wasBody === hashOf(here)) return nothing;
  const changed = { ...nothing, body: here };
  if (!base) return (await sides.isThere(here)) ? nothing : { ...changed, isOurs: await isOurs(here, sides) };
  if (last?.text !== undefined || differs(base, there)) return mergedText(here, sides, prefer);
  // What an older version exported does not say what the text was.
  return wasBody === undefined && here === bodyOf(await sides.baseText()) ? nothing : changed;
}

const differs = (base: Page, there: Page): boolean => base !== there && mayDiffer(base, there);

const isApart = (
  { markdown }: EditedFile,
  { base, there, last }: Sides,
  sent: string | undefined,
): boolean =>
  sent === undefined ? last?.text !== undefined || !base || differs(base, there) : sent !== bodyOf(markdown);

/** A page that was made before those which it links to has the links of its file until then. */
const isOurs = async (here: string, { sent, thereText }: Sides): Promise<boolean> => {
  const now = bodyOf(await thereText());
  return here === now || sent.some(({ body }) => body === hashOf(now));
};

async function mergedText(here: string, sides: Sides, prefer: Chosen['prefer']): Promise<TextChange> {
  const nothing = { conflicts: [], merged: false };
  const now = bodyOf(await sides.thereText());
  if (here === now || (await sides.isThere(here))) return nothing;
  const was = bodyOf(await sides.baseText());
  if (here === was) return nothing;
  if (prefer === 'ours' || was === now) return { ...nothing, body: here };
  const { isSent, sent, isFurther } = await sentBefore(here, now, was, sides);
  const conflicts: TextConflict[] = [];
  const merged: string[] = [];
  let line = 1;
  for (const part of mergeParts(was, here, now)) {
    if ('lines' in part) merged.push(...part.lines);
    else if (isFurther) merged.push(...part.ours);
    else conflicts.push({ line, ours: part.ours.join(''), theirs: part.theirs.join('') });
    line += 'lines' in part ? part.lines.length : part.ours.length;
  }
  if (conflicts.length > 0) return { conflicts, merged: false, isOurs: isSent };
  const body = merged.join('');
  const left = linesBeside(body, here);
  const isKept = sent.some((line) => left.includes(line));
  return { ...nothing, isKept, ...(body !== now && { body, merged: body !== here }) };
}

/** Lines that were sent from here and merged since; `isFurther`: the file goes on from them, and is of no branch that began before. */
async function sentBefore(here: string, now: string, was: string, sides: Sides) {
  if (!(await isOurs(here, sides))) return { isSent: false, sent: [], isFurther: false };
  const sent = linesBeside(now, was);
  const own = new Set(here.split('\n'));
  return { isSent: true, sent, isFurther: !sides.hasBranches || sent.some((line) => own.has(line)) };
}

/** The lines of a text that another one does not have. */
function linesBeside(text: string, other: string): string[] {
  const others = new Set(other.split('\n'));
  return text.split('\n').filter((line) => line !== '' && !others.has(line));
}
