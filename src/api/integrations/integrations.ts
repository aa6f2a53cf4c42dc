// Integrations: extensions published by an organization.

import { resource } from '../schema.ts';
import { INTEGRATION_FILTERS } from './integration-parts.ts';
import * as wire from './integrations.generated.ts';

const op = resource('integrations');
export const listIntegrations = op('list', 'List available integrations', {
  ...wire.listIntegrations,
  lists: { param: 'integrationName', noun: 'integration', key: 'name', names: ['title'] },
  says: INTEGRATION_FILTERS,
});
export const getIntegration = op('get', 'Show an integration', wire.getIntegrationByName);
export const publishIntegration = op('publish', 'Publish an integration or a new version of it', {
  ...wire.publishIntegration,
  large: true,
  says: {
    title: 'display name',
    description: 'short description',
    organization: 'organization that publishes it: ID or hostname',
    scopes: 'permissions it requests',
    script: 'its program',
    runtime: 'runtime of the script',
    icon: 'icon, base64',
    summary: 'long description in Markdown',
    previewImages: 'images, base64',
    visibility: 'who can see it',
    target: 'where it can be installed',
    categories: 'categories to list it under',
    blocks: 'blocks it adds to pages',
    contentSources: 'content it computes',
    externalLinks: 'links to more information',
    configurations: 'settings to ask for at installation',
    secrets: 'secrets of the script',
    contentSecurityPolicy: 'content security policy of its blocks',
  },
});
export const deleteIntegration = op('delete', 'Delete an integration and its installations', {
  ...wire.unpublishIntegration,
});
export const enableDevelopment = op('devEnable', 'Send events of an integration to a development tunnel', {
  ...wire.setIntegrationDevelopmentMode,
  says: {
    tunnelUrl: 'URL that receives the events',
    all: 'send events of all organizations, not just the owner',
  },
});
export const disableDevelopment = op('devDisable', 'Turn off development mode for an integration', {
  ...wire.disableIntegrationDevelopmentMode,
});

const eventOp = resource('integrationEvents');
export const listIntegrationEvents = eventOp('list', 'List the events sent to an integration', {
  ...wire.listIntegrationEvents,
});
export const getIntegrationEvent = eventOp('get', 'Show an event and its processing log', {
  ...wire.getIntegrationEvent,
});
