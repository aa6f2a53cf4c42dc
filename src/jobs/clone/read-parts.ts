// What belongs to a whole organization beside its people and spaces, for a clone: OpenAPI specifications with their versions,
// translations with the glossary, integrations with where they are installed, and invite links. Secrets are not read.
import {
  listOrganizationInstallations,
  listOrganizationIntegrations,
} from '../../api/integrations/installed-integrations.ts';
import type { IntegrationInstallation as Installation } from '../../api/integrations/integration-installations.generated.ts';
import {
  listInstallationSites,
  listInstallationSpaces,
} from '../../api/integrations/integration-installations.ts';
import type { Integration } from '../../api/integrations/integrations.generated.ts';
import type {
  OpenAPISpec as OpenApiSpec,
  OpenAPISpecVersion as OpenApiVersion,
} from '../../api/integrations/openapi.generated.ts';
import type { OpenApiContent, OpenApiFile } from '../../api/integrations/openapi.ts';
import * as openapi from '../../api/integrations/openapi.ts';
import { listLinkInvites } from '../../api/people/invites.ts';
import { listGlossary, listTranslations } from '../../api/translations/translations.ts';
import type { Client } from '../../client/client.ts';
import { type Gate, mapAll } from '../../client/pool.ts';
import { DocsError, unless } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import { listPatiently, PATIENCE } from './read-content.ts';
import type { ReadBinding, ReadInstallation, ReadOpenApi, ReadOpenApiVersion, ReadParts } from './sink.ts';

// The file of a parsed OpenAPI specification to start at: hosts list its files, or name them.

/** Undefined where there is none, as from a host that answers the bare specification. */
export function entryFile({ filesystem }: Partial<OpenApiContent>): Partial<OpenApiFile> | undefined {
  const files: unknown[] = isRecord(filesystem) ? Object.values(filesystem) : (filesystem ?? []);
  // What a file is, its host says; every field of it may be missing.
  const known = files.filter(isRecord) as Partial<OpenApiFile>[];
  return known.find(({ isEntrypoint }) => isEntrypoint === true) ?? known[0];
}

// What a token may not see, or a host does not have, is left out of a clone, and is said.

export interface Skipped {
  part: string;
  error: DocsError;
}

/** Reads a part, or notes why it was refused. */
export type Readable = <T>(part: string, read: () => Promise<T>) => Promise<T | undefined>;

const REFUSALS = new Set([402, 403, 404, 501]);

/** Throws what is not a refusal. */
export const readableInto =
  (skipped: Skipped[]): Readable =>
  async (part, read) => {
    try {
      return await read();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      skipped.push({ part, error });
      return undefined;
    }
  };

export const isRefusal = (error: unknown): error is DocsError =>
  error instanceof DocsError && REFUSALS.has(error.http?.status ?? 0);

/** Undefined where it is refused, or there is none. */
export const ifReadable = <T>(read: () => Promise<T>): Promise<T | undefined> => unless(isRefusal, read);

const AT_ONCE = 8;

export interface PartsReading {
  client: Client;
  gate: Gate;
  organizationId: string;
  /** Leaves out what the host refuses. */
  readable: Readable;
  /** OpenAPI versions whose text is here already. */
  versions: ReadonlySet<string>;
  /** Undefined: of all spaces. */
  isWanted: ((spaceId: string) => boolean) | undefined;
}

/** Every part that may be read; one that may not is not in the answer, and is as it was. */
export async function readParts(reading: PartsReading): Promise<ReadParts> {
  const { client, gate, organizationId, readable, isWanted = () => true } = reading;
  const parts: ReadParts = {};
  const organization = { organizationId };
  await Promise.all([
    readable('OpenAPI specifications', async () => {
      parts.openApi = await readOpenApi(reading);
    }),
    readable('translations', async () => {
      const all = await gate.run(() => listPatiently(client, listTranslations, organization));
      parts.translations = all.filter(({ source }) => isWanted(source.space));
      parts.glossary = await gate.run(() => listPatiently(client, listGlossary, organization));
    }),
    readable('integrations', async () => {
      const own = { ...organization, owner: organizationId };
      const integrations = await gate.run(() => listPatiently(client, listOrganizationIntegrations, own));
      parts.installations = await readInstallations(reading);
      parts.integrations = integrations;
    }),
    readable('invite links', async () => {
      parts.linkInvites = await gate.run(() => listPatiently(client, listLinkInvites, organization));
    }),
  ]);
  return parts;
}

async function readOpenApi(reading: PartsReading): Promise<ReadOpenApi[]> {
  const { client, gate, organizationId } = reading;
  const specs = await gate.run(() => listPatiently(client, openapi.listOpenApiSpecs, { organizationId }));
  return mapAll(client, specs, AT_ONCE, async (spec) => {
    const ref = { organizationId, specSlug: spec.id };
    const listed = await gate.run(() => listPatiently(client, openapi.listOpenApiVersions, ref));
    const versions = await mapAll(client, listed, AT_ONCE, (version) => readVersion(reading, spec, version));
    return { spec, versions: versions.reverse() };
  });
}

/** The latest one as it was sent; of those before it the platform keeps what it understood. */
async function readVersion(
  { client, gate, organizationId, versions }: PartsReading,
  { id: specSlug, lastVersion }: OpenApiSpec,
  { id, createdAt }: OpenApiVersion,
): Promise<ReadOpenApiVersion> {
  const version = { id, ...(createdAt !== undefined && { createdAt }) };
  if (versions.has(id)) return version;
  const ref = { organizationId, specSlug };
  if (id === lastVersion) {
    const { text, format } = await gate.run(() => client.call(openapi.getRawOpenApiContent, ref, PATIENCE));
    return { ...version, source: { text, format } };
  }
  const input = { ...ref, versionId: id };
  const file = entryFile(await gate.run(() => client.call(openapi.getOpenApiContent, input, PATIENCE)));
  const format = /\.ya?ml$/i.test(file?.filename ?? '') ? 'yaml' : 'json';
  return { ...version, source: { text: JSON.stringify(file?.specification ?? {}), format } };
}

async function readInstallations(reading: PartsReading): Promise<ReadInstallation[]> {
  const { client, gate, organizationId } = reading;
  const all = await gate.run(() => listPatiently(client, listOrganizationInstallations, { organizationId }));
  return mapAll(client, all, AT_ONCE, async ({ installation, integration }) => ({
    installation,
    integration,
    bindings: await readBindings(reading, installation, integration),
  }));
}

/** Where it is by name, and where it has settings of its own. */
async function readBindings(
  { client, gate, isWanted = () => true }: PartsReading,
  { id: installationId, space_selection: spaces, site_selection: sites }: Installation,
  { name: integrationName, target }: Integration,
): Promise<ReadBinding[]> {
  const ref = { integrationName, installationId };
  const isOn = (kind: 'space' | 'site') => target === 'all' || target === kind;
  const [onSpaces, onSites] = await Promise.all([
    isOn('space') ? gate.run(() => listPatiently(client, listInstallationSpaces, ref)) : [],
    isOn('site') ? gate.run(() => listPatiently(client, listInstallationSites, ref)) : [],
  ]);
  return [
    ...onSpaces
      .map((one) => bindingOf('space', idOf(one.space), spaces === 'selected', one))
      .filter((one) => isWanted(one.target)),
    ...onSites.map((one) => bindingOf('site', idOf(one.site), sites === 'selected', one)),
  ].filter(saysSomething);
}

const idOf = (place: string | { id: string }): string => (typeof place === 'string' ? place : place.id);

const bindingOf = (
  kind: 'space' | 'site',
  target: string,
  selected: boolean,
  { configuration, externalIds }: Pick<ReadBinding, 'configuration' | 'externalIds'>,
): ReadBinding => ({ kind, target, selected, configuration, externalIds });

const saysSomething = ({ selected, configuration, externalIds }: ReadBinding): boolean =>
  selected || Object.keys(configuration).length > 0 || externalIds.length > 0;
