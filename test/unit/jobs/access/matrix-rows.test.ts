// A matrix leaves row by row in every format: no write holds more than one person, and none waits for the next.
import { beforeAll, expect, it } from 'vitest';
import { openSandbox } from '../../../../src/sandbox/app.ts';
import { fillLarge } from '../../../../src/sandbox/demo/large.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';
import { rotated } from '../../../helpers/rotation.ts';

const SPACES = 30;
const MEMBERS = 40;
/** Of one person: the longest format says an ID, a title and a level of each space in lines of its own. */
const MOST = { json: 300, yaml: 200, ndjson: 200, csv: 60, tsv: 60, table: 60, markdown: 60, html: 120 };
const LONG = 600;

const cli = perFile(sandboxedCli);
beforeAll(async () => {
  const sandbox = openSandbox({ file: `${cli.home}/.local/share/docs/sandbox.db`, env: {} });
  await fillLarge(sandbox, { spaces: SPACES, members: MEMBERS, pages: SPACES });
  sandbox.db.close();
});

/** Each format short or long, in turns; with `harden` both. */
const forms = rotated(Object.entries(MOST), ['', ' --long']).map(([[format, most], long]) => ({
  format,
  most,
  long,
}));

it.each(forms)('$format$long is written person by person', async ({ format, most, long }) => {
  const writes: string[] = [];
  const { exitCode } = await cli(`access matrix -o ${format}${long}`, { writes });
  expect(exitCode).toBe(0);
  // A page has its style and its script before and after.
  const rows = writes.filter((text) => !/<style>|<script>/.test(text));
  expect(rows.length).toBeGreaterThan(MEMBERS);
  const longest = Math.max(...rows.map(({ length }) => length));
  expect(longest).toBeLessThan((long ? LONG : most) * (SPACES + 10));
});
