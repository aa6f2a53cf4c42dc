// What is wrong with a schema of claims, a line each.
import { join } from 'node:path';
import { adaptiveSchemaProblems } from '../../../src/api/sites/adaptive-schema-rules.ts';
import { lineCases } from '../../helpers/text-cases.ts';

lineCases(join(import.meta.dirname, 'words'), {
  'adaptive-schema': (schema: unknown) => adaptiveSchemaProblems(schema).map(({ path }) => path),
});
