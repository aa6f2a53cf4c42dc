// The head of a page in a repository: front matter with what a title and a text cannot say, then the title as a heading.
import { posix } from 'node:path';
import { Document } from 'yaml';
import { isRecord } from '../../files/is-record.ts';
import { changedLayout } from '../export/page-file.ts';
import type { BackupPage } from './backup.ts';

const PLAIN = ['description', 'icon', 'emoji', 'hidden', 'noIndex', 'noRobotsIndex', 'condition', 'computed'];

interface Paths {
  fileById: ReadonlyMap<string, string>;
}

/** Ends with the line of the heading. */
export function frontMatterOf(page: BackupPage, path: string, paths: Paths): string {
  const { fields, title } = page;
  const slug = typeof fields.slug === 'string' ? fields.slug : page.path.split('/').at(-1);
  const layout = isRecord(fields.layout) ? layoutOf(fields.layout) : {};
  const plain = PLAIN.flatMap((key) => (isTold(fields[key]) ? [[key, fields[key]]] : []));
  const heading = title.replace(/\s+/g, ' ').trim();
  const isPlain =
    heading === title && /^[\p{L}\p{N} .,:'’()?/-]+$/u.test(title) && /^[\p{L}\p{N}]/u.test(title);
  const told = {
    ...(!isPlain && { title }),
    ...(slug !== undefined && slug !== slugOfPath(path) && { slug }),
    ...Object.fromEntries(plain),
    ...(Object.keys(layout).length > 0 && { layout }),
    ...(isTold(fields.variables) && { vars: fields.variables }),
    ...coverOf(fields.cover, path, paths),
  };
  const label = isPlain ? title : heading.replace(/[\\`*_[\]<>#!~|&]/g, '\\$&');
  const block = Object.keys(told).length === 0 ? '' : `---\n${yamlOf(told)}---\n\n`;
  return `${block}# ${label}\n`;
}

const yamlOf = (told: object): string =>
  new Document(told, { aliasDuplicateObjects: false, compat: 'yaml-1.1' }).toString({ lineWidth: 0 });

const isTold = (value: unknown): boolean =>
  value !== undefined &&
  value !== false &&
  value !== '' &&
  !(isRecord(value) && Object.keys(value).length === 0);

/** What a path says of the slug by itself. */
function slugOfPath(path: string): string | undefined {
  const base = posix.basename(path, '.md');
  const name = base === 'README' ? posix.basename(posix.dirname(path)) : base;
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : undefined;
}

/** `title: { visible: false }`, as other tools write it. */
const layoutOf = (layout: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changedLayout(layout)).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? { visible: value } : value,
    ]),
  );

function coverOf(cover: unknown, path: string, { fileById }: Paths): Record<string, unknown> {
  if (!isRecord(cover)) return {};
  const address = (ref: unknown): string | undefined => {
    if (!isRecord(ref)) return undefined;
    if (ref.kind === 'url' && typeof ref.url === 'string') return ref.url;
    const file = fileById.get(String(ref.file));
    return file === undefined ? undefined : posix.relative(posix.dirname(path), file);
  };
  const light = address(cover.ref);
  if (light === undefined) return {};
  const dark = address(cover.refDark);
  return {
    cover: light,
    ...(dark !== undefined && { coverDark: dark }),
    ...(typeof cover.yPos === 'number' && { coverY: cover.yPos }),
    ...(typeof cover.height === 'number' && { coverHeight: cover.height }),
  };
}
