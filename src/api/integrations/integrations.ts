// Integrations: extensions published by an organization.
import type { Static } from '@sinclair/typebox';
import { NoParams, operation, Type } from '../schema.ts';
import { INTEGRATION_NAME } from './integration-parts.ts';
import * as wire from './integrations.generated.ts';

const { Object: Obj, String: Str } = Type;

export const Integration = wire.Integration;
export type Integration = Static<typeof Integration>;

export const IntegrationRef = Obj({
  integrationName: Str({ pattern: INTEGRATION_NAME, maxLength: 100, description: 'integration name' }),
});

export const listIntegrations = operation('integrations.list', {
  ...wire.listIntegrations,
  summary: 'List available integrations',
  lists: { param: 'integrationName', noun: 'integration', key: 'name', names: ['title'] },
  params: NoParams,
  token: 'any',
  says: {
    search: 'only integrations whose name contains this',
    category: 'only this category',
    blockDomain: 'only integrations with blocks for this domain',
    blocks: 'only integrations with (or without) blocks',
    contentSources: 'only integrations with (or without) content sources',
    owner: 'only integrations owned by this organization',
    scope: 'only integrations that use this scope',
    target: 'only integrations for this target',
  },
});

export const getIntegration = operation('integrations.get', {
  ...wire.getIntegrationByName,
  summary: 'Show an integration',
  params: IntegrationRef,
  errors: [404],
  token: 'any',
});

export const publishIntegration = operation('integrations.publish', {
  ...wire.publishIntegration,
  summary: 'Publish an integration or a new version of it',
  params: IntegrationRef,
  errors: [404],
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

export const deleteIntegration = operation('integrations.delete', {
  ...wire.unpublishIntegration,
  summary: 'Delete an integration and its installations',
  params: IntegrationRef,
});

export const enableDevelopment = operation('integrations.devEnable', {
  ...wire.setIntegrationDevelopmentMode,
  summary: 'Send events of an integration to a development tunnel',
  params: IntegrationRef,
  errors: [404],
  says: {
    tunnelUrl: 'URL that receives the events',
    all: 'send events of all organizations, not just the owner',
  },
});

export const disableDevelopment = operation('integrations.devDisable', {
  ...wire.disableIntegrationDevelopmentMode,
  summary: 'Turn off development mode for an integration',
  params: IntegrationRef,
});
