// Plan files that somebody has edited, by accident or on purpose: one clear line, and nothing is sent.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Plan, PlanRow } from '../../../../src/engine/plan/plan.ts';
import { checkPlan } from '../../../../src/engine/plan/plan-file.ts';
import { DocsError } from '../../../../src/errors.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';
import { lineCases } from '../../../helpers/text-cases.ts';

const cli = perFile(sandboxedCli);
let plan: Plan<readonly PlanRow[]>;
let row: PlanRow;
beforeAll(async () => {
  await cli('spaces delete "Release notes" --plan-out plan.json');
  plan = JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8'));
  row = plan.rows[0] as PlanRow;
});

const play = async (words: readonly string[], edited: unknown) => {
  writeFileSync(join(cli.cwd, 'edited.json'), typeof edited === 'string' ? edited : JSON.stringify(edited));
  const outcome = await cli([...words, 'edited.json']);
  const { stdout } = await cli('spaces list -o ndjson --fields title');
  expect(stdout).toContain('Release notes');
  return outcome;
};

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

it('shows a reviewer signs that turn the direction of text', async () => {
  const title = 'Release \u202esdneirf';
  await cli(['spaces', 'update', 'Release notes', '--title', title, '--plan-out', 'turned.json']);
  const text = readFileSync(join(cli.cwd, 'turned.json'), 'utf8');
  expect(text).toContain('"title": "Release \\u202esdneirf"');
  expect(text).not.toContain('\u202e');
  expect(JSON.parse(text).rows[0].input.title).toBe(title);
});

type Edits = Readonly<Record<string, unknown>>;

/** What a command says of the plan with other values at these paths; an ID is any. */
async function said(words: readonly string[], edits: Edits): Promise<string> {
  let edited: unknown = structuredClone(plan);
  for (const [path, value] of Object.entries(edits)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    if (path === '') edited = value;
    else Object(keys.reduce((inner, key) => Object(inner)[key], edited))[last] = value;
  }
  const { exitCode, stdout, stderr } = await play(words, edited);
  return `exit ${exitCode}: ${(stdout + stderr)
    .trim()
    .replaceAll(cli.home, '~')
    .replace(/\b[A-Za-z0-9]{20}\b/g, 'ID')}`;
}

lineCases(join(import.meta.dirname, 'edits'), {
  refused: (edits: Edits, ...flags: string[]) => said(['apply', ...flags], edits),
  shown: (edits: Edits) => said(['plan', 'show'], edits),
});

describe('a plan that was edited', () => {
  const edits: [why: string, edit: () => unknown, says: RegExp][] = [
    ['cut off', () => JSON.stringify(plan).slice(0, 200), /edited\.json/],
    [
      'nested deeper than any request',
      () => JSON.stringify({ ...plan, rows: [{ ...row, after: 'HERE' }] }).replace('"HERE"', deep(50_000)),
      /nested deeper than 200 levels/,
    ],
    [
      'that is good for longer than docs keeps what was applied of it',
      () => ({ ...plan, guards: { expires: new Date(Date.now() + 91 * 86_400_000).toISOString() } }),
      /guards\.expires is later than --plan-expires allows \(90d\)/,
    ],
  ];
  it.each(edits)('%s is refused', async (_, edit, says) => {
    const { exitCode, stderr } = await play(['apply'], edit());
    expect(stderr).toMatch(says);
    expect([stderr, exitCode]).toEqual([stderr, 2]);
  });

  it('at random never ends in anything but its own error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(plan)), (value, key) => {
        try {
          checkPlan({ ...plan, [key]: value }, 'plan.json');
          checkPlan({ ...plan, rows: [{ ...row, [key]: value }] }, 'plan.json');
        } catch (error) {
          expect(error).toBeInstanceOf(DocsError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
