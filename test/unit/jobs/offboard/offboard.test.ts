// Whoever left has nothing but what they wrote: ten situations are planted, all are told, and then every list is asked.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { splitInput } from '../../../../src/api/operation.ts';
import { dispatch, openSandbox } from '../../../../src/sandbox/app.ts';
import { createToken } from '../../../../src/sandbox/db/people/tokens.ts';
import { type Cli, sandboxedCli } from '../../../helpers/cli.ts';
import { walkAnswers } from '../../../helpers/contract-walk.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import type { TestSandbox } from '../../../helpers/sandbox.ts';

const LEAVER = 'mei@tarnpost.example';

/** What is done before, and how it is told: on standard output what ends, on standard error what stays. */
const SITUATIONS: readonly (readonly [told: RegExp, ...lines: string[]])[] = [
  [
    /^- grant "Mei Tanaka" \(\w+\) on space "API reference"/m,
    `permissions grant ${LEAVER} edit --space "API reference" --yes`,
  ],
  [
    /^- grant "Mei Tanaka" \(\w+\) on collection "Internal"/m,
    `permissions grant ${LEAVER} create --collection Internal --yes`,
  ],
  [
    /^- grant "Mei Tanaka" \(\w+\) on site "Partner portal"/m,
    `permissions grant ${LEAVER} edit --site "Partner portal" --yes`,
  ],
  [/^- team member "Mei Tanaka" \(\w+\) in team "Support"/m, `teams members add Support ${LEAVER} --yes`],
  [/team "Documentation" will have no owner/],
  [/^- review request "Mei Tanaka" \(\w+\) on change request "How long idempotency keys live"/m],
  [/change request by mei@\S+ will stay: "Shorter welcome page"/],
  [/open comments? by mei@\S+ will stay: in "Guides"/],
  [
    /^- invite "comment to space Guides" \(\w+\)/m,
    `members update ${LEAVER} --role admin --yes`,
    `sandbox token ${LEAVER}`,
    'invites links create --space Guides --level comment --yes --profile sandbox-mei',
  ],
  [/they can still sign in with "Tarnpost login": remove them there, too/],
];

/** Where it is only said who wrote or did something. */
const AUTHORSHIP =
  /\.(createdBy|postedBy|resolvedBy|lastEditedBy|updatedBy|publishedBy|author|authors|actor|repliers|reactions|contributors|reviewer)\b/;
const HISTORY = /^(auditEvents|comments\.commenters|reviewers\.contributors|users)\b/;

/** One leaver by name, and the same one among others in a file. */
const WAYS: readonly (readonly [way: string, ...words: string[]])[] = [
  ['rows', '--rows', 'leavers.csv'],
  ['a name', LEAVER],
];
const LEAVERS = `member,last-day\nlucas@tarnpost.example,2026-01-30\n${LEAVER},2026-01-31\n`;
const tried = WAYS.slice(0, runs('L24', 'ways', 1));

it.each(tried)(
  'tells ten situations of %s, and leaves nothing but authorship',
  async (way, ...words) => {
    const cli = untilEnd(await sandboxedCli());

    for (const [, ...lines] of SITUATIONS)
      for (const line of lines) expect((await cli(line)).stderr, line).not.toContain('docs: ');
    writeFileSync(join(cli.cwd, 'leavers.csv'), LEAVERS);
    const leavers = way === 'rows' ? [LEAVER, 'lucas@tarnpost.example'] : [LEAVER];
    const ids: string[] = [];
    for (const leaver of leavers) ids.push((await cli(`members get ${leaver} -q`)).stdout.trim());
    const shown = await cli(['members', 'offboard', ...words, '--dry-run']);
    for (const [told] of SITUATIONS) expect(shown.stdout + shown.stderr).toMatch(told);
    const amount = /dry run: (\d+ changes)/.exec(shown.stderr)?.[1];
    const left = await cli(['members', 'offboard', ...words, '--confirm', String(amount)]);
    expect(left.exitCode, left.stderr).toBe(0);
    expect(await askEverything(cli, ids)).toEqual([]);
    if (way === 'rows') reached('L24', 'situations', SITUATIONS.length);
    reached('L24', 'ways', 1);
  },
  300_000,
);

/** Where any answer of the sandbox names the one who left, but for authorship. */
async function askEverything(cli: Cli, ids: readonly string[]): Promise<string[]> {
  const box = boxOver(cli);
  const found = new Set<string>();
  try {
    const asked = await walkAnswers(
      box,
      ({ operation, body }) => {
        if (HISTORY.test(operation.id)) return;
        for (const path of pathsTo(body, ids))
          if (!AUTHORSHIP.test(path)) found.add(`${operation.id}${path}`);
      },
      { most: 60 },
    );
    expect(asked).toBeGreaterThan(200);
  } finally {
    box.sandbox.db.close();
  }
  return [...found];
}

function* pathsTo(value: unknown, ids: readonly string[], path = ''): Generator<string> {
  if (typeof value === 'string' && ids.includes(value)) yield path;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* pathsTo(inner, ids, Array.isArray(value) ? path : `${path}.${key}`);
}

/** The sandbox of a command line, as the walk asks one. */
function boxOver(cli: Cli): TestSandbox {
  const file = join(cli.home, '.local/share/docs/sandbox.db');
  const sandbox = openSandbox({ file, env: { PATH: process.env.PATH }, now: () => new Date() });
  const one = (sql: string) => String(Object.values(sandbox.db.get<object>(sql) ?? {})[0]);
  const organizationId = one('SELECT organization FROM spaces LIMIT 1');
  const adminId = one("SELECT id FROM users WHERE email = 'ines@tarnpost.example'");
  const at = new Date().toISOString();
  const attempt: TestSandbox['attempt'] = (operation, input, { as = adminId, kind = 'user' } = {}) => {
    const token =
      kind === 'user'
        ? createToken(sandbox.db, { kind: 'user', subject: as, now: at })
        : createToken(sandbox.db, { kind, subject: as, now: at });
    const request = splitInput(operation, { ...input });
    return dispatch(sandbox, operation, { ...request, headers: { authorization: `Bearer ${token}` } });
  };
  // Safe: the walk uses these four alone.
  return { sandbox, organizationId, adminId, attempt } as unknown as TestSandbox;
}
