// The pages of a space before their files are read: as SUMMARY.md lists them, or as the folders lie.
import { normalized } from '../files/plain-forms.ts';
import type { FolderEntry, FolderPage, FolderSpace, Place } from './folder-space.ts';
import { readText } from './page.ts';
import { folderPages, inRepository, kindOf, titleOfPath } from './paths.ts';
import type { FolderSource } from './source.ts';
import { isUrl, readSummary, type SummaryEntry } from './summary.ts';

/** A page before its file is read. */
export interface Draft {
  kind: FolderPage['kind'];
  /** As the table of contents says; empty where it says nothing. */
  title: string;
  file?: string;
  href?: string;
  entry?: Place;
  meta?: Record<string, unknown>;
  isComputed?: true;
  children: Draft[];
}

export const computed = ({ isComputed }: { isComputed?: true }) => isComputed && { isComputed };

export function byFolders({ structure }: FolderSpace, pages: ReadonlyMap<string, string>): Draft[] {
  return folderPages<Draft>([...pages.keys()], {
    pageOf: (path) => ({ kind: 'document', title: '', file: pages.get(path) ?? path, children: [] }),
    groupOf: (name) => ({ kind: 'group', title: titleOfPath(`${name}.md`), children: [] }),
    readme: structure.readme,
  });
}

/** Deeper than any platform nests pages. */
const DEEPEST = 100;

export async function bySummary(
  source: FolderSource,
  space: FolderSpace,
  pages: ReadonlyMap<string, string>,
): Promise<Draft[]> {
  const file = space.summary ?? '';
  const read = await readText(source, file);
  if ('problem' in read) {
    space.problems.push(read.problem);
    return [];
  }
  const { items, faults } = readSummary(read.text);
  for (const { line, column, problem } of faults)
    space.problems.push({ kind: 'summary', file, line, column, message: problem });
  const used = new Set<string>();
  const draftsOf = (entries: readonly SummaryEntry[], level: number): Draft[] => {
    if (level <= DEEPEST) return entries.flatMap((item) => draftsAt(item, level));
    const [{ line = 1, column = 1 } = {}] = entries;
    if (entries.length > 0)
      space.problems.push({
        kind: 'deep',
        file,
        line,
        column,
        message: `is nested deeper than ${DEEPEST} pages`,
      });
    return [];
  };
  const draftsAt = (item: SummaryEntry, level: number): Draft[] => {
    const { title, href, line, column } = item;
    const at = { file, line, column };
    const { leads, page } = leadsTo(item, space, { source, pages, used });
    space.entries.push({ ...at, title, href, leads });
    if (page !== undefined && leads === 'page') used.add(page);
    const children = draftsOf(item.children, level + 1);
    const kind = leads === 'page' ? 'document' : leads === 'group' || leads === 'missing' ? 'group' : 'link';
    // The file is missing: the item is worth a heading for its children, and nothing without them.
    if (leads === 'missing' && children.length === 0) return [];
    return [
      {
        kind,
        title,
        entry: at,
        children,
        ...(leads === 'page' && page !== undefined && { file: page }),
        ...(kind === 'link' && href !== undefined && { href }),
        ...(item.meta && { meta: item.meta }),
        ...computed(item),
      },
    ];
  };
  return draftsOf(items, 1);
}

interface Looking {
  source: FolderSource;
  /** By path in the space. */
  pages: ReadonlyMap<string, string>;
  used: ReadonlySet<string>;
}

function leadsTo(
  { href, meta }: SummaryEntry,
  { directory }: FolderSpace,
  { source, pages, used }: Looking,
): { leads: FolderEntry['leads']; page?: string } {
  if (href === undefined) return { leads: meta?.type === 'link' ? 'url' : 'group' };
  if (isUrl(href)) return { leads: 'url' };
  const clean = normalized(href, 'NFC').replace(/^(?:\.?\/)+/, '');
  // A file may be called `a#b.md`: only what is not a file is split at its anchor.
  const hash = pages.has(clean) ? -1 : clean.indexOf('#');
  const path = hash < 0 ? clean : clean.slice(0, hash);
  const page = pages.get(path);
  if (page !== undefined && hash >= 0) return { leads: 'anchor', page };
  if (page !== undefined) return { leads: used.has(page) ? 'again' : 'page', page };
  const file = inRepository(directory, path);
  return { leads: source.files.has(file) && kindOf(path) === 'file' ? 'file' : 'missing' };
}
