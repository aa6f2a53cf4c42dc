// OpenAPI specifications.

import * as api from '../../../api/integrations/openapi.ts';
import { type OpenApiVersionRow, openApiSpecs } from '../../db/integrations/openapi.ts';
import { deleted, type FidelityOf, handle, handleChange, may, reply } from '../../handler.ts';
import { pageOfRows, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpecifications } from '../../who-sees.ts';
import { openApiView, versionView } from './integrations-view.ts';
import * as specs from './openapi/specs.ts';
import { parseSpec, readSpecRow, readVersion, type SpecRef } from './openapi/specs.ts';

const NOTE = 'Reads one file: references to other files and hosts are refused.';

const show = (call: Call, ref: SpecRef, versionId?: string) =>
  versionView(call, readSpecRow(call, ref), readVersion(call, ref, versionId));

/** One file: what a source refers to elsewhere was refused when it was processed. */
async function contentOf(call: Call, ref: SpecRef, versionId?: string): Promise<api.OpenApiContent> {
  const version = readVersion(call, ref, versionId);
  const { content } = await parseSpec(version.text);
  const { url } = versionView(call, readSpecRow(call, ref), version);
  const filename = `openapi.${version.format}`;
  // Only what is a valid document has become a version, and that is an object.
  const specification = content as Record<string, unknown>;
  const file = { filename, dir: './', isEntrypoint: true, references: [], specification };
  return { url, urls: { source: url, public: null }, filesystem: { [filename]: file } };
}

export default [
  handle(api.listOpenApiSpecs, may('view'), (call, { organizationId, ...query }) =>
    pageOfRows(call.db, openApiSpecs, {
      where: { organization: organizationId },
      also: visibleSpecifications(call, organizationId),
      query,
      item: (row) => openApiView(call, specs.closeIfLost(call, row)),
    }),
  ),

  handle(api.createOpenApiSpec, (call, { organizationId, slug, source }) =>
    reply(201, openApiView(call, specs.createSpec(call, organizationId, slug, source))),
  ),

  handle(api.getOpenApiSpec, (call, ref) => openApiView(call, specs.readSpecRow(call, ref))),

  handle(api.setOpenApiSpec, (call, { source, ...ref }) => {
    const { row, isNew } = specs.setSpec(call, ref, source);
    return reply(isNew ? 201 : 200, openApiView(call, row));
  }),

  handleChange(api.updateOpenApiSpec, (call, { visibility, ...ref }) =>
    openApiView(call, specs.setVisibility(call, ref, visibility)),
  ),

  handleChange(api.deleteOpenApiSpec, (call, ref) => deleted(specs.deleteSpec(call, ref))),

  handle(api.listOpenApiVersions, readSpecRow, (call, { page, limit }, spec) =>
    paginate(call.db, {
      list: `${api.listOpenApiVersions.id} ${spec.id}`,
      columns: 'id, spec, format, createdAt',
      from: 'openApiVersions',
      where: ['spec = ?'],
      params: [spec.id],
      order: ['createdAt', 'rowid'],
      direction: 'desc',
      query: { page, limit },
      item: (row: OpenApiVersionRow) => versionView(call, spec, row),
    }),
  ),

  handle(api.getLatestOpenApiVersion, (call, ref) => show(call, ref)),

  handle(api.getOpenApiVersion, (call, { versionId, ...ref }) => show(call, ref, versionId)),

  handle(api.getLatestOpenApiContent, (call, ref) => contentOf(call, ref)),

  handle(api.getOpenApiContent, (call, { versionId, ...ref }) => contentOf(call, ref, versionId)),

  handle(api.getRawOpenApiContent, (call, ref) => {
    const { text, format } = readVersion(call, ref);
    return { text, format };
  }),
];

export const fidelity: FidelityOf = {
  'openapi.create': NOTE,
  'openapi.set': NOTE,
  'openapi.update': 'No host answers at the public address.',
};
