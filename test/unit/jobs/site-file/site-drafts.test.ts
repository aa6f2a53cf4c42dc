import { expect, it } from 'vitest';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { OTHER_FIELDS } from '../../../../src/api/operation.ts';
import { getSiteStructure } from '../../../../src/api/sites/site-structure.ts';
import type { Client } from '../../../../src/client/client.ts';
import { applied, openOrg, planned, pulled, withoutIds } from '../../../helpers/site-files.ts';
import { watched } from '../../../helpers/site-reader.ts';

const open = () => openOrg(['Guides', 'Secret plans', 'Hidden notes', 'Group guide']);

const FILE = `version: 2
title: Docs
visibility: public
basename: docs
defaultLevel: comment
styleguide: Guides
publish: true
sections:
  - title: Guides
    localizedTitle: { fr: Guides }
    localizedDescription: { fr: "Tout ce qu'il faut" }
    spaces:
      - space: Guides
      - space: Hidden notes
        hidden: true
        path: hidden
  - title: Secret plans
    draft: true
    path: plans
    spaces: [Secret plans]
  - group: Secret group
    draft: true
    localizedTitle: { de: Gruppe }
    sections:
      - title: Group guide
        spaces: [Group guide]
`;

const PATHS = ['plans/', 'group-guide/', 'handbook/'];

it('shows readers no draft and no hidden variant at any moment', async () => {
  const org = await open();
  const seen: string[] = [];
  const reader = { ...org, client: watched(org, seen, PATHS) };
  await applied(reader, await planned(org, FILE));
  // Once more, with a section that only some may see, on the published site.
  await org.client.call(createSpace, { organizationId: org.organizationId, title: 'Handbook' });
  const more = `${FILE}  - title: Handbook\n    path: handbook\n    condition: visitor.claims.beta\n    spaces: [Handbook]\n`;
  await applied(reader, await planned(org, more));
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.filter((text) => /Secret|Hidden notes|Group guide|Handbook/.test(text))).toEqual([]);
  expect((await planned(org, more)).rows).toEqual([]);
});

it('writes every field of a file, and reads the same again', async () => {
  const [home, other] = [await open(), await open()];
  await applied(home, await planned(home, FILE));
  const text = await pulled(home, 'Docs');
  await applied(other, await planned(other, text));
  expect(withoutIds(await pulled(other, 'Docs'))).toBe(withoutIds(text));
  for (const field of ['draft', 'hidden', 'localizedTitle', 'localizedDescription', 'defaultLevel'])
    expect(text).toContain(`${field}:`);
});

/** A host that keeps fields which the program does not know. */
function newerHost(client: Client): Client {
  const kept = new Map<string, object>();
  const withKept = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withKept);
    if (typeof value !== 'object' || value === null) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withKept(one)]));
    return { ...inner, ...kept.get(String(inner.id)) };
  };
  return {
    ...client,
    call: (async (operation: Parameters<Client['call']>[0], input: Record<string, unknown>) => {
      const { [OTHER_FIELDS]: other, ...known } = input;
      const result = Object(await client.call(operation, known as never));
      if (other) kept.set(String(result.id), { ...kept.get(String(result.id)), ...Object(other) });
      return withKept(result);
    }) as Client['call'],
    pages: ((...given: Parameters<Client['pages']>) =>
      (async function* () {
        for await (const page of client.pages(...given)) yield withKept(page);
      })()) as Client['pages'],
  };
}

it('keeps fields that it does not know under "other", compares them and writes them back', async () => {
  const org = await open();
  const host = { ...org, client: newerHost(org.client) };
  const file = FILE.replace(
    '  - title: Guides\n',
    '  - title: Guides\n    other: { badge: { text: new } }\n',
  ).replace('publish: true\n', 'publish: true\nother: { region: eu }\n');
  await applied(host, await planned(host, file));
  const text = await pulled(host, 'Docs');
  expect(text).toContain('region: eu');
  expect(text).toContain('badge:');
  expect((await planned(host, text)).rows).toEqual([]);
  const changed = await planned(host, text.replace('region: eu', 'region: us'));
  expect(changed.rows.map(({ input }) => input[OTHER_FIELDS])).toEqual([{ region: 'us' }]);
  const { structure } = await host.client.call(getSiteStructure, {
    ...{ organizationId: org.organizationId, siteId: String(changed.rows[0]?.input.siteId) },
  });
  expect(structure[0]).toMatchObject({ badge: { text: 'new' } });
});

it('refuses a draft on a host that has none, before anything is sent', async () => {
  const org = await open();
  const plain = FILE.replaceAll(/ *(draft|hidden): true\n/g, '');
  await applied(org, await planned(org, plain));
  const host: Client = {
    ...org.client,
    call: (async (...given: Parameters<Client['call']>) =>
      JSON.parse(
        JSON.stringify((await org.client.call(...given)) ?? null, (key, value) =>
          key === 'draft' || key === 'hidden' ? undefined : value,
        ),
      )) as Client['call'],
  };
  await expect(planned({ ...org, client: host }, FILE)).rejects.toThrow('this host has neither');
});

it('is done after one round with a part of an override', async () => {
  const org = await open();
  const file = `version: 2
title: Docs
basename: docs
publish: false
spaces:
  - space: Guides
    customization:
      styling: { primaryColor: { light: '#ff0000' } }
`;
  await applied(org, await planned(org, file.slice(0, file.indexOf('    customization:'))));
  await applied(org, await planned(org, file, { prune: false }));
  expect((await planned(org, file, { prune: false })).rows).toEqual([]);
});
