// What an integration is made of, and what is sent to it; shared by what is published and what is read.
import { builders } from '../schema.ts';

/** Names of integrations and domains of blocks. */
export const INTEGRATION_NAME = '^[a-zA-Z0-9-_.]+$';

/** Every payload has these two; the rest depends on the type (src/api/README.md#integrations). */
export const EventPayload = builders.Obj(
  { eventId: builders.Str(), type: builders.Str() },
  { additionalProperties: true },
);

/** What operations on an installation in one place do: `site` or `space`. */
export const installedOn = (place: string) => ({
  list: `List the ${place}s of an installation`,
  add: `Install an integration on a ${place}`,
  get: `Show an installation on a ${place}`,
  update: `Update the settings of an installation on a ${place}`,
  remove: `Uninstall an integration from a ${place}`,
});

/** What an installation has, wherever it is. */
export const INSTALLED = {
  configuration: 'settings of the integration',
  externalIds: 'IDs to find the installation by (at most 5)',
};

/** What lists of integrations are filtered by. */
export const INTEGRATION_FILTERS = {
  search: 'only integrations whose name contains this',
  category: 'only this category',
  blockDomain: 'only integrations with blocks for this domain',
  blocks: 'only integrations with (or without) blocks',
  contentSources: 'only integrations with (or without) content sources',
  owner: 'only integrations owned by this organization',
  scope: 'only integrations that use this scope',
  target: 'only integrations for this target',
};
