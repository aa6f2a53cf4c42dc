// Faults of OpenAPI specifications.

import { writeFileSync } from 'node:fs';
import { createOpenApiSpec } from '../../../../../src/api/integrations/openapi.ts';
import type { Garden, Plants } from '../plant.ts';

const SPEC = JSON.stringify({ openapi: '3.1.0', info: { title: 'Almanac', version: '1' }, paths: {} });

async function specOf({ call, organizationId, sandbox }: Garden, slug: string): Promise<string> {
  const { id } = await call(createOpenApiSpec, { organizationId, slug, source: { text: SPEC } });
  await sandbox.background.settle();
  return id;
}

export const plants: Plants = {
  'openapi/failing': {
    also: ['openapi/unused'],
    async plant(garden) {
      const id = await specOf(garden, 'broken');
      garden.sandbox.db.run("UPDATE openApiSpecs SET lastProcessErrorCode = 'PARSE_ERROR' WHERE id = ?", id);
      return [id];
    },
    fill({ file }) {
      writeFileSync(`${file}.json`, SPEC);
      return { '<slug>': 'broken', '<file>': `${file}.json --wait` };
    },
  },
  'openapi/unused': {
    plant: async (garden) => [await specOf(garden, 'unread')],
    fill: () => ({ '<slug>': 'unread' }),
  },
};
