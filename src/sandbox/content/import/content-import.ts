// Brings a website, a Markdown or HTML page, or a ZIP archive of pages into pages and files.
import { posix } from 'node:path';
import { ValidationError } from '../../../errors.ts';
import { titleOfPath } from '../../../jobs/folder/paths.ts';
import { readPage } from '../../../markdown/front-matter.ts';
import { firstHeading } from '../../../markdown/page-title.ts';
import { slugify, uniqueSlug } from '../../../markdown/slug.ts';
import { LIMITS } from '../../limits.ts';
import { inSlices } from '../../slices.ts';
import type { PageNode } from '../model.ts';
import { pageFields } from '../repository/page-fields.ts';
import {
  type ContentImport,
  fetchFirst,
  type ImportedContent,
  type ImportLimits,
  textOf,
} from './import-source.ts';
import { importWebsite } from './website-import.ts';
import { importArchive } from './zip-import.ts';

const IMPORT_LIMITS: ImportLimits = {
  pages: LIMITS.websitePages,
  files: LIMITS.websiteFiles,
  fileBytes: LIMITS.fileBytes,
  totalBytes: LIMITS.archiveBytes,
};

/** Throws ValidationError for a source that cannot be read here, and where the address gives nothing to import. */
export async function importContent(options: ContentImport): Promise<ImportedContent> {
  const limits = { ...IMPORT_LIMITS, ...options.limits };
  switch (options.source) {
    case 'website':
      return importWebsite({ ...options, limits });
    case 'html':
      return importWebsite({ ...options, limits: { ...limits, pages: 1 } });
    case 'markdown':
      return importMarkdown(options);
    case 'zip':
      return inSlices(
        importArchive((await fetchFirst(options.fetch, options.url)).bytes, { ...options, limits }),
      );
    default:
      throw new ValidationError(
        `source "${options.source}" cannot be imported by the sandbox; it reads website, markdown, html and zip`,
      );
  }
}

async function importMarkdown({
  url,
  fetch,
  content,
  newId,
  now,
  taken = [],
}: ContentImport): Promise<ImportedContent> {
  const { bytes } = await fetchFirst(fetch, url);
  const { fields, title, markdown } = readPage(textOf(bytes, url));
  const name = posix.basename(new URL(url).pathname);
  const shown = title ?? firstHeading(markdown) ?? (titleOfPath(decodeURI(name)) || 'Page');
  const page: PageNode = {
    id: newId(),
    type: 'document',
    title: shown,
    slug: uniqueSlug(slugify(fields.slug ?? shown), taken),
    ...pageFields(fields, '', { page: () => undefined, file: () => undefined }),
    markdown: content.put(markdown),
    createdAt: now,
    updatedAt: now,
    pages: [],
  };
  return { pages: [page], files: [], importedResources: 1, totalResources: 1 };
}
