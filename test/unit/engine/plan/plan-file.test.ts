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

const cli = perFile(sandboxedCli);
let plan: Plan<readonly PlanRow[]>;
let row: PlanRow;
beforeAll(async () => {
  await cli('spaces delete "Release notes" --plan-out plan.json');
  plan = JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8'));
  row = plan.rows[0] as PlanRow;
});

const apply = async (edited: unknown, ...flags: string[]) => {
  writeFileSync(join(cli.cwd, 'edited.json'), typeof edited === 'string' ? edited : JSON.stringify(edited));
  const outcome = await cli(['apply', 'edited.json', ...flags]);
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

describe('a plan that was edited', () => {
  const edits: [why: string, edit: () => unknown, says: RegExp, exit: number][] = [
    ['cut off', () => JSON.stringify(plan).slice(0, 200), /edited\.json/, 2],
    ['of a newer format', () => ({ ...plan, version: 2 }), /format 2/, 2],
    ['no plan at all', () => ({ title: 'Guides' }), /not a plan/, 2],
    ['with an unknown key', () => ({ ...plan, extra: 1 }), /unknown key "extra"/, 2],
    [
      'with a limit that is not spelled as it should be',
      () => ({ ...plan, guards: { ...plan.guards, maxchanges: '1' } }),
      /guards: unknown key "maxchanges"/,
      2,
    ],
    [
      'with more words for its target',
      () => ({ ...plan, rows: [{ ...row, target: { ...row.target, name: 'Other' } }] }),
      /row 1: target: unknown key "name"/,
      2,
    ],
    [
      'with an unknown key in a row',
      () => ({ ...plan, rows: [{ ...row, sudo: true }] }),
      /row 1: unknown key "sudo"/,
      2,
    ],
    [
      'with an unknown operation',
      () => ({ ...plan, rows: [{ ...row, operation: 'spaces.explode' }] }),
      /row 1 .*spaces\.explode/,
      2,
    ],
    ['with a read', () => ({ ...plan, rows: [{ ...row, operation: 'spaces.get' }] }), /changes nothing/, 2],
    [
      'with a path that climbs',
      () => ({ ...plan, rows: [{ ...row, input: { spaceId: '../../user' } }] }),
      /"spaceId" is not an ID/,
      2,
    ],
    ['without an ID', () => ({ ...plan, rows: [{ ...row, input: {} }] }), /"spaceId" is not an ID/, 2],
    [
      'with a stray field',
      () => ({ ...plan, rows: [{ ...row, input: { ...row.input, force: true } }] }),
      /"force" is not a field/,
      2,
    ],
    ['that needs a later row', () => ({ ...plan, rows: [{ ...row, needs: [1] }] }), /"needs"/, 2],
    [
      'that refers to a row it does not need',
      () => ({ ...plan, rows: [{ ...row, input: { spaceId: '{row 1}.id' } }] }),
      /refers to row 1/,
      2,
    ],
    [
      'called harmless',
      () => ({ ...plan, rows: [{ ...row, danger: 'mild' }] }),
      /add --\w+ to apply 1 change/,
      3,
    ],
    [
      'for another host',
      () => ({ ...plan, origin: 'https://docs.example' }),
      /is for https:\/\/docs\.example/,
      3,
    ],
    [
      'nested deeper than any request',
      () => JSON.stringify({ ...plan, rows: [{ ...row, after: 'HERE' }] }).replace('"HERE"', deep(50_000)),
      /nested deeper than 200 levels/,
      2,
    ],
    [
      'that expires at a text',
      () => ({ ...plan, guards: { expires: '2099-01-01 (![](https://docs.example))' } }),
      /expires is not a time/,
      2,
    ],
    [
      'that never expires',
      () => ({ ...plan, guards: { expires: '9999-12-31' } }),
      /guards\.expires is later than --plan-expires allows \(90d\)/,
      2,
    ],
    [
      'that is good for longer than docs keeps what was applied of it',
      () => ({ ...plan, guards: { expires: new Date(Date.now() + 91 * 86_400_000).toISOString() } }),
      /guards\.expires is later than --plan-expires allows \(90d\)/,
      2,
    ],
    [
      'that never expires, and was never made',
      () => ({ ...plan, made: { ...plan.made, at: '9900-01-01' }, guards: { expires: '9999-12-31' } }),
      /guards\.expires is later than --plan-expires allows \(90d\)/,
      2,
    ],
    ['that expired', () => ({ ...plan, guards: { expires: '2020-01-01T00:00:00Z' } }), /expired/, 3],
    [
      'with another state before',
      () => ({ ...plan, rows: [{ ...row, before: { ...row.before, title: 'Old' } }] }),
      /title is Release notes now, was Old/,
      6,
    ],
  ];
  it.each(edits)('%s is refused', async (_, edit, says, exit) => {
    const { exitCode, stderr } = await apply(edit());
    expect(stderr).toMatch(says);
    expect([stderr, exitCode]).toEqual([stderr, exit]);
  });

  it('with a limit is refused where it changes more', async () => {
    const { exitCode, stderr } = await apply(
      { ...plan, guards: { ...plan.guards, maxChanges: '0' } },
      '--yes',
    );
    expect([stderr, exitCode]).toEqual([expect.stringContaining('more than --max-changes 0'), 3]);
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
