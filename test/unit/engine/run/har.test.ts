import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

const read = (file: string) => JSON.parse(readFileSync(join(cli.cwd, file), 'utf8')).log;

describe('--debug-har', () => {
  it('writes each exchange, readable by its owner alone', async () => {
    expect((await cli('spaces list --debug-har out.har')).exitCode).toBe(0);
    const { version, entries } = read('out.har');
    expect(version).toBe('1.2');
    expect(entries.at(-1)).toMatchObject({
      request: { method: 'GET', url: expect.stringContaining('/spaces?limit=1000') },
      response: { status: 200, content: { text: expect.stringContaining('"object":"space"') } },
    });
    expect(statSync(join(cli.cwd, 'out.har')).mode & 0o777).toBe(0o600);
  });

  it('keeps the exchange of a call that failed', async () => {
    expect((await cli('spaces get nothing --debug-har failed.har')).exitCode).toBe(5);
    expect(read('failed.har').entries.at(-1).response.status).toBe(404);
  });

  it('holds neither the token nor secret fields nor the password of a URL', async () => {
    const data = '{"url":"https://ann:canary@git.example.com/x.git","ref":"refs/heads/main"}';
    await cli(['git', 'import', '--space', 'Guides', '--data', data, '--yes', '--debug-har', 'git.har']);
    const text = readFileSync(join(cli.cwd, 'git.har'), 'utf8');
    expect(text).toContain('git.example.com');
    expect(text).not.toContain('canary');
    const stored = readFileSync(join(cli.home, '.config/docs/credentials.json'), 'utf8');
    const token = /"token": ?"([^"]+)"/.exec(stored)?.[1] ?? expect.fail('no token in the store');
    expect(text).not.toContain(token);
    expect(text).not.toMatch(/authorization/i);
  });

  it.each(['token', 'password', 'secret', 'authorization'])('masks %s in a body of one', async (field) => {
    const data = JSON.stringify({ title: 'seen', inner: { [field]: 'canary' } });
    await cli(['api', 'POST', '/v1/nowhere', '--yes', '--data', data, '--debug-har', 'body.har']);
    const text = readFileSync(join(cli.cwd, 'body.har'), 'utf8');
    expect(text).toContain('seen');
    expect(text).not.toContain('canary');
  });

  it('fails before anything is sent when the file cannot be written', async () => {
    mkdirSync(join(cli.cwd, 'folder'));
    const { exitCode, stderr } = await cli('spaces create --title Lost --debug-har folder');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('folder')]);
    expect((await cli('spaces list')).stdout).not.toContain('Lost');
  });
});
