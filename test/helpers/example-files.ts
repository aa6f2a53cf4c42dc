// The files that examples of the help name.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CERTIFICATE, METADATA, NEXT_CERTIFICATE } from './certificate.ts';
import { splitWords } from './cli.ts';

const CLAIMS = {
  type: 'object',
  properties: { beta: { type: 'boolean', description: 'Takes part in the beta' } },
  additionalProperties: false,
};

const INTEGRATION = {
  title: 'Parcel map',
  description: 'Shows where a parcel is',
  organization: 'Tarnpost',
  scopes: ['space:content:read'],
};

/** Folders that docs convert reads. */
const OF_OTHER_TOOLS: readonly (readonly [path: string, text: string])[] = [
  ['mintlify/docs.json', '{ "navigation": { "pages": ["index"] } }'],
  ['mintlify/index.mdx', '# Start\n\n<Note>Read me</Note>\n'],
  ['website/docs/intro.md', '# Start\n\n:::tip\nRead me\n:::\n'],
  [
    'confluence/index.html',
    '<div class="pageSection"><ul><li><a href="Start_1.html">Start</a></li></ul></div>',
  ],
  ['confluence/Start_1.html', '<title>Depot : Start</title><div id="main-content"><p>Read me</p></div>'],
];

export function writeFixtures(folder: string): void {
  const files: Record<string, string> = {
    'install.md': '# Install\n\nRun it.\n',
    'letter.md': '{{about}}: {{count}}\n{{#pages}}\n- {{kind}}: {{title}}\n{{/pages}}\n',
    'notes.md': '# Why\n\n- one\n- two\n',
    'settings.json': '{"title": "Guide"}',
    'rules.json': '{"type": "none"}',
    'agents.md': '# Tone\n\nBe brief.\n',
    'terms.md': '- *parcel*, never *package*\n',
    'schema.json': JSON.stringify(CLAIMS),
    'integration.json': JSON.stringify(INTEGRATION),
    'headers.txt': 'Authorization: Bearer secret-of-orders\n',
    'looks.json': '{"styling": {"theme": "bold"}, "themes": {"default": "dark", "toggeable": false}}',
    'redirects.csv':
      'source,destination,permanent\n/welcome,/guides/welcome,true\n/rest/*,section:API,\n/blog,https://tarnpost.example/blog,\n',
    'map.json': '{"region": "us"}',
    'edits.json': JSON.stringify([
      { operation: 'insert_page', ref: 'new', title: 'Refunds', document: { markdown: 'Ask us.\n' } },
      { operation: 'update_page', page: 'webhooks', title: 'Webhooks and events' },
    ]),
    'known.txt': '/guides/glossary\n/api/overview\n',
    'team.txt': 'jonas@tarnpost.example\nmei@tarnpost.example\n',
    'access.yaml':
      'grants:\n  - { team: Support, level: review, on: [Handbook, "collection:Int*"], until: 2099-01-31 }\n',
    'directory.csv':
      'email,role,groups\nInes@tarnpost.example,,\naiko@tarnpost.example,comment,Support\nlucas@tarnpost.example,,Support\npriya@tarnpost.example,,Support\njonas@tarnpost.example,,\nmei@tarnpost.example,,\ntomas@tarnpost.example,,\nbram@tarnpost.example,,\n',
    'owners.yaml': '"*": jonas@tarnpost.example\n"Handbook/*": team:Support\n',
    'leavers.csv': 'email,hand-over\nmei@tarnpost.example,jonas@tarnpost.example\nbram@tarnpost.example,\n',
    'team.csv': 'email,department\npriya@tarnpost.example,Docs\n',
    'links-1.json': '[{"page": "install", "url": "/gone"}]',
    'links-2.json': '[]',
    'glossary.csv': 'en,de\nparcel,Paket\nlabel,Etikett\n',
    'index.js': 'export default {};\n',
    'openapi.yaml': 'openapi: 3.1.0\ninfo: { title: Parcels, version: "1" }\npaths: {}\n',
    'main.yaml': 'openapi: 3.1.0\ninfo: { title: Parcels, version: "0" }\npaths: {}\n',
    'repositories.yaml': 'API reference: tarnpost/api-reference\nGuides: null\n',
    'idp.xml': METADATA,
    'new.pem': CERTIFICATE,
    'next.pem': NEXT_CERTIFICATE,
    'site.yaml':
      'title: Developer docs\nsections:\n  - spaces: [Guides]\n  - { group: More, sections: [{ spaces: [Handbook] }] }\n',
    'questions.yaml': '- ask: How do I print a label?\n  expect: Labels\n',
    'eval.json': '[]',
    'records.ndjson': '{"id":"r1","type":"ticket","title":"Fax numbers","body":"Which fax has the depot?"}\n',
    'claims.json': '{"plan":"pro"}',
    'zendesk.txt': 'subdomain: tarnpost\nemail: ines@tarnpost.example\napiToken: secret-of-desk\n',
    'tickets.ndjson': '{"id":"t1","parts":[{"type":"message","role":"user","body":"Where is my parcel?"}]}\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'serif.woff2'), Buffer.from('774f4632', 'hex'));
  writeFileSync(join(folder, 'icon.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  writeExport(join(folder, 'backup'));
  for (const [path, text] of OF_OTHER_TOOLS) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(join(folder, 'docs/SUMMARY.md'), '* [Home](README.md)\n');
  writeFileSync(join(folder, 'docs/README.md'), '# Home\n\nAn [old link](/README.md).\n');
  writeFileSync(join(folder, 'README.md'), '# Home\n\nText\n');
  mkdirSync(join(folder, 'acme'), { recursive: true });
  writeFileSync(join(folder, 'acme/organization.yaml'), 'title: Tarnpost\n');
  writeFileSync(
    join(folder, 'acme/collections.yaml'),
    'collections:\n  - title: Internal\n    collections:\n      - { title: Archive, description: What was }\n',
  );
  mkdirSync(join(folder, 'manual/Guides'), { recursive: true });
  writeFileSync(join(folder, 'manual/Guides/refunds.md'), '# Refunds\n\nAsk us.\n');
}

/** Beside the file that is there, which is a new page. */
export const EXPORTED = 'export --space Guides --to manual --force -q';

const SETUPS: readonly (readonly [RegExp, string])[] = [
  [/^docs push /, EXPORTED],
  [/^docs spaces restore /, 'spaces delete "Release notes" --yes'],
  [
    /^docs translations (get|update|delete|run) /,
    'translations create --source-space Guides --source-language en --language fr --wait',
  ],
  [/^docs release retire v1.0 /, 'release cut v1.0 --site "Tarnpost Docs" --from guides --yes'],
  [/^docs apply .* --rehearse/, 'sandbox clone --no-content'],
  [/^docs (plan|apply) /, 'spaces update Guides Handbook --language fr --plan-out plan.json'],
  [/^docs undo --(yes|dry-run)/, 'spaces update Guides --language fr'],
  [/^docs migrate /, 'sandbox init --name elsewhere --file elsewhere.db'],
  // What is so already is not sent.
  [/^docs comments reopen /, 'comments resolve QwqaPup4VYCqfmRTLjkH --space Guides'],
  [/^docs sites publish /, 'sites unpublish "Tarnpost Docs" --yes'],
  [/^docs config get concurrency/, 'config set concurrency 8'],
  [/^docs alias delete broken/, 'alias set broken "links check --all-spaces"'],
  [/^docs access diff /, 'access matrix --save last.csv'],
  [/^docs use --allow/, 'use --profile sandbox'],
  [/^docs cr reviewers remove 1 jonas/, 'cr reviewers request 1 jonas@tarnpost.example --space Guides'],
  [/^docs (orgs find|git remove-legacy) /, 'sandbox token --kind internal'],
  [/^docs integrations (installations|spaces|sites) /, 'sandbox token parcel-map --kind integration'],
  [/^docs installations token /, 'sandbox token parcel-map --kind integration'],
  [/^docs sandbox (snapshot restore|reset --to) /, 'sandbox snapshot save clean'],
  [/^docs conversations ingest /, 'sandbox token parcel-map --kind installation'],
];

/** What must have been done before an example of the help has something to act on. */
export const setupOf = (line: string): string[] =>
  SETUPS.flatMap(([form, setup]) => (form.test(line) ? [setup] : []));

/** An export of a space with one page, and of a site that shows it. */
function writeExport(folder: string): void {
  const page = '---\nid: p1\ntitle: Install\n---\n\nRun it.\n';
  const sha256 = createHash('sha256').update(page).digest('hex');
  const site = 'title: Parcel docs # id: t1\nspaces:\n  - space: Guides\n';
  const siteEntry = {
    ...{ path: '_settings/site.yaml', kind: 'settings', size: site.length },
    sha256: createHash('sha256').update(site).digest('hex'),
  };
  mkdirSync(join(folder, '_settings'), { recursive: true });
  writeFileSync(join(folder, siteEntry.path), site);
  const entry = { path: 'install.md', kind: 'page', id: 'p1', size: page.length, sha256 };
  mkdirSync(join(folder, 'Guides'), { recursive: true });
  writeFileSync(join(folder, 'Guides/install.md'), page);
  writeFileSync(
    join(folder, '.docs-export.json'),
    JSON.stringify({
      version: 1,
      host: 'sandbox:',
      scope: { kind: 'space', id: 's1' },
      options: { files: false, comments: false, settings: false },
      spaces: [{ id: 's1', title: 'Guides', folder: 'Guides', revision: 'r1', files: [entry] }],
      files: [siteEntry],
    }),
  );
}

/** The words of an example, with the profile that its setup makes where the platform wants another kind of token. */
export function wordsOf(line: string): string[] {
  const kind = /--kind (\w+)/.exec(setupOf(line).join('\n'))?.[1];
  const words = splitWords(line).slice(1);
  return kind === undefined || line.startsWith('docs sandbox ')
    ? words
    : [...words, '--profile', `sandbox-${kind}`];
}
