import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

it.each([
  ['windows-1252', Buffer.from('title\nKöln\n', 'latin1')],
  ['utf-16', Buffer.from('\uFEFFtitle\nKöln\n', 'utf16le')],
])('rows in %s are refused with the command that converts them', async (encoding, bytes) => {
  writeFileSync(join(cli.cwd, 'rows.csv'), bytes);
  const { exitCode, stderr } = await cli('spaces create --rows rows.csv --yes');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('rows.csv is not UTF-8 text')]);
  expect(stderr).toContain(`hint: iconv -f ${encoding} -t utf-8 rows.csv`);
});
