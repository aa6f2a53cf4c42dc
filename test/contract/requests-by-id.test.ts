// By IDs a read is one request and a change is two: what it was, and the change. Walks every command of an operation.
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { KINDS } from '../../src/engine/references/reference-kinds.ts';
import { answered, answeredCli } from '../helpers/answered-cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/requests-by-id.txt');

const [ID, ORGANIZATION] = ['Th1ngAbcDefGhiJkLmNo', 'OrgZ1AbcDefGhiJkLmNo'];
const PLACES =
  /^--(space|site|section-id|site-space|page|collection|parent|source-space|target-space|organization)$/;

/** What takes more, and why. */
const most = new Map(
  table.titles.flatMap(table).map(([path = '', requests]) => [path, Number(requests)] as const),
);

/** Such a host lists none of the things that these name, shows what they refuse, or asks for a yes. */
const REFUSED =
  /^docs (installations |external-links (update|delete)$|redirects push$|sites (structure sort|sections move|groups create|spaces move)$|(spaces|collections) transfer$|cr (merge|sync|edit)$|spaces delete$|git remove-legacy$|customization set$|hostnames delete$|teams members (add|update|remove)$)/;

const rows = hostCommands.flatMap(([path, words, command]) =>
  command.operation && !REFUSED.test(path) ? [{ path, words, command }] : [],
);

const places = { DOCS_ORG: ORGANIZATION, DOCS_SPACE: ID, DOCS_SITE: ID };
const { server, cli } = answeredCli();
beforeAll(() => {
  server.change = ofHost;
});

/** All that it shows is in one organization, and the first of each list is what is named. */
function ofHost(value: unknown): unknown {
  const own = JSON.parse(JSON.stringify(value ?? null), (key, one) =>
    key === 'organization' && typeof one === 'string' ? ORGANIZATION : one,
  );
  const first = Array.isArray(own?.items) ? own.items[0] : own;
  for (const one of [first, first?.user, first?.team]) if (typeof one?.id === 'string') one.id = ID;
  return own;
}

/** The example with an ID in place of each name. */
function byIds({ args = [] }: Command, words: readonly string[], from: number): string[] {
  let at = 0;
  return words.map((word, index) => {
    const before = words[index - 1] ?? '';
    if (index < from || word.startsWith('-') || /^\d+$/.test(word)) return word;
    if (before === '--confirm' || PLACES.test(before)) return ID;
    if (before.startsWith('--') && before !== '--yes') return word;
    const { field = '' } = { ...args[Math.min(at, args.length - 1)] };
    at += 1;
    return field in KINDS || /Ids?$/.test(field) ? ID : word;
  });
}

it.each(rows)('$path', async ({ path, words, command }) => {
  // No name is known of an earlier command.
  const env = { ...answered(server), ...places, DOCS_CACHE_DIR: join(cli.home, 'cache', path) };
  const line = byIds(command, words, path.split(' ').length - 1);
  const { exitCode, stderr } = await cli([...line, '--debug'], { env });
  expect(exitCode, stderr).toBe(0);
  const sent = stderr.match(/^(GET|POST|PUT|PATCH|DELETE) \S+ \d{3} /gm) ?? [];
  const promised = most.get(path) ?? (command.operation?.method === 'GET' ? 1 : 2);
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(promised);
  // What has become better is promised from then on.
  if (most.has(path)) expect(sent.length, path).toBe(promised);
});

it('has an exception only for what is there', () => {
  const paths = rows.map(({ path }) => path);
  expect([...most.keys()].filter((path) => !paths.includes(path))).toEqual([]);
  expect(rows.length).toBeGreaterThan(270);
});
