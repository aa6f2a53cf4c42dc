import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const docs = perTest(sandboxedCli);

async function ok(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await docs(line);
  expect(exitCode, `${line}\n${stderr}`).toBe(0);
  return stdout;
}

const modes = async () =>
  JSON.parse(await ok('spaces list --json --fields title,editMode')).map(
    ({ title, editMode }: Record<string, string>) => `${title} ${editMode}`,
  );

describe('docs undo of a command on many', () => {
  it('reads ten and more targets from their list, and changes each by one request', async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `Copy ${at}`);
    for (const title of titles) await ok(`spaces create --title "${title}"`);
    await ok(`spaces update ${titles.map((title) => `"${title}"`).join(' ')} --emoji 1f4d8`);
    const { stderr } = await docs('undo --yes --debug');
    expect(stderr.match(/GET \S+\/spaces\/\w+ /g)).toBeNull();
    expect(stderr.match(/PATCH \S+\/spaces\/\w+ /g)).toHaveLength(12);
  });

  it.each([
    ['undo --yes', 'spaces update Guides Handbook "Release notes" "API reference" --language nl'],
    ['spaces delete Guides Handbook "Release notes" "API reference" --yes', 'spaces list'],
  ])('%s reads each target once, also where it takes minutes', async (line, first) => {
    await ok(first);
    const now = Date.now;
    let passed = 0;
    const slow = vi.spyOn(Date, 'now').mockImplementation(() => {
      passed += 15_000;
      return now() + passed;
    });
    const { exitCode, stderr } = await docs(`${line} --debug`);
    slow.mockRestore();
    expect(exitCode, stderr).toBe(0);
    expect(passed).toBeGreaterThan(120_000);
    // A list that was read a moment ago has shown the first of them.
    const reads = stderr.match(/^GET \S+\/v1\/spaces\/\w+ /gm) ?? [];
    expect(reads.length).toBeLessThanOrEqual(4);
    expect([...new Set(reads)]).toEqual(reads);
  });

  it('knows the entries of earlier versions, which name no run', async () => {
    await ok('spaces update Guides Handbook --edit-mode live');
    const file = join(docs.home, '.local/share/docs/history/journal.jsonl');
    const old = readFileSync(file, 'utf8').replace(/"run":"\w+",/g, '');
    writeFileSync(file, old);
    const rows = JSON.parse(await ok('history --json --fields id,targets'));
    expect(rows.map(({ targets }: { targets: number }) => targets)).toEqual([1, 1]);
    await ok(`undo ${rows[1].id} --yes`);
    expect((await modes()).filter((text: string) => text.endsWith('live'))).toHaveLength(2);
  });
});
