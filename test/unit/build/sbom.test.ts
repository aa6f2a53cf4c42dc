import { expect, it } from 'vitest';
import { type Sbom, shippedOnly } from '../../../src/build/sbom.ts';

const DEVELOPMENT = [{ name: 'cdx:npm:package:development', value: 'true' }];
const component = (name: string, properties: { name: string; value: string }[] = []) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  properties,
});

const all = (): Sbom => ({
  serialNumber: 'urn:uuid:1',
  metadata: { timestamp: '2026-11-21T00:00:00Z', component: { name: 'some-folder' } },
  components: [
    component('vitest', DEVELOPMENT),
    component('pdfkit'),
    component('commander', DEVELOPMENT),
    component('fontkit'),
  ],
  dependencies: [
    { ref: 'docs-admin-cli@0.1.0', dependsOn: ['vitest@1.0.0', 'pdfkit@1.0.0', 'commander@1.0.0'] },
    { ref: 'pdfkit@1.0.0', dependsOn: ['fontkit@1.0.0'] },
    { ref: 'vitest@1.0.0', dependsOn: [] },
  ],
});

it('lists what is installed and what is bundled, and no tool', () => {
  const made = shippedOnly(all(), 'docs-admin-cli', new Set(['commander 1.0.0', 'vitest 0.9.0']));
  expect(made.components.map(({ name }) => name)).toEqual(['commander', 'fontkit', 'pdfkit']);
  expect(made.components[0]).toMatchObject({
    scope: 'required',
    properties: [{ name: 'docs:bundled', value: 'true' }],
  });
  expect(made.dependencies).toEqual([
    { ref: 'docs-admin-cli@0.1.0', dependsOn: ['commander@1.0.0', 'pdfkit@1.0.0'] },
    { ref: 'pdfkit@1.0.0', dependsOn: ['fontkit@1.0.0'] },
  ]);
});

it('holds neither a number nor a time nor a folder, so that the same lock gives the same list', () => {
  const made = shippedOnly(all(), 'docs-admin-cli', new Set());
  expect(made.metadata).toEqual({ component: { name: 'docs-admin-cli' } });
  expect(made).not.toHaveProperty('serialNumber');
});
