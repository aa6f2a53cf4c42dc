// What is said of a rule, an operation or a change fits a terminal.
import { expect, it } from 'vitest';
import { auditRules } from '../../../src/jobs/audit/rules/rules.generated.ts';
import { RULES } from '../../../src/jobs/check/rules.ts';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

it.each([
  ...auditRules.map(({ id }) => `audit explain ${id}`),
  ...RULES.map(({ id }) => `check explain ${id}`),
  'publishing auth regenerate "Tarnpost Docs" --dry-run',
])('docs %s cuts no word', async (line) => {
  const plain = await cli(line);
  const { exitCode, stdout } = await cli(line, { tty: true, columns: 80 });
  expect(exitCode).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toBe(plain.stdout.replace(/\s+/g, ' '));
  // A command stays whole, so that it can be copied.
  const long = stdout
    .split('\n')
    .filter((text) => text.length > 80 && !/^(docs |Fix: docs | {2}(GET|POST) |~ )/.test(text));
  expect(long).toEqual([]);
});
