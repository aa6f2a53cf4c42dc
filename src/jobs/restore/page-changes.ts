// Pages and files of a backup as edits of a change request, and what such edits cannot say.
import type { ChangeRequestContentChange } from '../../api/review/change-requests.ts';
import type { DefaultLevel } from '../../api/roles.ts';
import { contentTypeOf } from '../../files/content-type.ts';
import { isRecord } from '../../files/texts.ts';
import type { BackupPage, BackupSpace } from './backup.ts';

/** The most that one request takes. */
export const MOST_FILES = 20;
/** Of Markdown or base64 in one request: hosts take some MiB. */
export const MOST_BYTES = 4 * 1024 * 1024;

/** Of one file: hosts fetch what is larger from a URL, and take none that is empty. */
export const MOST_FILE_BYTES = 1024 * 1024;
export const canBeSent = ({ size }: { size: number }): boolean => size > 0 && size <= MOST_FILE_BYTES;
export const TOO_LARGE = `has more than ${MOST_FILE_BYTES / 1024 / 1024} MB`;

/** Files with what hosts want to know of each: its name and its type. */
export const insertOfFiles = (
  files: readonly { name: string; bytes: Uint8Array }[],
): ChangeRequestContentChange => ({
  operation: 'insert_files',
  files: files.map(({ name, bytes }) => ({
    name: name.slice(-LONGEST_NAME),
    contentType: contentTypeOf(name),
    base64: Buffer.from(bytes).toString('base64'),
  })),
});
const LONGEST_NAME = 256;

const TEXTS = ['emoji', 'icon', 'description', 'condition'] as const;
const SWITCHES = ['hidden', 'noIndex', 'noRobotsIndex'] as const;

/** What edits say of a page. */
export type PageOf = Pick<BackupPage, 'title' | 'fields'>;

/** The text, where that is new, and the fields of the page for one that is there, switched off or on as `switches` say. */
export const updateOf = (
  page: PageOf,
  id: string,
  markdown: string | undefined,
  switches: readonly string[] = SWITCHES,
) => ({
  operation: 'update_page' as const,
  page: id,
  ...fieldsOf(page),
  ...Object.fromEntries(
    SWITCHES.filter((name) => switches.includes(name)).map((name) => [name, page.fields[name] === true]),
  ),
  ...(markdown !== undefined && { document: { markdown } }),
});

/** The page as a new one below `into`. */
export const insertOf = (
  page: PageOf,
  { markdown, ref, into }: { markdown: string; ref: string; into: string | undefined },
): ChangeRequestContentChange => ({
  operation: 'insert_page',
  ...fieldsOf(page),
  ...(into !== undefined && { into }),
  ref,
  document: { markdown },
});

function fieldsOf({ fields, title }: PageOf) {
  const slug = slugOf(fields);
  const texts = TEXTS.flatMap((name) =>
    typeof fields[name] === 'string' && fields[name] !== '' ? [[name, fields[name]]] : [],
  );
  const switches = SWITCHES.flatMap((name) => (fields[name] === true ? [[name, true]] : []));
  return {
    ...(title !== '' && { title }),
    ...(slug !== undefined && { slug }),
    ...Object.fromEntries([...texts, ...switches]),
  };
}

/** The slug as edits take it: a repository may name one that is a path. */
function slugOf({ slug }: BackupPage['fields']): string | undefined {
  const words = typeof slug === 'string' ? slug.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) : null;
  return words?.join('-');
}

/** The text of a page that has none of its own: a link page says where it leads. */
export async function textOf(space: BackupSpace, page: BackupPage): Promise<string> {
  if (page.type !== 'link') return space.text(page);
  const url = destinationOf(page.fields);
  return url === ''
    ? ''
    : `[${page.title.replace(/[[\]\\]/g, '\\$&')}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)\n`;
}

function destinationOf({ href, target }: BackupPage['fields']): string {
  if (typeof href === 'string') return href;
  const { kind, url, page, anchor, file, space }: Record<string, unknown> = isRecord(target) ? target : {};
  // What is in another space has no path here.
  if (typeof url === 'string') return url;
  if (space !== undefined) return '';
  if (kind === 'file') return `/files/${String(file)}`;
  if (page === undefined) return '';
  return `/pages/${String(page)}${kind === 'anchor' ? `#${String(anchor)}` : ''}`;
}

const BECOMES: Readonly<Record<string, string>> = {
  group: 'becomes a page without text',
  link: 'becomes a page with that link',
  computed: 'becomes a page without text: its content is computed',
};
const LOST = ['cover', 'variables', 'computed'] as const;

export interface Loss {
  path: string;
  lost: string;
}

/** What the edits of a change request cannot carry of a space, page by page. */
export function lossesOf({ pages, files, entry, variables, reusable }: Lossy): Loss[] {
  const found = pages.flatMap(({ type, path: own, fields }): Loss[] => {
    const path = `${entry.folder}/${own}`;
    const becomes = BECOMES[type];
    const lost = LOST.filter(
      (name) => isRecord(fields[name]) && Object.keys(fields[name]).length > 0 && becomes === undefined,
    );
    const slug = slugOf(fields);
    const isOther = slug !== undefined && slug !== fields.slug;
    return [
      ...(becomes === undefined ? [] : [{ path, lost: `${type} ${becomes}` }]),
      ...(isOther ? [{ path, lost: `its slug "${fields.slug}" becomes "${slug}"` }] : []),
      ...lost.map((name) => ({
        path,
        lost: `its ${name} ${name === 'variables' ? 'are' : 'is'} not restored`,
      })),
      ...(hasLayout(fields.layout) ? [{ path, lost: 'its layout is not restored' }] : []),
    ];
  });
  const named =
    files.length === 0
      ? []
      : [
          {
            path: `${entry.folder}/_files`,
            lost: 'files get names from the host; links to them are rewritten',
          },
        ];
  const large = files
    .filter(({ size }) => size > MOST_FILE_BYTES)
    .map(({ path }) => ({ path: `${entry.folder}/${path}`, lost: `is not restored: it ${TOO_LARGE}` }));
  return [...ofSpace(entry.folder, { variables, reusable }), ...found, ...named, ...large];
}

type Lossy = Pick<BackupSpace, 'pages' | 'files' | 'entry' | 'variables' | 'reusable'>;

function ofSpace(path: string, { variables, reusable }: Pick<Lossy, 'variables' | 'reusable'>): Loss[] {
  const names = Object.keys(variables);
  return [
    ...(names.length > 0 ? [{ path, lost: `variables are not restored: ${names.join(', ')}` }] : []),
    ...(reusable.length > 0
      ? [{ path, lost: `reusable content is not restored: ${reusable.join(', ')}` }]
      : []),
  ];
}

/** What a new space does not take over of the settings of the one that was. */
export function settingsLostOf({ entry, settings }: Pick<BackupSpace, 'entry' | 'settings'>): Loss[] {
  const { mergeRules, gitSync } = settings;
  const { type = 'inherit' } = Object(mergeRules);
  const repository = Object(gitSync).repoName ?? Object(gitSync).url;
  return [
    ...(Object.keys(settings).length > 0
      ? []
      : ['who may see it is not in the backup, which was made without --settings']),
    ...(type === 'inherit' ? [] : ['its merge rules are not restored']),
    ...(typeof repository === 'string' ? [`its git sync with "${repository}" is not set up again`] : []),
  ].map((lost) => ({ path: entry.folder, lost }));
}

interface Placed {
  backup: Pick<BackupSpace, 'entry' | 'settings'>;
  level?: DefaultLevel;
  collection?: string;
  into?: string;
}

/** What everybody in the organization may do in it, where that is said of it or of a collection that it was in. */
export const levelsSaidOf = (wanted: readonly Placed[]): Loss[] =>
  wanted.flatMap(({ backup: { entry, settings }, level, collection, into }) => {
    const isTakenOut = typeof settings.parent === 'string' && collection === undefined && into === undefined;
    if (level === undefined)
      return isTakenOut
        ? [
            {
              path: entry.folder,
              lost: 'was in a collection: every member of the organization has the access of their role',
            },
          ]
        : [];
    const lost =
      level === null
        ? 'has no default level, as before: only administrators see it'
        : `its default level is "${level}", as before`;
    return [{ path: entry.folder, lost }];
  });

/** Layouts that are as they are by default say nothing. */
const hasLayout = (layout: unknown): boolean =>
  isRecord(layout) &&
  Object.entries(layout).some(([name, value]) =>
    name === 'width' ? value !== 'default' : name === 'coverSize' ? value !== 'hero' : value === false,
  );
