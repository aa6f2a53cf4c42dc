// A hint that holds a value is run with one of the demo: it finds what it names, and is understood.

import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { loadLeaf } from '../../src/engine/model/load.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { setupOf, writeFixtures } from '../helpers/example-files.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { filesThatNameThemselves, writtenHints } from '../helpers/written-hints.ts';

/** The commands whose name a file writes as a value: `${run.path} <site> schema.json`. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  'jobs/download/file-download.ts': ['docs files list'],
  'commands/insights/conversations.ts': ['docs conversations ingest'],
  'commands/tool/api-consent.ts': ['docs api'],
  'commands/required-title.ts': [
    'docs spaces create',
    'docs sites create',
    'docs teams create',
    'docs orgs create',
  ],
  'commands/review/comments.ts': ['docs comments react'],
  'commands/sites/adaptive-schema.ts': ['docs sites schema set'],
  'jobs/links/links-check.ts': ['docs links check'],
  'jobs/links/links.ts': ['docs pages links'],
  'commands/integrations/git-installations.ts': ['docs git installations create'],
  'commands/integrations/git.ts': ['docs git status'],
  'jobs/openapi/openapi-push.ts': ['docs openapi push'],
  'jobs/openapi/spec-files.ts': ['docs openapi push'],
  'commands/integrations/openapi.ts': ['docs openapi create', 'docs openapi set'],
  'commands/review/cr/change-request-content.ts': ['docs cr edit'],
  'jobs/change-request-diff/diff-command.ts': ['docs cr diff'],
  'jobs/conflicts/resolve-conflicts.ts': ['docs cr resolve'],
  'jobs/conflicts/show-conflicts.ts': ['docs cr conflicts'],
  'jobs/merge-ready/merge-flags.ts': ['docs cr merge'],
  'jobs/report/external-ask.ts': ['docs links check'],
  'jobs/page-lint/pages-lint-run.ts': ['docs pages lint'],
  'jobs/page-lint/report-stale.ts': ['docs report stale'],
  'jobs/restore/chosen-spaces.ts': ['docs restore'],
  'jobs/restore/restore-refuse.ts': ['docs restore'],
  'commands/translations/translations.ts': ['docs translations run'],
  'engine/plan/make-plan.ts': ['docs release cut'],
  // Not filled here.
  'commands/insights/context-connections.ts': [],
  'commands/insights/item-file.ts': [],
  'commands/people/report.ts': [],
  'jobs/access/matrix-output.ts': [],
  // Paths of requests.
  'jobs/audit/audit-rules.ts': [],
  'commands/people/permissions/scope.ts': [],
  'jobs/site-file/site-pull-run.ts': [],
};

/** What stands for a flag's value, by the flag. */
const FLAGS: Readonly<Record<string, string>> = {
  '--org': 'Tarnpost',
  '--space': 'Guides',
  '--site': 'Tarnpost Docs',
  '--spaces': 'Guides',
  '--collection': 'Internal',
  '--role': 'guest',
  '--cr': 'Guides#1',
  '--profile': 'sandbox',
  '--search': 'jonas',
  '--name': 'sandbox',
  '--url': 'https://git.example.com/guides.git',
  '--ref': 'refs/heads/main',
  '--from': 'site.yaml',
  '--at': '7d',
  '--to': 'backup',
  '--file': 'openapi.yaml',
  '--kind': 'internal',
  '--page': 'webhooks',
  '--ours': 'webhooks',
  '--expect': 'repositories.yaml',
  '--download': './files',
  '--target-space': 'Guides',
  '--title': 'Receiving webhooks',
  '--description': 'What it tells',
  '--as': 'Guides (restored)',
  '--metadata': 'idp.xml',
  '--certificate': 'new.pem',
  '--destination': 'section:API',
  '--fallback-url': 'https://tarnpost.example/login',
  '--commit-message': 'Update docs',
};

/** Lines whose words are chosen here: what they name is not there in the demo, or the example names something else. */
const CHOSEN: readonly (readonly [RegExp, words: string, setup?: string])[] = [
  [/^docs sandbox init --demo/, 'sandbox init --demo --file other.db --name other'],
  [/^docs sandbox token <member> /, 'sandbox token mei@tarnpost.example --name mei'],
  [
    /^docs sandbox (status|reset(?: --demo)?) --file/,
    'sandbox $1 --file other.db',
    'sandbox init --file other.db --name x',
  ],
  [/^docs «restoreSpace/, 'spaces restore "Release notes"', 'spaces delete "Release notes" --yes'],
  [/^docs help <words>/, 'help broken links'],
  [/^docs openapi set «/, 'openapi set parcels --file openapi.yaml'],
  [/^docs check «source.name» --fix/, 'check backup --fix --yes'],
  [/^docs check «to»/, 'check docs'],
  [/^docs convert .*--report/, 'convert ./mintlify --from mintlify --to ./repo --report lost.csv'],
  [/^docs convert «/, 'convert ./mintlify --from mintlify --to ./repo'],
  [/^docs check rules --rule «/, 'check rules --rule nav'],
  [/^docs audit --(only|also) «/, 'audit --$1 links'],
  [/^docs cr checkout «.*--to /, 'cr checkout 2 --space Guides --all --to new'],
  [/^docs cr resolve .* --(ours|theirs)$/, 'cr resolve 2 rate-limits --space Guides --$1'],
  [/^docs cr resolve .* --rest --ours$/, 'cr resolve 2 --space Guides --rest --ours'],
  [/^docs cr conflicts .* --to /, 'cr conflicts 2 --space Guides --to new'],
  [/^docs cr apply-to /, 'cr apply-to Guides --from Guides#4'],
  [
    /^docs cr edit (?:<cr>|«request») .*--revert-page <page>/,
    'cr edit 1 --space Guides --revert-page webhooks --revision mmPPY5YLNpc3PvV8nfpL --yes',
  ],
  [/^docs invites links update «id» --«field»/, 'invites links update ppel0tTEGCFjldC18PIU --role read'],
  [/^docs open <title>/, 'open Handbook --print'],
  [/^docs orgs get «(?:named|organizationId|organization)»/, 'orgs get Tarnpost'],
  [/^docs sites sections update «made/, 'sites sections update API --site "Tarnpost Docs" --path api-2'],
  [/^docs api POST «only»/, "api POST /v1/orgs/wR4N4d7JKQhE8mkwMwNO/x --data '{}' --dry-run"],
  [/^docs api «method»/, 'api GET /v1/user'],
  [/^docs api DELETE /, 'api DELETE /v1/spaces/{space} --space Handbook --yes'],
  [/^docs commands «/, 'commands "members update" --rows-template'],
  [/^docs history «/, 'history --limit 1'],
  [/^docs undo «/, 'undo --yes', 'spaces update Guides --emoji 1f4e3'],
  [/^docs export (?:«|--all-spaces)/, 'export --space Guides --to new'],
  [
    /^docs permissions users remove «/,
    'permissions users remove sofia@marchetti-writes.example --space "API reference" --yes',
  ],
  [/^docs permissions teams remove «/, 'permissions teams remove Support --space Guides --yes'],
  [/^docs permissions list --collection «/, 'permissions list --collection Internal'],
  [/^docs members update «/, 'members update jonas@tarnpost.example --role read --yes'],
  [/^docs «.*--clear-default-level$/, 'spaces update Guides --clear-default-level --yes'],
  [
    /^docs git import --space «spaceId»/,
    'git import --space Guides --url https://git.example.com/guides.git --ref refs/heads/main --yes --dry-run',
  ],
  [/^docs git info /, 'git info --space "API reference"'],
  [/^docs cr merge --all-ready «where»/, 'cr merge --all-ready --all-spaces --dry-run'],
  [/^docs (share-links) delete/, '$1 delete "Partners 2026" --site "Partner portal"'],
  [
    /^docs permissions users remove «who» «place»/,
    'permissions users remove sofia@marchetti-writes.example --space "API reference"',
  ],
  [
    /^docs permissions users remove «who» --site/,
    'permissions users remove lucas@tarnpost.example --site "Tarnpost Docs"',
    'permissions add --site "Tarnpost Docs" --users lucas@tarnpost.example --role edit',
  ],
  [/^docs permissions teams remove «title» «place»/, 'permissions teams remove Support --space Guides'],
  [
    /^docs permissions set (?:<member>|«who»|«nameOfUser\(user\)»)/,
    'permissions set sofia@marchetti-writes.example read --space "API reference"',
  ],
  [
    /^docs permissions revoke (?:<member>|«who»(?! )|«nameOfUser\(user\)»)/,
    'permissions revoke sofia@marchetti-writes.example --space "API reference"',
  ],
  [/^docs invites send «/, 'invites send nora@tarnpost.example --role edit'],
  [/^docs permissions «verb»/, 'permissions grant lucas@tarnpost.example read --space Guides'],
  [
    /^docs teams members (update|add) «words»/,
    'teams members $1 Documentation lucas@tarnpost.example --role owner',
  ],
  [/^docs orgs update (?:<org>|«(?:id|organizationId)») (--.*)$/, 'orgs update Tarnpost $1'],
  [
    /^docs share-links update (?:<shareLink>|«id») --no-active/,
    'share-links update "Partners 2026" --no-active --site "Partner portal"',
  ],
  [/^docs links check «usual»/, 'links check --external --cache links.json'],
  [/^docs restore .* --space «spaces/, 'restore ./backup --space Guides', 'spaces delete Guides --yes'],
  [/^docs restore .* --space «found/, 'restore ./backup --space s1', 'spaces delete Guides --yes'],
  [/^docs pages backlinks «/, 'pages backlinks webhooks --space Guides --cr 1'],
  [/^docs profiles remove/, 'profiles remove other --yes', 'sandbox init --file other.db --name other'],
];

/** What waits for requests or a person, what the sandbox does not do, and lines that are no hints. */
const NOT_RUN =
  /^docs (?:api GET \/v1\/orgs\/«org»|sandbox serve|auth login|sites styleguide runs|cr conversations|cr resolve «typed» --from|«(?:name|group|words|wanted)|help «|restore: «lost»|<name> then runs|history <id> shows|undo <id> undoes|profiles use <name> changes|sites setup --from <this file>)/;

/** What is found elsewhere than in a change request, in the demo. */
const ELSEWHERE = /^docs comments .* --cr «/;

const MARK = /«([^»]*)»|<[\w -]+>/g;

/** Flags that are there only now and then: `${profile ? ['--profile', profile] : []}`. */
const isOptional = (value: string): boolean => /\? *\[|: *\[\]/.test(value);

interface Filled {
  words: string[];
  setup: readonly string[];
}

async function fill(written: string): Promise<Filled> {
  const chosen = CHOSEN.find(([form]) => form.test(written));
  if (chosen) {
    const [form, words, setup] = chosen;
    const filled = words.replace('$1', form.exec(written)?.[1] ?? '');
    return { words: splitWords(filled), setup: setup === undefined ? [] : [setup] };
  }
  const line = ELSEWHERE.test(written) ? written.replace(/ --cr «.*$/, '') : written;
  const marks: string[] = [];
  const marked = line.replace(MARK, (whole, expression = '') => {
    if (isOptional(expression)) return '';
    marks.push(whole);
    return `@${marks.length}@`;
  });
  const words = splitWords(marked).slice(1);
  const { trail, command } = await loadLeaf(entries, words);
  const example = command?.examples.find((one) => !/[|<>;]|\$\(/.test(one)) ?? '';
  const given = splitWords(example).slice(1 + trail.length);
  const flags = command ? optionsOf(command).map(({ flags: text }) => text.split(/[ ,]+/)) : [];
  const takesValue = (word: string) =>
    flags.some((names) => names.includes(word) && /[<[]/.test(names.join(' ')));
  let positional = 0;
  const filled = words.map((word, at) => {
    const before = words[at - 1] ?? '';
    const ofFlag = before.startsWith('--') && takesValue(before);
    const value = ofFlag ? FLAGS[before] : given[positional];
    if (!ofFlag && at >= trail.length && !word.startsWith('-')) positional += 1;
    return word.replace(/@\d+@/, value ?? word);
  });
  return { words: filled, setup: setupOf(`docs ${filled.join(' ')}`) };
}

const lines = [...new Set(writtenHints(PATHS).map(({ line }) => line))].filter((line) => !NOT_RUN.test(line));

it('knows which commands a file speaks of, where it writes a hint for several', () => {
  expect(filesThatNameThemselves().filter((file) => file.startsWith('commands/') && !PATHS[file])).toEqual(
    [],
  );
});

describe('a hint with a value in it, run on the demo', () => {
  it.each(lines.map((line) => [line]))('%s', async (line) => {
    const cli = untilEnd(
      await sandboxedCli({ stdin: '', env: { DOCS_SPACE: 'Guides', DOCS_SITE: 'Tarnpost Docs' } }),
    );

    writeFixtures(cli.cwd);
    const { words, setup } = await fill(line);
    expect(words.join(' ')).not.toMatch(/@\d+@|«|»/);
    for (const one of setup) expect(await cli(one)).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await cli(words);
    expect([0, 3, 6], `docs ${words.join(' ')}\n${stderr}`).toContain(exitCode);
  });
});
