import { describe, it } from 'vitest';
import { listSpaceLinks } from '../../src/api/content/links.ts';
import { getPageByPath, listPages } from '../../src/api/content/pages.ts';
import { createOpenApiSpec } from '../../src/api/integrations/openapi.ts';
import { openApiMarkdown } from '../../src/sandbox/content/openapi-markdown.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1', description: 'All about pets.' },
  paths: {
    '/pets/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'which | one', schema: { type: 'string' } },
      ],
      get: { summary: 'Get a pet', responses: { '200': { description: 'the pet' } } },
      delete: { operationId: 'removePet', deprecated: true, responses: { '204': { description: 'gone' } } },
    },
  },
};

const test = perTest(openTestSandbox);

describe('a computed page', () => {
  it('says what its specification says, unless that is not wanted', async ({ expect }) => {
    const { organizationId } = test;
    const template = { id: 'api-docs', params: { contentRefs: { api: { kind: 'openapi', spec: 'pets' } } } };
    const spaceId = await test.newSpace({ title: 'API', template });
    const read = (query: object) => test.call(getPageByPath, { spaceId, pagePath: 'reference', ...query });
    expect(await read({})).toMatchObject({ markdown: '' });
    expect((await test.call(listSpaceLinks, { spaceId, status: 'broken' })).items).toMatchObject([
      { relation: 'dependsOn' },
    ]);
    const source = { text: JSON.stringify(PETS) };
    await test.call(createOpenApiSpec, { organizationId, slug: 'pets', source });
    await test.sandbox.background.settle();
    expect(await read({})).toMatchObject({ markdown: expect.stringContaining('## Get a pet') });
    expect(await read({ format: 'document' })).toMatchObject({ document: { nodes: expect.any(Array) } });
    expect(await read({ computed: false })).not.toHaveProperty('markdown');
    expect((await test.call(listSpaceLinks, { spaceId })).stats.broken.total).toBe(0);
    const listed = await test.call(listPages, { spaceId, computed: false });
    expect(listed.pages.at(-1)).not.toHaveProperty('documentId');
  });
});

describe('an OpenAPI document', () => {
  it('becomes a section an operation', ({ expect }) => {
    expect(openApiMarkdown(PETS)).toBe(`All about pets.

## Get a pet

\`GET /pets/{id}\`

| Parameter | Meaning |
| --- | --- |
| \`id\` path, required | which \\| one |

| Response | Meaning |
| --- | --- |
| \`200\` | the pet |

## removePet

\`DELETE /pets/{id}\` (deprecated)

| Parameter | Meaning |
| --- | --- |
| \`id\` path, required | which \\| one |

| Response | Meaning |
| --- | --- |
| \`204\` | gone |
`);
  });

  it.for([undefined, null, 3, 'text', [], { paths: 1 }, { paths: { '/x': null, '/y': { get: 1 } } }])(
    'of a strange form (%o) becomes nothing',
    (document, { expect }) => {
      expect(openApiMarkdown(document)).toBe('');
    },
  );
});
