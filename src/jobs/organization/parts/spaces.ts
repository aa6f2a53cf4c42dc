// spaces.yaml, or spaces/*.yaml: spaces with their settings, and the collection that each is in.

import type { Static } from '@sinclair/typebox';
import { getCollection } from '../../../api/content/collections.ts';
import { SpaceEditMode as EditMode, type Space } from '../../../api/content/spaces.generated.ts';
import * as spacesApi from '../../../api/content/spaces.ts';
import { builders } from '../../../api/schema.ts';
import { repositoryOf, sameRepository } from '../../../domain/git-status.ts';
import { APP_JOBS } from '../../../engine/find/app-jobs.ts';
import { countedBy } from '../../../files/lists.ts';
import { maskUrl } from '../../../files/mask-url.ts';
import { type Described, ID } from '../../site-file/describe.ts';
import { matchBy } from '../../site-file/match.ts';
import { Shape } from '../../site-file/schema.ts';
import { differing } from '../../site-file/work.ts';
import { hintOf, type OrgFile, standsFor } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import { inFileOrder, type Names, type Thing, type World } from '../world.ts';

const { ArrayOf, Optional, Str } = builders;

const OWN = {
  emoji: shapes.optionalText('emoji of the space (not together with an icon)', 50),
  icon: shapes.optionalText('URL of an icon', 2048),
  collection: shapes.optionalText(
    'collection that it is in: title, titles from the top with / between, or ID',
    1000,
  ),
  level: shapes.Level(),
  editMode: Optional(
    shapes.said(EditMode, 'whether main can be edited directly, or only in change requests'),
  ),
  language: Optional(Str({ description: 'language of the content' })),
  mergeRules: shapes.Rules(),
};
const NAMED = {
  title: Str({ minLength: 1, maxLength: 50, description: 'title of the space' }),
  ...OWN,
  repository: shapes.optionalText(
    'git repository that it is synced with: acme/guides, or a URL; null: none',
    2048,
  ),
};

const schema = Shape({
  ...shapes.SCHEMA_KEY,
  defaults: Optional(Shape(OWN)),
  spaces: ArrayOf(Shape(NAMED)),
});

type Item = Static<typeof schema>['spaces'][number];
const folderSchema = Shape({ ...shapes.SCHEMA_KEY, ...NAMED });

const NEW = { level: 'inherit', mergeRules: { type: 'inherit' } };

async function describe(world: World, [file]: readonly OrgFile[], isInFolder: boolean): Promise<Described[]> {
  const names = await world.names('collection');
  const ids = new Set(names.things.map(({ id }) => id));
  const defaults = file ? part.defaultsOf(file) : NEW;
  const items = await Promise.all(
    (await world.spaces()).map(
      async ({ id, title, emoji, urls, parent, defaultLevel, editMode, language, mergeRules, gitSync }) => {
        const repository = gitSync && repositoryOf(gitSync);
        const own = {
          ...(urls.icon === undefined ? emoji && { emoji } : { icon: urls.icon }),
          ...(parent !== undefined && ids.has(parent) && { collection: names.nameOf(parent) }),
          level: defaultLevel,
          ...(editMode && { editMode }),
          ...(language !== undefined && { language }),
          mergeRules: await shapes.rulesForFile(world, mergeRules),
          ...(repository !== undefined && { repository }),
        };
        return { [ID]: id, title, ...(isInFolder ? own : part.beyondDefaults(own, defaults)) };
      },
    ),
  );
  return isInFolder ? inFileOrder(items) : [{ ...(defaults && { defaults }), spaces: inFileOrder(items) }];
}

/** A file of one space. */
const isAlone = ({ name }: OrgFile): boolean => name.includes('/');

interface Wanted {
  file: OrgFile;
  item: Item;
  /** ID of the collection, null: the top; undefined: where it is. */
  parent: string | null | undefined;
}

const itemsIn = (file: OrgFile): Item[] =>
  // Safe: the schema was checked.
  isAlone(file)
    ? [standsFor(file, { ...Object(file.value) } as Item, Object(file.value))]
    : part.itemsOf<Item>(file, 'spaces');

async function plan(work: Work, files: readonly OrgFile[]): Promise<void> {
  const live = await work.world.spaces();
  const collections = await part.namesIn(work, 'collection');
  const wanted = files.flatMap((file) =>
    itemsIn(file).map((item): Wanted => ({ file, item, parent: parentOf(work, file, item, collections) })),
  );
  part.refuseTwins(work, wanted);
  const find = wanted.some(({ item }) => item.mergeRules) ? await shapes.personFinder(work) : undefined;
  const found = match(wanted, live);
  const things = wanted.map((one): Thing => {
    const { file, item } = one;
    const rules =
      find && shapes.rulesForHost(find, { file, item, path: ['mergeRules'], rules: item.mergeRules });
    const own = found.get(item);
    if (own) work.matches.push({ file, item, id: own.id });
    const id = placed(work, one, own, rules);
    compareRepository(work, one, own?.gitSync);
    const parent = one.parent === undefined ? own?.parent : (one.parent ?? undefined);
    const above = collections.things.find((thing) => thing.id === parent);
    return {
      ...{ id, title: item.title, was: own?.title, hint: hintOf(file, item), parent },
      ...(above && { path: `${above.path ?? above.title}/${item.title}` }),
    };
  });
  await part.nameThings(work, 'space', things, found.values());
}

function parentOf(work: Work, file: OrgFile, item: Item, names: Names): string | null | undefined {
  const { collection: word } = item;
  if (typeof word !== 'string') return part.orCleared(work, word, null);
  return part.thingNamed(work, names, { file, item, path: ['collection'], kind: 'collection', word });
}

function match(wanted: readonly Wanted[], live: readonly Space[]): Map<Item, Space> {
  const found = new Map<Item, Space>();
  const known = live.map((item) => ({ item }));
  const timesHere = countedBy(live, (one) => one.title);
  const timesThere = countedBy(wanted, ({ item }) => item.title);
  const ids = new Map(live.map((one) => [one.id, one]));
  const claimed = new Set<Space>();
  for (const { file, item } of wanted) {
    const own = ids.get(hintOf(file, item) ?? '');
    if (own && !claimed.has(own)) found.set(item, own);
    if (own) claimed.add(own);
  }
  const free = known.filter(({ item }) => !claimed.has(item));
  matchBy(found, wanted, free, [
    ({ item, parent }, { item: own }) => item.title === own.title && (parent ?? undefined) === own.parent,
    ({ item }, { item: own }) =>
      item.title === own.title && timesHere(own.title) === 1 && timesThere(item.title) === 1,
  ]);
  return found;
}

const NO_RULES = { type: 'inherit' };

/** Creates, changes and moves one; returns its ID. */
function placed(work: Work, { file, item, parent }: Wanted, live: Space | undefined, rules: unknown): string {
  const { organizationId } = work.world;
  const about = { target: { kind: 'space', title: item.title }, item };
  const before = work.wishes.rows.length;
  const { title: text, emoji, icon, level, editMode, language } = item;
  const spaceId =
    live?.id ?? part.addWish(work, file, { ...about, operation: spacesApi.createSpace, input: created() });
  function created() {
    const own = { emoji: emoji ?? undefined, parent: parent ?? undefined, editMode, language };
    const given = Object.entries(own).filter(([, value]) => value !== undefined);
    return { organizationId, title: text, ...Object.fromEntries(given) };
  }
  const mergeRules = rules === null ? NO_RULES : rules;
  const fields = live
    ? differing(
        {
          // A host shows an emoji of its own where there is none: nothing can tell that it was cleared.
          ...{ title: text, emoji: emoji ?? undefined, icon: part.orCleared(work, icon, null) },
          ...{ defaultLevel: level, editMode, language, mergeRules },
        },
        { ...live, icon: live.urls.icon },
      )
    : differing(
        { icon: icon ?? undefined, defaultLevel: level, mergeRules },
        { defaultLevel: 'inherit', mergeRules: NO_RULES },
      );
  part.addChange(work, file, fields, {
    ...about,
    operation: spacesApi.updateSpace,
    ...{ input: { spaceId }, live: live && { ...live, icon: live.urls.icon } },
  });
  if (live && parent !== undefined && parent !== (live.parent ?? null))
    part.addWish(work, file, { ...about, operation: spacesApi.moveSpace, input: { spaceId, parent } });
  if (work.wishes.rows.length === before) work.unchanged += 1;
  return spaceId;
}

/** A repository can only be connected in the app, so a difference is reported and counts as drift. */
function compareRepository(work: Work, { file, item }: Wanted, gitSync: Space['gitSync']): void {
  const wanted = part.orCleared(work, item.repository, null);
  const live = (gitSync && repositoryOf(gitSync)) ?? null;
  const isSame = live === wanted || (gitSync && wanted && sameRepository(wanted, gitSync));
  if (wanted === undefined || isSame) return;
  work.byHand.push({
    ...{
      file: file.name,
      ...part.lineOf(file, item),
      what: `space "${item.title}"`,
      field: 'repository',
      live,
    },
    wanted: wanted && maskUrl(wanted),
    how: `to change it in the app, ${APP_JOBS.git.place}`,
  });
}

async function prune(work: Work, files: readonly OrgFile[]): Promise<void> {
  const file = files[0]?.name.replace(/\/.*/, '/') ?? 'spaces.yaml';
  await part.removeUnnamed(work, file, 'space', await work.world.spaces(), ({ id: spaceId }) => ({
    operation: spacesApi.deleteSpace,
    input: { spaceId },
  }));
}

export const spaces: Part = {
  name: 'spaces',
  summary: 'spaces and their settings',
  files: ['spaces.yaml', 'spaces/'],
  ...{ schema, folderSchema },
  loose: ['spaces'],
  reads: [spacesApi.listSpaces, spacesApi.getSpace, getCollection],
  writes: [spacesApi.createSpace, spacesApi.updateSpace, spacesApi.moveSpace, spacesApi.deleteSpace],
  ...{ describe, plan, prune },
};
