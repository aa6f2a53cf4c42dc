// Integrations as an organization, a space and a site meet them.
import * as api from '../../../api/integrations/installed-integrations.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import {
  type BindingKind,
  type InstallationRow,
  installations,
  integrations,
  isOn,
} from '../../db/integrations/integrations.ts';
import { type FidelityOf, handle, may } from '../../handler.ts';
import { both, given, pageOfRows, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpaceIds } from '../../who-sees.ts';
import { notFound } from '../../wire-error.ts';
import { siteScripts } from '../sites/published.ts';
import { readSite } from '../sites/settings.ts';
import { installationView, integrationView } from './integrations-view.ts';
import { fitting, readIntegration } from './publish.ts';

/** Those that work on one space or site, by name. */
function on(call: Call, kind: BindingKind, { id, organization }: { id: string; organization: string }) {
  return call.db
    .all<object>(
      `SELECT n.* FROM installations i JOIN integrations n ON n.name = i.integration
       WHERE i.organization = ? AND n.target IN ('all', '${kind}') AND ${isOn(kind, 'i', '?')} ORDER BY n.name`,
      organization,
      id,
    )
    .map((row) => integrations.read(row));
}

function found(call: Call, rows: ReturnType<typeof on>, search = '') {
  const wanted = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return { items: wanted.map((row) => integrationView(call, row)), count: wanted.length };
}

function visibleSpace(call: Call, spaceId: string) {
  const space = liveSpace(call.db, spaceId);
  call.access.requireSpace(space, 'view');
  return space;
}

/** Where installations are, one row each: the organization, and every space and site that they are on. */
const TARGETS: Readonly<Record<'organization' | BindingKind, string>> = {
  organization: `SELECT i.id, i.organization AS target, 0 AS sort, 0 AS at, 'organization' AS kind FROM installations i
    WHERE i.organization = ?1`,
  space: `SELECT i.id, s.id AS target, 1 AS sort, s.rowid AS at, 'space' AS kind FROM installations i
    JOIN integrations n ON n.name = i.integration JOIN spaces s ON s.organization = i.organization
    WHERE i.organization = ?1 AND s.deletedAt IS NULL AND n.target IN ('all', 'space') AND ${isOn('space', 'i', 's.id')}
    AND s.id IN (SELECT value FROM json_each(?2))`,
  site: `SELECT i.id, t.id AS target, 2 AS sort, t.rowid AS at, 'site' AS kind FROM installations i
    JOIN integrations n ON n.name = i.integration JOIN sites t ON t.organization = i.organization
    WHERE i.organization = ?1 AND n.target IN ('all', 'site') AND ${isOn('site', 'i', 't.id')}`,
};

type StatusRow = InstallationRow & { kind: keyof typeof TARGETS; boundTo: string };

const targetOf = ({ kind, boundTo }: StatusRow) => {
  if (kind === 'space') return { type: kind, spaceId: boundTo } as const;
  if (kind === 'site') return { type: kind, siteId: boundTo } as const;
  return { type: kind, organizationId: boundTo } as const;
};

export default [
  handle(
    api.listOrganizationIntegrations,
    may('listIntegrations'),
    (call, { organizationId, page, limit, ...filters }) =>
      paginate(call.db, {
        list: `${api.listOrganizationIntegrations.id} ${organizationId}`,
        columns: 'n.*',
        from: 'integrations n',
        ...both(given([["n.visibility = 'public' OR n.organization = ?", organizationId]]), fitting(filters)),
        order: ['n.name'],
        query: { page, limit },
        item: (row: object) => integrationView(call, integrations.read(row)),
      }),
  ),

  handle(api.getInstallationStatus, may('listInstallations'), (call, { organizationId, integrationName }) => {
    const { name } = readIntegration(call, integrationName);
    const row = installations(call.db).find({ integration: name, organization: organizationId });
    if (!row) throw notFound('installation of integration', name);
    return { status: row.status };
  }),

  handle(
    api.listOrganizationInstallations,
    may('listInstallations'),
    (call, { organizationId, search = '', ...query }) =>
      pageOfRows(call.db, installations, {
        where: { organization: organizationId },
        also: { where: ['instr(lower(integration), lower(?)) > 0'], params: [search] },
        query,
        item(row) {
          const integration = integrationOf(call, row);
          return {
            installation: installationView(call, row, integration),
            integration: integrationView(call, integration),
          };
        },
      }),
  ),

  handle(
    api.listInstallationStatuses,
    may('listInstallations'),
    (call, { organizationId, target, site, space, ...query }) => {
      const kinds = target === undefined ? Object.values(TARGETS) : [TARGETS[target]];
      const on = given([
        ["b.kind = 'site' AND b.target = ?", site],
        ["b.kind = 'space' AND b.target = ?", space],
      ]);
      return paginate(call.db, {
        list: `${api.listInstallationStatuses.id} ${organizationId}`,
        columns: 'r.*, b.kind AS kind, b.target AS boundTo',
        from: `(${kinds.join(' UNION ALL ')}) b JOIN installations r ON r.id = b.id`,
        where: ['r.organization = ?1 AND ?2 IS NOT NULL', ...on.where],
        params: [organizationId, JSON.stringify(visibleSpaceIds(call, organizationId)), ...on.params],
        order: ['r.integration', 'b.sort', 'b.at'],
        query,
        item: (row: StatusRow) => ({
          status: row.status,
          integration: integrationView(call, integrationOf(call, row)),
          target: targetOf(row),
        }),
      });
    },
  ),

  handle(api.listSiteIntegrationScripts, (call, ref) => siteScripts(call, readSite(call, ref))),

  handle(api.listSiteIntegrations, (call, { search, ...ref }) =>
    found(call, on(call, 'site', readSite(call, ref)), search),
  ),

  handle(api.listSpaceIntegrations, (call, { spaceId, search }) =>
    found(call, on(call, 'space', visibleSpace(call, spaceId)), search),
  ),

  handle(api.listSpaceIntegrationBlocks, (call, { spaceId }) =>
    on(call, 'space', visibleSpace(call, spaceId)).flatMap(({ name, details: { blocks = [] } }) =>
      blocks.length > 0 ? [{ name, blocks }] : [],
    ),
  ),
];

/** An installation ends with its integration. */
function integrationOf(call: Call, { integration }: InstallationRow) {
  const row = integrations(call.db).find({ name: integration });
  if (!row) throw notFound('integration', integration);
  return row;
}

const NOTE = 'Icons and preview images have addresses that no host answers.';

export const fidelity: FidelityOf = {
  'installedIntegrations.available': NOTE,
  'installedIntegrations.list': NOTE,
  'installedIntegrations.onSite': NOTE,
  'installedIntegrations.onSpace': NOTE,
  'installedIntegrations.scripts': 'The scripts have addresses that no host answers: the sandbox runs none.',
  'installedIntegrations.statuses': NOTE,
};
