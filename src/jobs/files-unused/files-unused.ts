// docs files unused: files of a space that nothing uses.

import { listFiles } from '../../api/content/files.ts';
import { getContent, getPage, getReusableContentDocument, listPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getLatestOpenApiContent, listOpenApiSpecs } from '../../api/integrations/openapi.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import { listSites } from '../../api/sites/sites.ts';
import { handmade } from '../../engine/model/command.ts';
import { UNUSED_FLAGS } from './unused-flags.ts';

const COLUMNS = ['id', 'name', 'contentType', 'size', 'git.path'] as const;

export const filesUnused = handmade('unused', {
  summary: 'List files of a space that nothing uses',
  uses: [
    ...[getSpace, listFiles, listPages, getPage, getContent, getReusableContentDocument],
    ...[listSites, getCustomization, listSiteSpaces, getSiteSpaceCustomization],
    ...[listOpenApiSpecs, getLatestOpenApiContent],
  ],
  columns: COLUMNS,
  idField: 'id',
  none: 'unused files',
  paged: true,
  options: UNUSED_FLAGS,
  run: async (run) => (await import('./run-unused.ts')).runUnused(run),
  examples: [['Files that no page shows', 'docs files unused --space Guides']],
  notes: `Reads every page of the space, with its cover, its reusable content, the looks of all sites and the OpenAPI specifications of
the organization. What may be a mention counts as a use: an ID, a path, a name or a URL. Change requests that are not merged, other
spaces and other websites are not read. Files cannot be deleted by the API: delete them in the app, or in the synced repository.`,
});
