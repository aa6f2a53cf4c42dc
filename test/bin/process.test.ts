import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BIN, demoDocs, NODE } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';

const docs = perFile(demoDocs);

describe('the built program', () => {
  it('tells its version, which is that of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await docs(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('explains itself without profile or network', async () => {
    for (const args of [
      [],
      ['--help'],
      ['help', 'spaces'],
      ['spaces', 'restore', '--help'],
      ['help', 'exit-codes'],
    ]) {
      const { code, stdout, stderr } = await docs(args, { env: { HOME: '/nonexistent' } });
      expect([code, stderr], args.join(' ')).toEqual([0, '']);
      expect(stdout.length).toBeGreaterThan(100);
    }
  });

  it.each(['spaces list', '--version'])('reports a full disk after %s', async (args) => {
    const { stderr, status } = spawnSync('bash', ['-c', `"${NODE}" "${BIN}" ${args} > /dev/full`], {
      env: docs.env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^docs: cannot write to standard output: ENOSPC\n/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
