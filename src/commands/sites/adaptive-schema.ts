// docs sites schema: which claims of its visitors a site adapts to.
import {
  getAdaptiveSchema,
  listTemplateConditions,
  setAdaptiveSchema,
} from '../../api/sites/adaptive-schema.ts';
import { adaptiveSchemaProblems } from '../../api/sites/adaptive-schema-rules.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import { parseJson, readFileOrStdin } from '../../engine/run/input.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError, ValidationError } from '../../errors.ts';

export const schema = subgroup(
  'schema',
  'Manage the visitor schema of a site',
  [
    command('get', getAdaptiveSchema, {
      args: ['siteId?'],
      columns: ['updatedAt', 'jsonSchema'],
      examples: ['docs sites schema get "Tarnpost Docs"'],
    }),
    command('set', setAdaptiveSchema, {
      args: ['siteId?', 'jsonSchema?'],
      columns: ['updatedAt', 'jsonSchema'],
      hidden: ['jsonSchema'],
      prepare: readSchema,
      done: 'set the visitor schema of',
      success: async (run) => `set the visitor schema of ${await called(run, 'siteId', getSite)}`,
      examples: ['docs sites schema set "Tarnpost Docs" schema.json'],
      notes:
        'The schema is a file, or - for stdin. With --site, it can be the only argument if its name ends in .json. It is checked against the rules of the platform before it is sent.',
    }),
    command('conditions', listTemplateConditions, {
      none: 'no ready-made conditions for {}',
      args: ['siteId?'],
      rows: 'items',
      columns: ['condition', 'description'],
      examples: ['docs sites schema conditions "Tarnpost Docs"'],
    }),
  ],
  [
    ['Show what a site may know about its visitors', 'get'],
    ['Set it from a file', 'set'],
  ],
);

/** The last argument names the schema; what --data gives is the whole body. Throws UsageError, ValidationError. */
async function readSchema(run: Run): Promise<void> {
  takeSource(run);
  const { jsonSchema } = run.input;
  if (typeof jsonSchema === 'string')
    run.input = {
      ...run.input,
      jsonSchema: parseJson(await readFileOrStdin(run.context, jsonSchema, 'schema'), 'the schema'),
    };
  if (run.input.jsonSchema === undefined) {
    throw new UsageError('no schema given', { hint: `${run.path} <site> schema.json` });
  }
  const [problem] = adaptiveSchemaProblems(run.input.jsonSchema);
  if (!problem) return;
  throw new ValidationError(
    `the schema breaks the rules of the platform: ${problem.path || '/'} ${problem.message}`,
    {
      code: 'SCHEMA_RULES',
      hint: 'docs sites schema set --help',
      details: { field: problem.path },
    },
  );
}

/** A lone argument that names a file is the schema, and the site comes from the context. */
function takeSource(run: Run): void {
  const { siteId, jsonSchema, ...rest } = run.input;
  const lone = typeof siteId === 'string' && jsonSchema === undefined;
  if (lone && (siteId === '-' || /^@|\.json$/.test(siteId))) run.input = { ...rest, jsonSchema: siteId };
}
