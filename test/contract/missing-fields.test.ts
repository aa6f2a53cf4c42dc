import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../helpers/answering-server.ts';
import { type Cli, freshCli, splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';

let server: AnsweringServer;
let cli: Cli;
beforeAll(async () => {
  server = await startAnsweringServer();
  cli = freshCli({
    env: {
      DOCS_TOKEN: 'token-1',
      DOCS_BASE_URL: server.url,
      DOCS_ORG: 'organization-1234',
      DOCS_SPACE: 'space-1234567890',
      DOCS_SITE: 'site-12345678901',
      DOCS_HISTORY: 'off',
    },
  });
  writeFixtures(cli.cwd);
});
afterAll(async () => {
  cli.cleanup();
  await server.stop();
});

type Path = readonly string[];

const run = (words: readonly string[], operation: string, path: Path) => {
  server.change = (value, { id }) => (id === operation ? without(value, path) : value);
  return cli([...words]);
};

it.each([
  ['spaces search Guides "rate limit"', 'search.space', 'items.*.title', 'lacks "items.0.title"'],
  ['saml get "Tarnpost login"', 'saml.get', 'service', 'lacks "service"'],
  ['comments get comment1 --space Guides', 'comments.get', 'target', 'lacks "target"'],
  ['pages list --space Guides', 'pages.list', 'pages', 'lacks "pages"'],
  [
    'links check --space Guides',
    'links.listOfSpace',
    'items.*.locationReferences',
    'lacks "items.0.locationReferences"',
  ],
])('%s says in one line what %s lacks: %s', async (line, operation, path, told) => {
  const { exitCode, stderr } = await run(splitWords(line), operation, path.split('.'));
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`docs: the answer of ${operation} ${told}\nhint: `);
});

it('a change whose answer cannot be shown is told to be done', async () => {
  const words = splitWords('comments create --space Guides --body "Does this still hold?"');
  const { stderr } = await run(words, 'comments.create', ['target']);
  expect(stderr).toContain('the answer of comments.create lacks "target"');
  expect(stderr).toContain('what was asked for is done');
});

function without(value: unknown, [key, ...rest]: Path): unknown {
  if (key === '*') return Array.isArray(value) ? value.map((one) => without(one, rest)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner]];
      return rest.length === 0 ? [] : [[name, without(inner, rest)]];
    }),
  );
}
