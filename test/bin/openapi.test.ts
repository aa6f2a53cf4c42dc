import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';

const docs = perFile(demoDocs);

it('the built program finds the schemas of its OpenAPI checker beside it', async () => {
  for (const version of ['3.0.3', '3.1.0']) {
    const file = join(docs.home, 'spec.json');
    writeFileSync(file, JSON.stringify({ openapi: version, info: { title: 'T', version: '1' }, paths: {} }));
    const { code, stderr } = await docs(['openapi', 'set', 'parcels', '--file', file, '--wait']);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('processed OpenAPI specification');
  }
});

it('the built program checks a long specification as a short one', async () => {
  const file = join(docs.home, 'long.json');
  const info = { title: 'T', version: '1', description: 'x'.repeat(300 * 1024) };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info, paths: {} }));
  const { code, stderr } = await docs(['openapi', 'push', file, '--wait']);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('1 created');
});
