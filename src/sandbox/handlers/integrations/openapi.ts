// OpenAPI specifications.
import {
  createOpenApiSpec,
  deleteOpenApiSpec,
  getOpenApiSpec,
  listOpenApiSpecs,
  setOpenApiSpec,
  updateOpenApiSpec,
} from '../../../api/integrations/openapi.ts';
import * as specs from '../../actions/integrations/openapi/specs.ts';
import { openApiSpecs } from '../../db/integrations/openapi.ts';
import { deleted, type FidelityOf, handle, reply } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import { openApiView } from '../../views/integrations/openapi.ts';
import { visibleSpecifications } from '../../who-sees.ts';

export default [
  handle(listOpenApiSpecs, (call, { organizationId, ...query }) => {
    call.access.requireOrganization(organizationId, 'view');
    return pageOfRows(call.db, openApiSpecs, {
      where: { organization: organizationId },
      also: visibleSpecifications(call, organizationId),
      query,
      item: (row) => openApiView(call, specs.closeIfLost(call, row)),
    });
  }),

  handle(createOpenApiSpec, (call, { organizationId, slug, source }) =>
    reply(201, openApiView(call, specs.createSpec(call, organizationId, slug, source))),
  ),

  handle(getOpenApiSpec, (call, ref) => openApiView(call, specs.readSpecRow(call, ref))),

  handle(setOpenApiSpec, (call, { source, ...ref }) => {
    const { row, isNew } = specs.setSpec(call, ref, source);
    return reply(isNew ? 201 : 200, openApiView(call, row));
  }),

  handle(updateOpenApiSpec, (call, { visibility, ...ref }) =>
    openApiView(call, specs.setVisibility(call, ref, visibility)),
  ),

  handle(deleteOpenApiSpec, (call, ref) => deleted(specs.deleteSpec(call, ref))),
];

const NOTE = 'Reads one file: references to other files and hosts are refused.';

export const fidelity: FidelityOf = {
  'openapi.create': { limited: NOTE },
  'openapi.set': { limited: NOTE },
  'openapi.update': { limited: 'No host answers at the public address.' },
};
