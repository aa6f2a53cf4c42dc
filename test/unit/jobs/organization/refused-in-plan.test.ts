// What the platform would refuse of files: the plan says so, with the file and the line, before anything is applied.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { perTest } from '../../../helpers/lasting.ts';
import { orgWorld } from '../../../helpers/org-world.ts';

const world = perTest(() => orgWorld({ demo: true }));
beforeEach(async () => {
  await world.ok('orgs', 'pull', '--to', 'acme');
});

const PORTAL = 'acme/sites/partner-portal.yaml';
const DOCS = 'acme/sites/tarnpost-docs.yaml';
const TABLE = 'acme/sites/tarnpost-docs.redirects.csv';

function replace(path: string, from: string, to: string): number {
  const text = readFileSync(world.at(path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(world.at(path), text.replace(from, to));
  return text.slice(0, text.indexOf(from)).split('\n').length;
}

const CODE = 'javascript:alert(1)';
const isCode = /must be a URL that no browser runs as code/;
const CASES: [path: string, from: string, to: string, below: number, message: RegExp][] = [
  ['acme/organization.yaml', 'hostname: tarnpost', 'hostname: Bad Host', 0, /"hostname" must be 3 to 32/],
  ['acme/organization.yaml', '- tarnpost.example', '- no domain', 0, /"no domain" is not an email domain/],
  [DOCS, 'url: https://support.tarnpost.example', `url: "${CODE}"`, 0, isCode],
  [DOCS, 'url: https://support.tarnpost.example', 'url: "tel:1"', 0, /"url" must be a URL that begins with/],
  [
    DOCS,
    '      - link: Support',
    '      - link: New\n        url: "tel:1"\n      - link: Support',
    1,
    /"url" must be/,
  ],
  [
    DOCS,
    '      - title: Release notes',
    '      - group: More\n        sections:\n          - link: New\n            url: "tel:1"\n      - title: Release notes',
    3,
    /"url" must be a URL that begins with/,
  ],
  [DOCS, 'backend: custom', `backend: custom\n  logoutURL: ${CODE}`, 1, isCode],
  [
    PORTAL,
    'links: []',
    `links: [{ title: A, to: { kind: url, url: " JavaScript:alert(1)" }, links: [] }]`,
    0,
    isCode,
  ],
  [
    PORTAL,
    'groups: []',
    `groups: [{ title: A, links: [{ title: B, to: { kind: url, url: "${CODE}" } }] }]`,
    0,
    isCode,
  ],
  [
    PORTAL,
    '  styling:',
    '  stlying:',
    0,
    /"customization\.stlying" is not a field.*did you mean "styling"\?/,
  ],
  [PORTAL, 'corners:', 'cornres:', 0, /"customization\.styling\.cornres" .*did you mean "corners"\?/],
  [DOCS, '          themes:', '          thmes:', 0, /"thmes" is not a field here.*did you mean "themes"\?/],
  [DOCS, '            default: dark', '            dfault: dark', 0, /did you mean "default"\?/],
  [DOCS, 'publish: true', 'publsh: true', 0, /did you mean "publish"\?/],
  [DOCS, '  backend: custom', '  bakend: custom', 0, /"auth\.bakend" .*did you mean "backend"\?/],
];

it.each(CASES)('%s: "%s" as "%s"', async (path, from, to, below, message) => {
  const line = replace(path, from, to) + below;
  const { exitCode, stderr } = await world.cli(['orgs', 'plan', 'acme', '--plan-out', 'plan.json']);
  expect(stderr).toMatch(message);
  expect(stderr).toContain(`line ${line}, column `);
  expect(stderr).toContain(`of ${path}: `);
  expect(exitCode).toBe(2);
  expect(existsSync(world.at('plan.json'))).toBe(false);
  if (!path.includes('/sites/')) return;
  const alone = await world.cli(['sites', 'plan', path]);
  expect(alone.stderr).toMatch(message);
  expect(alone.stderr).toContain(`${path} line ${line}, column `);
  expect(alone.exitCode).toBe(2);
});

it.each([
  ['section:Nope', /redirect "\/y" leads to section "Nope", which is not in the file/],
  ['space:Guides/nope', /redirect "\/y": page "nope" not found in space "Guides"/],
  [CODE, /destination "javascript:alert\(1\)" is not a URL/],
])('a redirect of a table that leads to %s is told by the line of the table', async (to, message) => {
  appendFileSync(world.at(TABLE), `/y,${to},,,\n`);
  const { exitCode, stderr } = await world.cli(['orgs', 'plan', 'acme']);
  expect(stderr).toContain(`line 5 of ${TABLE}: `);
  expect(stderr).toMatch(message);
  expect(exitCode).toBe(2);
});

it('a redirect of a site file is told by its line', async () => {
  appendFileSync(world.at(DOCS), 'redirects:\n  - from: /x\n    to: { url: "ftp://files" }\n');
  const line = readFileSync(world.at(DOCS), 'utf8').trimEnd().split('\n').length - 1;
  const { exitCode, stderr } = await world.cli(['sites', 'plan', DOCS]);
  expect(stderr).toContain(
    `${DOCS} line ${line}: redirect "/x": "url" must be a URL that begins with https://`,
  );
  expect(exitCode).toBe(2);
});
