import { describe, it } from 'vitest';
import { openApiMarkdown } from '../../src/sandbox/content/openapi-markdown.ts';

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
