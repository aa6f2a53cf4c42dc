// Where integrations are installed, as their own token lists it.
import * as api from '../../../api/integrations/integration-installations.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Param } from '../../db/database.ts';
import { installations } from '../../db/integrations/integrations.ts';
import { createToken } from '../../db/people/tokens.ts';
import { created, deleted, type FidelityOf, handle, handleChange } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpaces } from '../../who-sees.ts';
import * as rules from './installations.ts';
import {
  addBinding,
  FIDELITY,
  readBinding,
  readInstallation,
  removeBinding,
  updateBinding,
} from './installations.ts';
import { boundPage, boundView, installationView, SITE, SPACE } from './integrations-view.ts';
import { ownIntegration, readIntegration } from './publish.ts';

/** How long a token of an installation is good. */
const TOKEN_MS = 60 * 60 * 1000;

/** `ids` is the SQL of a JSON list. */
function conditions(
  integration: string,
  externalId: string | undefined,
  ids = 'i.externalIds',
): { where: string[]; params: Param[] } {
  const where = ['i.integration = ?'];
  if (externalId === undefined) return { where, params: [integration] };
  const named = `EXISTS (SELECT 1 FROM json_each(${ids}) e WHERE e.value = ?)`;
  return { where: [...where, named], params: [integration, externalId] };
}

/** What an integration asks for of all places that it is on. */
function ofIntegration(
  call: Call,
  operation: string,
  { integrationName, externalId, extended, ...query }: InputOf<typeof api.listIntegrationSpaces>,
) {
  const { name } = ownIntegration(call, integrationName);
  const where = conditions(name, externalId, 'o.externalIds');
  return { list: `${operation} ${name}`, ...where, order: ['i.createdAt', 's.rowid'], query, extended };
}

const EVERY_SPACE = { where: [], params: [] };

export default [
  handle(api.listInstallations, (call, { integrationName, externalId, ...query }) => {
    const integration = ownIntegration(call, integrationName);
    return paginate(call.db, {
      list: `${api.listInstallations.id} ${integration.name}`,
      columns: 'i.*',
      from: 'installations i',
      ...conditions(integration.name, externalId),
      order: ['i.createdAt', 'i.rowid'],
      query,
      item: (row: object) => installationView(call, installations.read(row), integration),
    });
  }),

  handle(api.installIntegration, (call, { integrationName, organization }) => {
    const row = rules.installIntegration(call, integrationName, organization);
    return created(installationView(call, row, readIntegration(call, integrationName)));
  }),

  handle(api.listIntegrationSpaces, (call, input) =>
    boundPage(call, SPACE, ofIntegration(call, api.listIntegrationSpaces.id, input)),
  ),

  handle(api.listIntegrationSites, (call, input) =>
    boundPage(call, SITE, ofIntegration(call, api.listIntegrationSites.id, input)),
  ),

  handle(api.getInstallation, readInstallation, (call, _, { row, integration }) =>
    installationView(call, row, integration),
  ),

  handle(api.updateInstallation, (call, input) => {
    const { row, integration } = rules.updateInstallation(call, input);
    return installationView(call, row, integration);
  }),

  handle(api.createInstallationToken, (call, ref) => {
    ownIntegration(call, ref.integrationName);
    const { row } = readInstallation(call, ref);
    const now = call.now();
    const expiresAt = new Date(now.getTime() + TOKEN_MS).toISOString();
    const token = createToken(call.db, {
      kind: 'installation',
      subject: row.id,
      now: now.toISOString(),
      expiresAt,
    });
    return { token };
  }),

  handleChange(api.deleteInstallation, (call, ref) => deleted(rules.deleteInstallation(call, ref))),

  handle(api.listInstallationSites, readInstallation, (call, { extended, page, limit }, { row }) =>
    boundPage(call, SITE, {
      list: `${api.listInstallationSites.id} ${row.id}`,
      where: ['i.id = ?'],
      params: [row.id],
      order: ['s.rowid'],
      query: { page, limit },
      extended,
    }),
  ),

  handle(api.addInstallationSite, (call, { siteId, extended, ...ref }) =>
    created(boundView(call, SITE, addBinding(call, ref, { kind: 'site', id: siteId }), extended)),
  ),

  handle(api.getInstallationSite, (call, { siteId, extended, ...ref }) =>
    boundView(call, SITE, readBinding(call, ref, { kind: 'site', id: siteId }), extended),
  ),

  handleChange(api.updateInstallationSite, (call, { siteId, extended, ...input }) =>
    boundView(call, SITE, updateBinding(call, input, { kind: 'site', id: siteId }), extended),
  ),

  handleChange(api.removeInstallationSite, (call, { siteId, ...ref }) =>
    deleted(removeBinding(call, ref, { kind: 'site', id: siteId })),
  ),

  handle(api.listInstallationSpaces, readInstallation, (call, { extended, page, limit }, { row }) => {
    const visible = 'integration' in call.caller ? EVERY_SPACE : visibleSpaces(call, row.organization);
    return boundPage(call, SPACE, {
      list: `${api.listInstallationSpaces.id} ${row.id}`,
      where: [...visible.where, 'i.id = ?'],
      params: [...visible.params, row.id],
      order: ['s.rowid'],
      query: { page, limit },
      extended,
    });
  }),

  handle(api.addInstallationSpace, (call, { space, extended, ...ref }) =>
    created(boundView(call, SPACE, addBinding(call, ref, { kind: 'space', id: space }), extended)),
  ),

  handle(api.getInstallationSpace, (call, { spaceId, extended, ...ref }) =>
    boundView(call, SPACE, readBinding(call, ref, { kind: 'space', id: spaceId }), extended),
  ),

  handleChange(api.updateInstallationSpace, (call, { spaceId, extended, ...input }) =>
    boundView(call, SPACE, updateBinding(call, input, { kind: 'space', id: spaceId }), extended),
  ),

  handleChange(api.removeInstallationSpace, (call, { spaceId, ...ref }) =>
    deleted(removeBinding(call, ref, { kind: 'space', id: spaceId })),
  ),
];

export const fidelity: FidelityOf = {
  'installations.create': 'Active at once, on all spaces and sites; there is no configuration step.',
  'installations.update': 'The integration gets no event for it: its program does not run.',
  'installations.token': 'It is good for an hour: for how long the platform gives one is not documented.',
  ...FIDELITY,
};
