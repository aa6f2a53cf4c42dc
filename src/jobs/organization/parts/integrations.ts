// integrations.yaml: what is installed, and on which spaces; settings only by the names of variables, never by their values.
import {
  addInstallationSpace,
  listInstallationSpaces,
  removeInstallationSpace,
} from '../../../api/integrations/installation-spaces.ts';
import { listOrganizationInstallations } from '../../../api/integrations/installed-integrations.ts';
import {
  deleteInstallation,
  getInstallation,
  installIntegration,
  updateInstallation,
} from '../../../api/integrations/integration-installations.ts';
import type { ResultOf } from '../../../api/operation.ts';
import { Type } from '../../../api/schema.ts';
import { allItems } from '../../../client/all-items.ts';
import { type Described, ID } from '../../../workflows/site-file/describe.ts';
import type { OrgFile } from '../file.ts';
import { sortedBy } from '../names.ts';
import {
  addFault,
  addWish,
  itemsOf,
  lineOf,
  namesIn,
  type Part,
  refuseNamesakes,
  thingNamed,
  type Work,
} from '../part.ts';
import { SCHEMA_KEY, Shape } from '../shapes.ts';
import type { World } from '../world.ts';

const {
  Array: ArrayOf,
  Boolean: Bool,
  Literal,
  Number: Num,
  Optional,
  Record: RecordOf,
  String: Str,
  Union,
} = Type;

/** The name of a variable that holds a setting. */
const VARIABLE = /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/;

const schema = Shape({
  ...SCHEMA_KEY,
  integrations: ArrayOf(
    Shape({
      name: Str({ minLength: 1, description: 'name of the integration' }),
      spaces: Optional(
        Union([Literal('all'), ArrayOf(Str({ minLength: 1 }))], { description: 'all, or these spaces' }),
      ),
      sites: Optional(
        Union([Literal('all'), Literal('selected')], { description: 'all, or those whose files name it' }),
      ),
      settings: Optional(
        RecordOf(Str(), Union([Str({ pattern: VARIABLE.source }), Num(), Bool()]), {
          description: `numbers, true or false, and texts by the name of a variable: $\{env:NAME}`,
        }),
      ),
    }),
  ),
});

interface Item {
  name: string;
  spaces?: 'all' | string[];
  sites?: 'all' | 'selected';
  settings?: Record<string, string | number | boolean>;
}

type Installed = ResultOf<typeof listOrganizationInstallations>['items'][number];

const readInstalled = ({ client, organizationId }: World): Promise<Installed[]> =>
  allItems(client.pages(listOrganizationInstallations, { organizationId }));

async function spacesOf({ client }: World, { installation, integration }: Installed): Promise<string[]> {
  if (installation.space_selection === 'all' || installation.spaces === 0) return [];
  const place = { integrationName: integration.name, installationId: installation.id };
  const found = await allItems(client.pages(listInstallationSpaces, place));
  return found.map(({ space }) => (typeof space === 'string' ? space : space.id));
}

async function describe(world: World, [file]: readonly OrgFile[]): Promise<Described[]> {
  const known = new Map(
    file ? itemsOf<Item>(file, 'integrations').map((item) => [item.name, item.settings]) : [],
  );
  const names = await world.names('space');
  const installed = sortedBy(await readInstalled(world), ({ integration }) => integration.name);
  const integrations: Described[] = [];
  for (const one of installed) {
    const { id, space_selection, site_selection } = one.installation;
    const { name } = one.integration;
    const spaces = sortedBy((await spacesOf(world, one)).map(names.nameOf), (text) => text);
    const settings = known.get(name);
    integrations.push({
      ...{ [ID]: id, name },
      spaces: space_selection === 'all' ? 'all' : spaces,
      sites: site_selection,
      ...(settings && { settings }),
    });
  }
  return [{ integrations }];
}

async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const live = await readInstalled(work.world);
  const items = itemsOf<Item>(file, 'integrations');
  refuseNamesakes(work, file, items);
  for (const item of items)
    await placed(
      work,
      file,
      item,
      live.find(({ integration }) => integration.name === item.name),
    );
  if (!work.prune) return;
  const named = new Set(items.map(({ name }) => name));
  const gone = live.filter(({ integration }) => !named.has(integration.name));
  for (const { integration, installation } of gone)
    addWish(work, file, {
      operation: deleteInstallation,
      input: { integrationName: integration.name, installationId: installation.id },
      target: { kind: 'installation', title: integration.name },
      live: { ...installation },
    });
  work.removals.push({ what: 'integrations', count: gone.length, total: live.length });
}

async function placed(work: Work, file: OrgFile, item: Item, live: Installed | undefined): Promise<void> {
  const integrationName = item.name;
  const about = { target: { kind: 'installation', title: item.name }, ...lineOf(file, item) };
  const before = work.wishes.rows.length;
  const installation = live?.installation;
  if (installation) work.matches.push({ file, item, id: installation.id });
  const installationId =
    installation?.id ??
    addWish(work, file, {
      ...about,
      operation: installIntegration,
      input: { integrationName, organization: work.world.organizationId },
    });
  const place = { integrationName, installationId };
  const selection = item.spaces === undefined ? undefined : item.spaces === 'all' ? 'all' : 'selected';
  const configuration = settingsFor(work, file, item, installation?.configuration ?? {});
  const fields = {
    ...(selection !== undefined &&
      selection !== installation?.space_selection && { space_selection: selection }),
    ...(item.sites !== undefined &&
      item.sites !== installation?.site_selection && { site_selection: item.sites }),
    ...(configuration && { configuration }),
  };
  if (Object.keys(fields).length > 0)
    addWish(work, file, {
      ...{ ...about, operation: updateInstallation, input: { ...place, ...fields } },
      ...(installation && { live: { ...installation } }),
    });
  if (Array.isArray(item.spaces))
    await planSpaces(work, file, item, { place, now: live ? await spacesOf(work.world, live) : [] });
  if (work.wishes.rows.length === before) work.unchanged += 1;
}

interface Placing {
  place: { integrationName: string; installationId: string };
  /** IDs of the spaces that it is on. */
  now: readonly string[];
}

async function planSpaces(work: Work, file: OrgFile, item: Item, { place, now }: Placing): Promise<void> {
  const names = await namesIn(work, 'space');
  const words = Array.isArray(item.spaces) ? item.spaces : [];
  const wanted = words.flatMap((word, at) => {
    const id = thingNamed(work, names, { file, item, path: ['spaces', at], kind: 'space', word });
    return id === undefined ? [] : [id];
  });
  const about = { target: { kind: 'installation on space', title: item.name }, ...lineOf(file, item) };
  for (const space of wanted.filter((id) => !now.includes(id)))
    addWish(work, file, { ...about, operation: addInstallationSpace, input: { ...place, space } });
  if (!work.prune) return;
  for (const spaceId of now.filter((id) => !wanted.includes(id)))
    addWish(work, file, { ...about, operation: removeInstallationSpace, input: { ...place, spaceId } });
}

/** All settings where one of them differs. A plan file holds no secret, so that it has none of them. */
function settingsFor(
  work: Work,
  file: OrgFile,
  item: Item,
  now: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  if (!item.settings) return undefined;
  const entries = Object.entries(item.settings);
  const missing = entries.flatMap(([, value]) => nameIn(value) ?? []).filter((name) => !work.env[name]);
  if (work.noSecrets || (missing.length > 0 && !work.isApplied)) {
    const why = work.noSecrets ? 'secrets are never in a plan file' : `${missing.join(', ')} is not set`;
    work.kept.push(`settings of integration "${item.name}" are not compared: ${why}`);
    return undefined;
  }
  for (const [key, value] of entries) {
    const name = nameIn(value);
    if (name !== undefined && !work.env[name])
      addFault(work, file, item, ['settings', key], `the environment variable ${name} is not set`);
  }
  const wanted = Object.fromEntries(
    entries.map(([key, value]) => {
      const secret = work.env[nameIn(value) ?? ''];
      if (secret) work.secrets.add(secret);
      return [key, secret ?? value];
    }),
  );
  const differs = Object.entries(wanted).some(
    ([key, value]) => JSON.stringify(now[key]) !== JSON.stringify(value),
  );
  return differs ? { ...now, ...wanted } : undefined;
}

const nameIn = (value: unknown): string | undefined => VARIABLE.exec(String(value))?.[1];

export const integrations: Part = {
  name: 'integrations',
  summary: 'installed integrations, their spaces and settings',
  files: ['integrations.yaml'],
  schema,
  loose: ['integrations', 'spaces'],
  reads: [listOrganizationInstallations, listInstallationSpaces, getInstallation],
  writes: [
    installIntegration,
    updateInstallation,
    deleteInstallation,
    addInstallationSpace,
    removeInstallationSpace,
  ],
  ...{ describe, plan },
};
