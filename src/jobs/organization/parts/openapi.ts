// openapi.yaml: OpenAPI specifications by their URL or by a file of the folder, and who can see them.
import type { Static } from '@sinclair/typebox';
import type { OpenAPISpec as OpenApiSpec } from '../../../api/integrations/openapi.generated.ts';
import * as api from '../../../api/integrations/openapi.ts';
import { builders } from '../../../api/schema.ts';
import { allItems } from '../../../client/pages.ts';
import { NotFoundError, unless } from '../../../errors.ts';
import { sortedBy } from '../../../files/lists.ts';
import { maskUrl } from '../../../files/mask-url.ts';
import { type Described, ID } from '../../site-file/describe.ts';
import { Shape } from '../../site-file/schema.ts';
import type { OrgFile } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import type { World } from '../world.ts';

const { ArrayOf, Literal, Optional, Str, Union } = builders;

const schema = Shape({
  ...shapes.SCHEMA_KEY,
  specifications: ArrayOf(
    Shape({
      name: Str({
        ...{ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$' },
        description: 'slug of the specification',
      }),
      url: Optional(Str({ format: 'uri', maxLength: 2048, description: 'where the platform fetches it' })),
      file: Optional(Str({ minLength: 1, description: 'file of this folder with its text' })),
      visibility: Optional(Union([Literal('private'), Literal('public')], { description: 'who can see it' })),
    }),
  ),
});
type Item = Static<typeof schema>['specifications'][number];

const readSpecs = ({ client, organizationId }: World): Promise<OpenApiSpec[]> =>
  allItems(client.pages(api.listOpenApiSpecs, { organizationId }));

/** The text of a specification stays in the file that the folder names: that is where it is edited. */
async function describe(world: World, [file]: readonly OrgFile[]): Promise<Described[]> {
  const files = new Map(
    file ? part.itemsOf<Item>(file, 'specifications').map((item) => [item.name, item.file]) : [],
  );
  const specs = sortedBy(await readSpecs(world), ({ slug }) => slug);
  return [
    {
      specifications: specs.map(({ id, slug, sourceURL, visibility }) => {
        const own = files.get(slug);
        return {
          ...{ [ID]: id, name: slug },
          // One with a password or token in it is no text for a file.
          ...(sourceURL !== undefined && maskUrl(sourceURL) === sourceURL && { url: sourceURL }),
          ...(sourceURL === undefined && own !== undefined && { file: own }),
          ...(visibility !== undefined && { visibility }),
        };
      }),
    },
  ];
}

async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const live = new Map((await readSpecs(work.world)).map((one) => [one.slug, one]));
  const items = part.itemsOf<Item>(file, 'specifications');
  part.refuseNamesakes(work, file, items);
  for (const item of items) await placed(work, file, item, live.get(item.name));
  if (!work.prune) return;
  const named = new Set(items.map(({ name }) => name));
  part.removeGone(work, file.name, {
    what: 'OpenAPI specifications',
    live: [...live.values()],
    isNamed: ({ slug }) => named.has(slug),
    remove: ({ slug }) => ({
      operation: api.deleteOpenApiSpec,
      input: { organizationId: work.world.organizationId, specSlug: slug },
      target: { kind: 'OpenAPI specification', title: slug },
    }),
  });
}

async function placed(work: Work, file: OrgFile, item: Item, live: OpenApiSpec | undefined): Promise<void> {
  const place = { organizationId: work.world.organizationId, specSlug: item.name };
  const about = { target: { kind: 'OpenAPI specification', title: item.name }, item };
  const before = work.wishes.rows.length;
  if (live) work.matches.push({ file, item, id: live.id });
  const source = await sourceFor(work, file, item, live);
  const lane = `openapi ${item.name}`;
  const shared = { ...about, lanes: [lane], live: live ? { ...live } : null };
  const sendText = () =>
    source &&
    part.addWish(work, file, { ...shared, operation: api.setOpenApiSpec, input: { ...place, source } });
  const { visibility } = item;
  // Nobody outside ever sees a text that is not meant for them.
  const isClosedFirst = live !== undefined && visibility === 'private';
  if (!isClosedFirst) sendText();
  if (visibility !== undefined && visibility !== live?.visibility)
    part.addWish(work, file, {
      ...shared,
      operation: api.updateOpenApiSpec,
      input: { ...place, visibility },
    });
  if (isClosedFirst) sendText();
  if (work.wishes.rows.length === before) work.unchanged += 1;
}

/** Undefined where it has that source already. */
async function sourceFor(work: Work, file: OrgFile, item: Item, live: OpenApiSpec | undefined) {
  const { url, file: path } = item;
  if (url !== undefined && path !== undefined) {
    part.addFault(work, file, item, ['file'], `"${item.name}" has a url and a file: use one of them`);
    return undefined;
  }
  if (url !== undefined) return url === live?.sourceURL ? undefined : { url };
  if (path === undefined) {
    if (!live)
      part.addFault(work, file, item, [], `"${item.name}" does not exist yet: it needs a url or a file`);
    return undefined;
  }
  const text = await work.readText(path);
  if (text === undefined) {
    part.addFault(work, file, item, ['file'], `there is no file "${path}" in the folder`);
    return undefined;
  }
  const same = live && live.sourceURL === undefined && (await textOf(work.world, live)) === text;
  return same ? undefined : { text };
}

async function textOf({ client, organizationId }: World, { slug }: OpenApiSpec): Promise<string | undefined> {
  return unless(
    (error) => error instanceof NotFoundError,
    async () => (await client.call(api.getRawOpenApiContent, { organizationId, specSlug: slug })).text,
  );
}

export const openapi: Part = {
  name: 'openapi',
  summary: 'OpenAPI specifications by URL or file',
  files: ['openapi.yaml'],
  schema,
  loose: ['specifications'],
  reads: [api.listOpenApiSpecs, api.getOpenApiSpec, api.getRawOpenApiContent],
  writes: [api.setOpenApiSpec, api.updateOpenApiSpec, api.deleteOpenApiSpec],
  ...{ describe, plan },
};
