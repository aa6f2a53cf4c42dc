// docs sites schema-file: the JSON Schema of site files, for editors.
import { handmade } from '../../../engine/model/command.ts';

export const siteSchemaFile = handmade('schema-file', {
  summary: 'Print the JSON Schema of site files, for editors',
  local: true,
  examples: [
    ['Print the schema', 'docs sites schema-file'],
    ['Keep it for your editor', 'docs sites schema-file > docs-site.schema.json'],
  ],
  notes:
    'Editors complete and check a file that begins with the line: # yaml-language-server: $schema=docs-site.schema.json',
  run: async ({ context }) => {
    const { siteJsonSchema } = await import('../../../workflows/site-file/json-schema.ts');
    await context.io.out(`${JSON.stringify(siteJsonSchema(), null, 2)}\n`);
  },
});
