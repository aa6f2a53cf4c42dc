// integrations.yaml: what is installed, and on which spaces; settings only by the names of variables, never by their values.
import type { Static } from '@sinclair/typebox';
import { listOrganizationInstallations } from '../../../api/integrations/installed-integrations.ts';
import * as integrationInstallations from '../../../api/integrations/integration-installations.ts';
import { getIntegration } from '../../../api/integrations/integrations.ts';
import type { ResultOf } from '../../../api/operation.ts';
import { builders } from '../../../api/schema.ts';
import { allItems } from '../../../client/pages.ts';
import { isAbsence } from '../../../errors.ts';
import { sortedBy } from '../../../files/lists.ts';
import { nearest } from '../../../files/nearest.ts';
import { type Described, ID } from '../../site-file/describe.ts';
import { installationLane } from '../../site-file/extras.ts';
import { Shape } from '../../site-file/schema.ts';
import { differing } from '../../site-file/work.ts';
import type { OrgFile } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import type { World } from '../world.ts';

const { ArrayOf, Bool, Literal, Num, Optional, RecordOf, Str, Union } = builders;

/** The name of a variable that holds a setting: no file gets anything sent that is set for another purpose. */
const VARIABLE = /^\$\{env:(INTEGRATION_[A-Za-z0-9_]+)\}$/;

const Settings = Optional(
  RecordOf(Str(), Union([Str({ pattern: VARIABLE.source }), Num(), Bool()], { writeOnly: true }), {
    description: `numbers, true or false, and texts by the name of a variable: $\{env:INTEGRATION_NAME}`,
  }),
);

const schema = Shape({
  ...shapes.SCHEMA_KEY,
  integrations: ArrayOf(
    Shape({
      name: Str({ minLength: 1, description: 'name of the integration' }),
      spaces: Optional(
        Union(
          [
            Literal('all'),
            ArrayOf(Union([Str({ minLength: 1 }), Shape({ space: Str(), settings: Settings })])),
          ],
          {
            description:
              'all, or these spaces; one with different settings as { space: Guides, settings: ... }',
          },
        ),
      ),
      sites: Optional(
        Union([Literal('all'), Literal('selected')], { description: 'all, or those whose files name it' }),
      ),
      settings: Settings,
    }),
  ),
});
type Item = Static<typeof schema>['integrations'][number];

type Settings = Readonly<Record<string, string | number | boolean>>;

interface OnSpace {
  space: string;
  settings?: Settings;
}

const onSpaces = ({ spaces }: Item): OnSpace[] =>
  Array.isArray(spaces) ? spaces.map((one) => (typeof one === 'string' ? { space: one } : one)) : [];

type Installed = ResultOf<typeof listOrganizationInstallations>['items'][number];

const readInstalled = ({ client, organizationId }: World): Promise<Installed[]> =>
  allItems(client.pages(listOrganizationInstallations, { organizationId }));

/** On which spaces it is, by their IDs, with its settings there. */
async function spacesOf(
  { client }: World,
  { installation, integration }: Installed,
): Promise<Map<string, Configuration>> {
  if (installation.space_selection === 'all' || installation.spaces === 0) return new Map();
  const place = { integrationName: integration.name, installationId: installation.id };
  const found = await allItems(client.pages(integrationInstallations.listInstallationSpaces, place));
  return new Map(
    found.map(({ space, configuration }) => [typeof space === 'string' ? space : space.id, configuration]),
  );
}

type Configuration = Readonly<Record<string, unknown>>;

async function describe(world: World, [file]: readonly OrgFile[]): Promise<Described[]> {
  const known = new Map(
    file ? part.itemsOf<Item>(file, 'integrations').map((item) => [item.name, item]) : [],
  );
  const names = await world.names('space');
  const installed = sortedBy(await readInstalled(world), ({ integration }) => integration.name);
  const say = settingsSayer();
  const integrations: Described[] = [];
  for (const one of installed) {
    const { id, space_selection, site_selection, configuration } = one.installation;
    const { name } = one.integration;
    const item = known.get(name);
    const own = new Map(
      item && onSpaces(item).map(({ space, settings }) => [names.find(space)[0]?.id, settings]),
    );
    const spaces = [...(await spacesOf(world, one))].map(([spaceId, there]) => {
      const space = names.nameOf(spaceId);
      return { space, ...say([name, space], there, own.get(spaceId)) };
    });
    integrations.push({
      ...{ [ID]: id, name },
      spaces:
        space_selection === 'all'
          ? 'all'
          : sortedBy(spaces, ({ space }) => space).map((on) => ('settings' in on ? on : on.space)),
      sites: site_selection,
      ...say([name], configuration, item?.settings),
    });
  }
  return [{ integrations }];
}

/** What files say of settings: by names of variables, but for what is only on or off; what a file says already stays. */
function settingsSayer() {
  const taken = new Set<string>();
  const variableFor = (words: readonly string[]): string | undefined => {
    const text = words.join('_').replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');
    const name = `INTEGRATION_${text.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()}`;
    return taken.size === taken.add(name).size ? undefined : `$\{env:${name}}`;
  };
  return (words: readonly string[], now: Configuration, before: Settings = {}): { settings?: Settings } => {
    const settings: Record<string, string | number | boolean> = { ...before };
    for (const [key, value] of Object.entries(now)) {
      if (key in before || value === null || typeof value === 'object') continue;
      const said = typeof value === 'boolean' ? value : variableFor([...words, key]);
      if (said !== undefined) settings[key] = said;
    }
    return Object.keys(settings).length > 0 ? { settings } : {};
  };
}

async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const live = await readInstalled(work.world);
  const items = part.itemsOf<Item>(file, 'integrations');
  part.refuseNamesakes(work, file, items);
  for (const item of items) {
    const own = live.find(({ integration }) => integration.name === item.name);
    if (own || (await canBeInstalled(work, file, item, live))) await placed(work, file, item, own);
  }
  if (!work.prune) return;
  const named = new Set(items.map(({ name }) => name));
  const gone = live.filter(({ integration }) => !named.has(integration.name));
  for (const { integration, installation } of gone)
    part.addWish(work, file, {
      operation: integrationInstallations.deleteInstallation,
      input: { integrationName: integration.name, installationId: installation.id },
      target: { kind: 'installation', title: integration.name },
      live: { ...installation },
    });
  work.removals.push({ what: 'integrations', count: gone.length, total: live.length });
}

/** Asked only of what is not installed yet; leaves a fault where there is no such integration. */
async function canBeInstalled(
  work: Work,
  file: OrgFile,
  item: Item,
  live: readonly Installed[],
): Promise<boolean> {
  try {
    await work.world.client.call(getIntegration, { integrationName: item.name });
    return true;
  } catch (error) {
    if (!isAbsence(error)) throw error;
    const [meant] = nearest(
      item.name,
      live.map(({ integration }) => integration.name),
      1,
    );
    const near = meant === undefined ? '' : `; did you mean "${meant}"?`;
    const hint = 'docs integrations list';
    part.addFault(work, file, item, ['name'], `there is no integration "${item.name}"${near}`, hint);
    return false;
  }
}

async function placed(work: Work, file: OrgFile, item: Item, live: Installed | undefined): Promise<void> {
  const integrationName = item.name;
  const about = {
    target: { kind: 'installation', title: item.name },
    ...inTurn(item),
    item,
  };
  const before = work.wishes.rows.length;
  const installation = live?.installation;
  if (installation) work.matches.push({ file, item, id: installation.id });
  const installationId =
    installation?.id ??
    part.addWish(work, file, {
      ...about,
      operation: integrationInstallations.installIntegration,
      input: { integrationName, organization: work.world.organizationId },
    });
  const place = { integrationName, installationId };
  const selection = item.spaces === undefined ? undefined : item.spaces === 'all' ? 'all' : 'selected';
  const configuration = settingsFor(work, { file, item, path: [] }, item, installation?.configuration ?? {});
  const selected = { space_selection: selection, site_selection: item.sites };
  const fields = { ...differing(selected, { ...installation }), ...(configuration && { configuration }) };
  part.addChange(work, file, fields, {
    ...about,
    operation: integrationInstallations.updateInstallation,
    ...{ input: place, live: installation && { ...installation } },
  });
  if (Array.isArray(item.spaces))
    await planSpaces(work, file, item, { place, now: live ? await spacesOf(work.world, live) : new Map() });
  if (work.wishes.rows.length === before) work.unchanged += 1;
}

/** What is on all spaces and sites can be put on a single one only once that has ended. */
const inTurn = ({ name }: Item) => ({ lanes: [installationLane(name)] });

interface Placing {
  place: { integrationName: string; installationId: string };
  now: ReadonlyMap<string, Configuration>;
}

async function planSpaces(work: Work, file: OrgFile, item: Item, { place, now }: Placing): Promise<void> {
  const names = await part.namesIn(work, 'space');
  const about = (space: string) => ({
    target: { kind: `installation of "${item.name}" on space`, title: names.nameOf(space) },
    ...inTurn(item),
    item,
  });
  const wanted = new Set<string>();
  for (const [at, { space: word, settings }] of onSpaces(item).entries()) {
    const path = ['spaces', at];
    const space = part.thingNamed(work, names, { file, item, path, kind: 'space', word });
    if (space === undefined || wanted.has(space)) continue;
    wanted.add(space);
    const live = now.get(space);
    if (!live)
      part.addWish(work, file, {
        ...about(space),
        operation: integrationInstallations.addInstallationSpace,
        input: { ...place, space },
      });
    const configuration = settingsFor(work, { file, item, path }, { name: item.name, settings }, live ?? {});
    if (configuration)
      part.addWish(work, file, {
        ...about(space),
        operation: integrationInstallations.updateInstallationSpace,
        input: { ...place, spaceId: space, configuration },
        ...(live && { live: { configuration: live } }),
      });
  }
  if (!work.prune) return;
  for (const spaceId of [...now.keys()].filter((id) => !wanted.has(id)))
    part.addWish(work, file, {
      ...about(spaceId),
      operation: integrationInstallations.removeInstallationSpace,
      input: { ...place, spaceId },
    });
}

/** All settings where one of them differs. A plan file holds no secret, so that it has none of them. */
function settingsFor(
  work: Work,
  { file, item, path }: { file: OrgFile; item: object; path: (string | number)[] },
  { name, settings = {} }: Pick<Item, 'name'> & { settings?: Settings | undefined },
  now: Configuration,
): Configuration | undefined {
  const entries = Object.entries(settings);
  const unset = entries.filter(([, value]) => isUnset(work, value));
  const lacking = work.noSecrets ? entries : unset;
  if (lacking.length > 0) {
    const names = lacking.flatMap(([, value]) => nameIn(value) ?? []).join(', ');
    const why = work.noSecrets
      ? `secrets are never in a plan file${names && ` (${names})`}`
      : `${names} is not set`;
    work.kept.push(`settings of integration "${name}" are not compared: ${why}`);
  }
  if (work.noSecrets) return undefined;
  // What is there stays; what is not there yet cannot be made up.
  for (const [key, value] of work.isApplied ? unset : [])
    if (!(key in now))
      part.addFault(
        work,
        file,
        item,
        [...path, 'settings', key],
        `the environment variable ${nameIn(value)} is not set`,
      );
  const wanted = Object.fromEntries(
    entries
      .filter(([, value]) => !isUnset(work, value))
      .map(([key, value]) => {
        const secret = work.env[nameIn(value) ?? ''];
        if (secret) work.secrets.add(secret);
        return [key, typeof now[key] === 'number' && isNumber(secret) ? Number(secret) : (secret ?? value)];
      }),
  );
  const differs = Object.entries(wanted).some(
    ([key, value]) => JSON.stringify(now[key]) !== JSON.stringify(value),
  );
  return differs ? { ...now, ...wanted } : undefined;
}

const isNumber = (text = '') => text.trim() !== '' && Number.isFinite(Number(text));

const isUnset = ({ env }: Work, value: unknown): boolean => {
  const name = nameIn(value);
  return name !== undefined && !env[name];
};

const nameIn = (value: unknown): string | undefined => VARIABLE.exec(String(value))?.[1];

export const integrations: Part = {
  name: 'integrations',
  summary: 'installed integrations, their spaces and settings',
  files: ['integrations.yaml'],
  schema,
  loose: ['integrations', 'spaces'],
  reads: [
    getIntegration,
    listOrganizationInstallations,
    integrationInstallations.listInstallationSpaces,
    integrationInstallations.getInstallation,
  ],
  writes: [
    integrationInstallations.installIntegration,
    integrationInstallations.updateInstallation,
    integrationInstallations.deleteInstallation,
    integrationInstallations.addInstallationSpace,
    integrationInstallations.updateInstallationSpace,
    integrationInstallations.removeInstallationSpace,
  ],
  ...{ describe, plan },
};
