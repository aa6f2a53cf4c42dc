import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Cli, freshCli, servedCli } from '../../../helpers/cli.ts';

let cli: Cli;
afterEach(() => cli.cleanup());

interface Row {
  name: string;
  status: string;
  detail: string;
  hint: string | null;
}

async function examine(
  env: Record<string, string> = {},
): Promise<{ rows: Map<string, Row>; exitCode: number }> {
  const { stdout, exitCode } = await cli('doctor --json', { env });
  const rows: Row[] = JSON.parse(stdout);
  return { rows: new Map(rows.map((row) => [row.name, row])), exitCode };
}

describe('docs doctor', () => {
  it('finds nothing wrong with a sandbox', async () => {
    cli = freshCli();
    await cli('sandbox init');
    const { rows, exitCode } = await examine();
    expect(exitCode).toBe(0);
    expect([...rows.values()].filter(({ status }) => status === 'failed')).toEqual([]);
    expect(rows.get('account')?.status).toBe('ok');
  });

  it('says how to sign in, and skips what needs it', async () => {
    cli = freshCli();
    const { rows, exitCode } = await examine();
    expect(exitCode).toBe(1);
    expect(rows.get('token')).toMatchObject({
      status: 'failed',
      hint: expect.stringContaining('docs auth login'),
    });
    expect(rows.get('host')?.status).toBe('skipped');
  });

  it('names files that others may read', async () => {
    cli = freshCli();
    await cli('sandbox init');
    const file = join(cli.home, '.config/docs/credentials.json');
    chmodSync(file, 0o644);
    const { rows } = await examine();
    expect(rows.get('files')).toMatchObject({ status: 'warning', detail: expect.stringContaining('644') });
    expect((await examine()).rows.get('files')?.status, 'tightened by reading').toBe('ok');
  });

  it('says that a folder others may change gets no token', async () => {
    cli = freshCli();
    await cli('sandbox init');
    const folder = join(cli.home, '.config/docs');
    writeFileSync(join(folder, 'notes.txt'), 'x');
    chmodSync(folder, 0o777);
    const { rows } = await examine();
    expect(rows.get('files')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('no token is saved there'),
      hint: expect.stringContaining('chmod go-w'),
    });
    expect((await cli('sandbox token mei@tarnpost.example')).exitCode).not.toBe(0);
    chmodSync(folder, 0o755);
    expect((await examine()).rows.get('files')?.status).toBe('ok');
  });

  it('reports damaged settings without showing them', async () => {
    cli = freshCli();
    mkdirSync(join(cli.home, '.config/docs'), { recursive: true, mode: 0o700 });
    writeFileSync(join(cli.home, '.config/docs/config.json'), '{"canary', { mode: 0o600 });
    const { rows, exitCode } = await examine();
    expect(exitCode).toBe(1);
    expect(rows.get('profile')?.status).toBe('failed');
    expect(JSON.stringify([...rows.values()])).not.toContain('canary');
  });

  it('masks the password of a proxy, and refuses what is no URL', async () => {
    cli = freshCli();
    const { rows } = await examine({
      HTTPS_PROXY: 'http://ann:canary@proxy.example:3128',
      NO_PROXY: 'localhost',
    });
    expect(rows.get('proxy')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('proxy.example'),
    });
    expect(rows.get('proxy')?.detail).not.toContain('canary');
    expect((await examine({ HTTPS_PROXY: 'proxy:3128' })).rows.get('proxy')?.status).toBe('failed');
  });

  it('reports certificates that cannot be used, and checks that are off', async () => {
    cli = freshCli();
    writeFileSync(join(cli.cwd, 'empty.pem'), 'nothing');
    const status = async (env: Record<string, string>) =>
      (await examine(env)).rows.get('certificates')?.status;
    expect(await status({ NODE_EXTRA_CA_CERTS: 'missing.pem' })).toBe('failed');
    expect(await status({ NODE_EXTRA_CA_CERTS: 'empty.pem' })).toBe('failed');
    expect(await status({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('failed');
    expect(await status({})).toBe('ok');
  });

  it('says both times where the clocks differ', async () => {
    cli = await servedCli();
    const { stdout } = await cli('doctor', { now: () => new Date('2061-01-02T03:04:05.678Z') });
    expect(stdout).toMatch(
      /^clock\twarning\tthe host says 20\S+Z, this machine says 2061-01-02T03:04:05\.678Z\t/m,
    );
  });

  it('shows a line a check on a terminal, with what to do below it', async () => {
    cli = freshCli();
    const { stdout } = await cli('doctor', { tty: true, columns: 100 });
    expect(stdout).toMatch(/^✗ token +not signed in\n +-> docs auth login/m);
  });

  it('says whether the terminal gets color', async () => {
    cli = freshCli();
    const detail = async (env: Record<string, string>) =>
      (await cli('doctor', { tty: true, columns: 100, env: { TERM: 'xterm-256color', ...env } })).stdout;
    expect(await detail({ NO_COLOR: '' })).toMatch(/100 columns, color\b/);
    expect(await detail({ NO_COLOR: '1' })).toMatch(/100 columns, no color\b/);
  });
});
