import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { flagFields } from '../../src/engine/model/fields.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { CONTEXT_FLAGS } from '../../src/engine/model/globals.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { setupOf, wordsOf, writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/absent-things.txt');

const NOWHERE = 'Nowhere at all';
/** Some names allow no space: others are a wrong call, whatever there is. */
const nowhere = (field: string) =>
  field === 'repositoryName'
    ? 'tarnpost/nowhere-at-all'
    : /Name$|Slug$/.test(field)
      ? 'nowhere-at-all'
      : NOWHERE;
/** Their targets may be new, or nothing reads them before the request itself. */
const UNSEEN: Readonly<Record<string, string>> = {
  'docs openapi set': 'makes the specification where there is none',
  'docs integrations publish': 'makes the integration where there is none',
  'docs orgs join': 'joins an organization that one does not see before',
  'docs invites accept': 'takes an invite that only its sender sees before',
};
/** Names a domain, of which there may be no organization: an empty list. */
const SEARCHED = new Set(['emailDomain']);
/** The platform has no read for it, so that a dry run cannot know. */
const NO_READ: Readonly<Record<string, string>> = {
  'docs invites links revoke': 'the API has no read of an invite',
};
/** Reads by ids that no list holds: their dry run shows the request, and the read itself tells. */
const NAMED_BY_ID =
  /^(commentId|commentReplyId|revisionId|reviewId|eventId|versionId|conversationId|issueId|clusterId|pageId|fileId|emailDomain|pagePath|reusableContentId|glossaryEntryId|auditEventId|inviteId)$/;
/** Reads of one thing by nothing but its ID: their dry run shows the request, and the read itself tells. */
const READ_BY_ID = new Set([
  'docs imports get <importRunId>',
  'docs git installations get <installationId>',
  'docs git branches <repositoryName>',
  'docs git file <repositoryName>',
]);
const CONTEXT = ['--org', '--space', '--site', '--cr'];

interface Line {
  words: string[];
  /** Where the positional arguments stand in `words`. */
  at: number[];
}

const online = commands.filter(
  ({ path, command }) => command.operation && !command.local && !absentCommands.has(path),
);

/** The first example of a command that needs no shell, in words, without what ends it early. */
function exampleOf(path: string, command: Command): Line | undefined {
  const example = command.examples.find((line) => !/[|<>;]|\$\(| - | -$/.test(line));
  if (example === undefined) return undefined;
  const words = wordsOf(example).filter((word) => !['--dry-run', '--wait'].includes(word));
  const takes = new Set(
    optionsOf(command).flatMap(({ flags }) =>
      flags.includes('<') ? flags.split(/,? /).filter((w) => w.startsWith('-')) : [],
    ),
  );
  const start = path.split(' ').length - 1;
  const at = words.flatMap((word, index) =>
    index >= start && !word.startsWith('-') && !takes.has(words[index - 1] ?? '') ? [index] : [],
  );
  return { words, at };
}

/** One line for each argument that names a thing, with a name that fits nothing. */
const targets = online.flatMap(({ path, command }) => {
  const line = exampleOf(path, command);
  const { operation, refs = {} } = command;
  if (!line || !operation || path in UNSEEN) return [];
  return command.args.flatMap(({ field }, index) => {
    const at = line.at[index];
    if (at === undefined || SEARCHED.has(field) || !(field in operation.params.properties || field in refs))
      return [];
    const words = line.words.map((word, place) => (place === at ? nowhere(field) : word));
    // The last one stands for all that follow.
    const rest = index === command.args.length - 1 ? new Set(line.at.slice(index + 1)) : new Set();
    const isRead = operation.method === 'GET';
    return [
      [`${path} <${field}>`, words.filter((_, place) => !rest.has(place)), { path, field, isRead, command }],
    ] as const;
  });
});

const PLACES = ['--space', '--collection', '--site'];
/** A filter that one kind of place has. */
const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  'docs permissions effective --team': ['--site', 'Tarnpost Docs'],
};

/** What is merged has to be spelled out as an argument. */
const ARGUMENT_ONLY = new Set(['docs cr merge --cr']);

/** One line for each flag that names a thing. */
const flags = online.flatMap(({ path, command }) => {
  const line = exampleOf(path, command);
  const { operation, refs = {} } = command;
  if (!line || !operation) return [];
  const fields = flagFields(command, operation).flatMap(({ path: field, flag, kind }) =>
    field.join('.') in refs && ['text', 'list'].includes(kind) ? [`--${flag}`] : [],
  );
  const known = optionsOf(command).map(({ flags: form }) => form.split(' ')[0] ?? '');
  const context = CONTEXT.filter((flag) => known.includes(flag) && !ARGUMENT_ONLY.has(`${path} ${flag}`));
  return [...fields, ...context].map(
    (flag) =>
      [
        `${path} ${flag}`,
        [
          ...placed(without(placeless(line, command, flag), flag), path, command, flag).filter(
            (word) => !word.startsWith('--clear-'),
          ),
          flag,
          NOWHERE,
        ],
        path,
      ] as const,
  );
});

/** Without the places that the one of a flag takes the place of, and with the place that a flag is for. */
function placed(words: readonly string[], path: string, { variant }: Command, flag: string): string[] {
  const only = ONLY_IN[`${path} ${flag}`] ?? [];
  const others = variant && PLACES.includes(only[0] ?? flag) ? PLACES.filter((one) => one !== flag) : [];
  return [...others.reduce((left, other) => without(left, other), [...words]), ...only];
}

/** Without the argument that says the same as the flag. */
function placeless({ words, at }: Line, { args }: Command, flag: string): readonly string[] {
  const same = args.findIndex(
    ({ field, label, required }) =>
      !required && (CONTEXT_FLAGS[field]?.flags.replace(/ .*$/, '') ?? `--${label}`) === flag,
  );
  return words.filter((_, index) => same === -1 || index !== at[same]);
}

function without(words: readonly string[], flag: string): string[] {
  const at = words.indexOf(flag);
  return words.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
}

const cli = perFile(() => sandboxedCli({ stdin: '' }));
beforeAll(async () => {
  writeFixtures(cli.cwd);
  const setups = new Set(commands.flatMap(({ command }) => command.examples.flatMap(setupOf)));
  for (const setup of setups) if (!setup.includes(' delete ')) await cli(setup);
});

const CONSENT = ['--yes', '--confirm', NOWHERE];

async function run(words: readonly string[], command: Command, ...more: string[]) {
  const known = optionsOf(command).map(({ flags: form }) => form);
  const consent = known.some((form) => form.startsWith('--confirm')) ? CONSENT : [];
  const { exitCode, stderr, stdout } = await cli([
    ...without(words, '--confirm').filter((w) => w !== '--yes'),
    ...consent,
    ...more,
    '--debug',
  ]);
  const writes = stderr.split('\n').filter((line) => /^(POST|PUT|PATCH|DELETE) /.test(line));
  return { exitCode, writes, text: stdout + stderr };
}

/** Really or by a dry run; with one flag or the other. */
const WAYS = ['really', 'dry'] as const;
const tried = rotated(targets, WAYS, ([, , { command }]) => kindOf(command));
const triedBy = (way: (typeof WAYS)[number]) =>
  tried.flatMap(([target, one]) => (one === way ? [target] : []));
const triedFlags = rotated(flags, WAYS, ([, , path]) => kindOf(commandOf(path)));

function commandOf(path: string): Command {
  const { command } = commands.find((one) => one.path === path) ?? {};
  if (!command) throw new Error(path);
  return command;
}

let held = 0;
afterAll(() => reached('W3', 'names that fit nothing', held));

describe('a name that fits nothing', () => {
  it.each(triedBy('really'))(
    '%s is exit 5, and nothing is sent',
    async (_, words, { path, field, command }) => {
      const { exitCode, writes, text } = await run(words, command);
      expect([exitCode, path in NO_READ ? [] : writes], text).toEqual([5, []]);
      if (!NAMED_BY_ID.test(field)) expect(text).toMatch(/not found/);
      held += 1;
    },
  );

  it.each(
    triedBy('dry').filter(
      ([name, , { path, field, isRead }]) =>
        !(path in NO_READ) && !READ_BY_ID.has(name) && !(isRead && NAMED_BY_ID.test(field)),
    ),
  )('%s is exit 5 with --dry-run, too', async (_, words, { command }) => {
    const { exitCode, writes, text } = await run(words, command, '--dry-run');
    expect([exitCode, writes], text).toEqual([5, []]);
    held += 1;
  });

  it.each(
    targets.filter(([, , { command, field }]) => {
      const last = command.args.findLast((arg) => arg.field in (command.operation?.params.properties ?? {}));
      return command.operation?.method === 'DELETE' && last?.field === field;
    }),
  )('%s is done with --if-exists', async (_, words, { path, command }) => {
    for (const more of [[], ['--dry-run']]) {
      if (path in NO_READ && more.length > 0) continue;
      const { exitCode, text } = await run(words, command, '--if-exists', ...more);
      expect([exitCode, text]).toEqual([0, expect.stringMatching(/does not exist/)]);
    }
  });

  it.each(triedFlags.map(([[name, words, path], way]) => [name, way, words, path] as const))(
    '%s is exit 5, %s',
    async (_, way, words, path) => {
      const more = way === 'dry' ? ['--dry-run'] : [];
      const { exitCode, writes, text } = await run(words, commandOf(path), ...more);
      expect([exitCode, writes], text).toEqual([5, []]);
      held += 1;
    },
  );
});

describe('another name that fits nothing', () => {
  it.each(table('lines that end with exit 5'))('%s is exit 5', async (line = '') => {
    const { exitCode, stderr } = await cli(line);
    expect([exitCode, stderr]).toEqual([5, expect.stringMatching(/not found|is called|no entry|has no/)]);
  });

  it.each(['spaces delete D4BiTqF0x5r6ohpkZNlR --yes', 'spaces get D4BiTqF0x5r6ohpkZNlR'])(
    '%s is refused in an organization that is not there',
    async (line) => {
      const refused = await cli(line, { env: { DOCS_ORG: 'Nope' } });
      expect(refused).toMatchObject({ exitCode: 5, stdout: '' });
    },
  );

  it('is told with the names that come near', async () => {
    for (const [line = '', near] of table('lines with a name that comes near, and that name')) {
      const { exitCode, stderr } = await cli(line);
      const said = near === undefined ? 'not found' : `did you mean "${near}"`;
      expect([line, exitCode, stderr]).toEqual([line, 5, expect.stringContaining(said)]);
    }
  });

  it('is called unseen rather than gone where the token may not see it', async () => {
    const { stderr, exitCode } = await cli('spaces delete Handbook --yes --profile sandbox-sofia');
    if (/profile/.test(stderr)) return;
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('not found, or not visible to you')]);
  });

  it.each(table('a name that is empty'))('%s is empty, which is a wrong call', async (line = '') => {
    const { exitCode, stderr } = await cli(line);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('empty')]);
  });

  it.each([
    ['a row of a table', 'D4BiTqF0x5r6ohpkZNlR\tGuides\tpublic\n'],
    ['the header of a CSV', 'id,title,visibility\nD4BiTqF0x5r6ohpkZNlR,Guides,public\n'],
    ['one column with its header', 'id\r\nD4BiTqF0x5r6ohpkZNlR\r\n'],
  ])('on standard input is refused for %s', async (_, stdin) => {
    const { exitCode, stderr } = await cli('spaces delete - --yes', { stdin });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('hint: use -q')]);
  });

  it.each(['{"id":" "}\n', '["a"," "]'])(
    'on standard input is refused where it is blank: %s',
    async (stdin) => {
      expect(await cli('spaces delete - --yes', { stdin })).toMatchObject({ exitCode: 2 });
    },
  );

  it('covers many commands', () => {
    expect(targets.length).toBeGreaterThan(70);
    expect(flags.length).toBeGreaterThan(60);
  });
});
