// The spaces and sites that installations are on, as the platform shows them: one, and in lists.
import { spaces } from '../../db/content/spaces.ts';
import {
  type BindingRow,
  type InstallationRow,
  installationBindings,
  isOn,
} from '../../db/integrations/integrations.ts';
import { sites } from '../../db/sites/sites.ts';
import { type Page, type PageQuery, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import type { Condition } from '../../who-sees.ts';
import { spaceView } from '../content/spaces.ts';
import { siteView } from '../sites/sites.ts';
import { installationEndpoint, installationPath } from './integrations.ts';

/** Spaces or sites: shown by their ids, or whole. */
interface Kind<S> {
  kind: 'space' | 'site';
  show(call: Call, row: { id: string }, extended: boolean): S;
}

export const SPACE = {
  kind: 'space' as const,
  show: (call: Call, row: { id: string }, extended: boolean) => ({
    space: extended ? spaceView(call, spaces.read(row)) : row.id,
  }),
};

export const SITE = {
  kind: 'site' as const,
  show: (call: Call, row: { id: string }, extended: boolean) => ({
    site: extended ? siteView(call, sites.read(row)) : row.id,
  }),
};

/** An installation, its settings on a space or site, and that. */
interface Bound {
  row: Pick<InstallationRow, 'id' | 'integration' | 'status'>;
  binding: Pick<BindingRow, 'configuration' | 'externalIds'>;
  target: { id: string };
}

export function boundView<S>(
  call: Call,
  { kind, show }: Kind<S>,
  { row, binding, target }: Bound,
  extended = false,
) {
  const path = `/${kind}s/${target.id}`;
  return {
    integration: row.integration,
    installation: row.id,
    status: row.status,
    configuration: binding.configuration,
    externalIds: binding.externalIds,
    urls: {
      location: locationUrl(call, installationPath(row) + path),
      publicEndpoint: installationEndpoint(row) + path,
      publicContentEndpoint: `${installationEndpoint(row)}${path}/content`,
    },
    ...show(call, target, extended),
  };
}

interface Listing extends Condition {
  list: string;
  order: string[];
  query: PageQuery;
  extended?: boolean | undefined;
}

interface BoundColumns extends Pick<InstallationRow, 'integration' | 'status'> {
  id: string;
  installation: string;
  settings: string | null;
  externalIds: string | null;
}

/** The conditions are on `installations i`, their settings `o`, and the space or site `s`. */
export const boundPage = <S>(
  call: Call,
  of: Kind<S>,
  { where, extended, ...listing }: Listing,
): Page<ReturnType<typeof boundView<S>>> =>
  paginate(call.db, {
    ...listing,
    columns: `s.*, i.integration AS integration, i.id AS installation, i.status AS status,
      o.configuration AS settings, o.externalIds AS externalIds`,
    from: `installations i JOIN integrations n ON n.name = i.integration
      JOIN ${of.kind}s s ON s.organization = i.organization
      LEFT JOIN installationBindings o ON o.installation = i.id AND o.kind = '${of.kind}' AND o.target = s.id`,
    where: [
      ...where,
      ...(of.kind === 'space' ? ['s.deletedAt IS NULL'] : []),
      `n.target IN ('all', '${of.kind}')`,
      isOn(of.kind, 'i', 's.id'),
    ],
    item: (row: BoundColumns) => {
      const { integration, installation: id, status, settings, externalIds } = row;
      const stored = { configuration: settings ?? '{}', externalIds: externalIds ?? '[]' };
      const binding = installationBindings.read(stored);
      return boundView(call, of, { row: { id, integration, status }, binding, target: row }, extended);
    },
  });
