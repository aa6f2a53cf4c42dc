import { createServer } from 'node:http';
import type { TString } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { INTEGRATION_NAME } from '../../src/api/integrations/integration-parts.ts';
import * as api from '../../src/api/integrations/openapi.ts';
import { Site } from '../../src/api/sites/sites.generated.ts';
import { openApiSpecOf } from '../../src/sandbox/db/integrations/openapi.ts';
import { processSpec } from '../../src/sandbox/resources/integrations/openapi/specs.ts';
import { growth, LINEAR } from '../helpers/growth.ts';
import { listening, untilEnd } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

it('an OpenAPI specification says when its server was too slow', async () => {
  const box = untilEnd(await openTestSandbox());
  const server = untilEnd(createServer(), (it) => it.close().closeAllConnections());
  const url = await listening(server);
  const ref = { organizationId: box.organizationId, specSlug: 'slow' };
  await box.call(api.setOpenApiSpec, { ...ref, source: { text: '{}' } });
  await box.sandbox.background.settle();
  const row = openApiSpecOf(box.sandbox.db, box.organizationId, 'slow');
  await processSpec(box.sandbox, row?.job ?? '', { url }, 50);
  const spec = await box.call(api.getOpenApiSpec, ref);
  expect(spec.lastProcessErrorCode).toBe('FETCH_TIMEOUT');
});

describe('patterns', () => {
  const patternOf = ({ pattern = '' }: TString) => pattern;
  const attacks = ['a', 'a.', '-', 'a-', 'a.a', '/a', 'a/', '.', 'a1-.', 'A', '\u{1f4a3}'].flatMap((unit) => [
    (size: number) => unit.repeat(size / unit.length),
    (size: number) => `${unit.repeat(size / unit.length)}!`,
  ]);
  it.each([
    ['integration name', INTEGRATION_NAME],
    ['slug', api.SLUG],
    ['hostname', patternOf(Site.properties.hostname)],
    ['proxy', patternOf(Site.properties.proxy.properties.origin)],
  ])('of the %s take no longer than a text is long, whatever comes', (_, source) => {
    expect(source).not.toBe('');
    const pattern = new RegExp(source);
    for (const attack of attacks)
      expect(
        growth((size) => pattern.test(attack(size)), 12_500),
        attack(8),
      ).toBeLessThan(LINEAR);
  });
});
