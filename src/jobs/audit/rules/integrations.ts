// Rules about integrations that are installed, and those of the organization itself.

import {
  listOrganizationInstallations,
  listOrganizationIntegrations,
} from '../../../api/integrations/installed-integrations.ts';
import type { IntegrationInstallation as Installation } from '../../../api/integrations/integration-installations.generated.ts';
import type { Integration } from '../../../api/integrations/integrations.generated.ts';
import { listIntegrationEvents } from '../../../api/integrations/integrations.ts';
import { shell } from '../../../files/shell-word.ts';
import { type AuditContext, type AuditFinding, type AuditRule, daysSince, type Target } from '../rule.ts';

const WAIT_DAYS = 7;
const EVENTS = 100;
/** What an integration that is not verified could do the most harm with. */
const WIDE: readonly Integration['scopes'][number][] = [
  'space:content:write',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
];

const installed = ({ lists, organizationId }: AuditContext) =>
  lists.all(listOrganizationInstallations, { organizationId });

const targetOf = ({ name, title }: Integration): Target => ({ kind: 'integration', id: name, title });

const uninstall = (integration: Integration, installation: Installation): string =>
  shell`docs installations delete ${integration.name} ${installation.id}`;

export const rules: readonly AuditRule[] = [
  {
    id: 'integrations/wide-scopes',
    severity: 'medium',
    summary: 'An integration that is not verified has wide scopes on all spaces or sites.',
    why: 'It can change every page, or run scripts in the browser of every reader.',
    mend: 'docs installations delete <integration> <installation>',
    reads: [listOrganizationInstallations],
    async find(context) {
      return (await installed(context)).flatMap(({ integration, installation }) => {
        const wide = integration.scopes.filter((scope) => WIDE.includes(scope));
        const isEverywhere = [installation.space_selection, installation.site_selection].includes('all');
        if (integration.verified || wide.length === 0 || !isEverywhere) return [];
        const message = `is not verified and has ${wide.join(', ')}`;
        return [{ target: targetOf(integration), message, mend: uninstall(integration, installation) }];
      });
    },
  },
  {
    id: 'integrations/not-active',
    severity: 'low',
    summary: `An integration has been installed for ${WAIT_DAYS} days and is not active.`,
    why: 'It keeps its permissions although it does nothing.',
    mend: 'docs installations delete <integration> <installation>',
    reads: [listOrganizationInstallations],
    async find(context) {
      return (await installed(context)).flatMap(({ integration, installation }) => {
        const { status, updatedAt } = installation;
        if (status === 'active' || daysSince(updatedAt, context.now) < WAIT_DAYS) return [];
        const message = `has been ${status} for ${daysSince(updatedAt, context.now)} days`;
        return [{ target: targetOf(integration), message, mend: uninstall(integration, installation) }];
      });
    },
  },
  {
    id: 'integrations/failing-events',
    severity: 'medium',
    summary: 'The last event sent to an integration of the organization failed.',
    why: 'What the integration does on events, such as a sync, does not happen.',
    mend: 'docs integrations events list <integration>, then fix its program',
    reads: [listOrganizationIntegrations, listIntegrationEvents],
    async find({ lists, organizationId }) {
      const own = await lists.all(listOrganizationIntegrations, { organizationId, owner: organizationId });
      return lists.each(own, async (integration): Promise<AuditFinding[]> => {
        const { name: integrationName } = integration;
        const events = await lists.all(listIntegrationEvents, { integrationName }, EVENTS);
        const latest = events.reduce<(typeof events)[number] | undefined>(
          (last, event) => (last && last.createdAt >= event.createdAt ? last : event),
          undefined,
        );
        if (latest?.status !== 'failed') return [];
        const failed = events.filter(({ status }) => status === 'failed').length;
        const message = `${failed} of the last ${events.length} events failed, the latest too`;
        return [{ target: targetOf(integration), message, mend: undefined }];
      });
    },
  },
];
