import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cli, freshCli, servedCli } from '../../../helpers/cli.ts';
import { untilEnd } from '../../../helpers/lasting.ts';

interface Row {
  name: string;
  status: string;
  detail: string;
  hint: string | null;
}

/** The rows by name, and the exit code as `exitCode`. */
async function examine(cli: Cli, env: Record<string, string> = {}): Promise<Record<string, Row | number>> {
  const { stdout, exitCode } = await cli('doctor --json', { env });
  const rows: Row[] = JSON.parse(stdout);
  return { ...Object.fromEntries(rows.map((row) => [row.name, row])), exitCode };
}

async function signedIn(): Promise<Cli> {
  const cli = untilEnd(freshCli());
  await cli('sandbox init');
  return cli;
}

const containing = (text: string) => expect.stringContaining(text);

describe('docs doctor', () => {
  it('finds nothing wrong with a sandbox', async () => {
    const rows = await examine(await signedIn());
    expect(rows).toMatchObject({ exitCode: 0, account: { status: 'ok' } });
    expect(JSON.stringify(rows)).not.toContain('failed');
  });

  it('names files that others may read', async () => {
    const cli = await signedIn();
    chmodSync(join(cli.home, '.config/docs/credentials.json'), 0o644);
    expect(await examine(cli)).toMatchObject({ files: { status: 'warning', detail: containing('644') } });
    expect(await examine(cli), 'tightened by reading').toMatchObject({ files: { status: 'ok' } });
  });

  it('says that a folder others may change gets no token', async () => {
    const cli = await signedIn();
    const folder = join(cli.home, '.config/docs');
    writeFileSync(join(folder, 'notes.txt'), 'x');
    chmodSync(folder, 0o777);
    const files = { detail: containing('no token is saved there'), hint: containing('chmod go-w') };
    expect(await examine(cli)).toMatchObject({ files: { status: 'failed', ...files } });
    expect((await cli('sandbox token mei@tarnpost.example')).exitCode).not.toBe(0);
    chmodSync(folder, 0o755);
    expect(await examine(cli)).toMatchObject({ files: { status: 'ok' } });
  });

  it('reports damaged settings without showing them', async () => {
    const cli = untilEnd(freshCli());
    mkdirSync(join(cli.home, '.config/docs'), { recursive: true, mode: 0o700 });
    writeFileSync(join(cli.home, '.config/docs/config.json'), '{"canary', { mode: 0o600 });
    const rows = await examine(cli);
    expect(rows).toMatchObject({ exitCode: 1, profile: { status: 'failed' } });
    expect(JSON.stringify(rows)).not.toContain('canary');
  });

  it('says both times where the clocks differ', async () => {
    const cli = untilEnd(await servedCli());
    const { stdout } = await cli('doctor', { now: () => new Date('2061-01-02T03:04:05.678Z') });
    expect(stdout).toMatch(
      /^clock\twarning\tthe host says 20\S+Z, this machine says 2061-01-02T03:04:05\.678Z\t/m,
    );
  });

  it('shows a line a check on a terminal, with what to do below it, and whether it gets color', async () => {
    const cli = untilEnd(freshCli());
    const shown = async (noColor: string) => {
      const env = { TERM: 'xterm-256color', NO_COLOR: noColor };
      return (await cli('doctor', { tty: true, columns: 100, env })).stdout;
    };
    expect(await shown('')).toMatch(/100 columns, color\b/);
    const plain = await shown('1');
    expect(plain).toMatch(/100 columns, no color\b/);
    expect(plain).toMatch(/^✗ token +not signed in\n +-> docs auth login/m);
  });
});
