// Work that is shared out: shards and their reports, limits, a job summary, traces, completions in their place.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const docs = perFile(freshCli);
beforeAll(async () => {
  expect((await docs('sandbox init --demo')).exitCode).toBe(0);
});

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe('shards', () => {
  it('of a list are the whole list, each item once', async () => {
    const whole = lines((await docs('spaces list -q')).stdout);
    const parts: string[] = [];
    for (const part of ['1/3', '2/3', '3/3']) {
      const { exitCode, stdout } = await docs(['spaces', 'list', '-q', '--shard', part]);
      expect(exitCode).toBe(0);
      parts.push(...lines(stdout));
    }
    expect(parts.sort()).toEqual(whole.sort());
    expect((await docs('spaces list --shard 4/3')).exitCode).toBe(2);
  });

  it('of a check merge into the report of the whole', async () => {
    const whole = JSON.parse((await docs('links check --all-spaces --json')).stdout);
    expect(whole.length).toBeGreaterThan(0);
    const files: string[] = [];
    for (const part of [1, 2]) {
      const { stdout, exitCode } = await docs(`links check --all-spaces --shard ${part}/2 --json`);
      expect(exitCode).toBe(0);
      files.push(`part-${part}.json`);
      writeFileSync(join(docs.cwd, `part-${part}.json`), stdout);
    }
    const merged = await docs(['report', 'merge', ...files, 'part-1.json', '--json']);
    const byText = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(byText(JSON.parse(merged.stdout))).toEqual(byText(whole));
    expect((await docs(['report', 'merge', ...files, '--exit-code'])).exitCode).toBe(6);
    writeFileSync(join(docs.cwd, 'empty.json'), '[]');
    expect((await docs('report merge empty.json --exit-code')).exitCode).toBe(0);
    writeFileSync(join(docs.cwd, 'bad.json'), '{"a":1}\n{');
    expect((await docs('report merge bad.json')).stderr).toContain('line 2 is not JSON');
    expect((await docs('report merge absent.json')).exitCode).toBe(5);
  });

  it('of SARIF merge into one file', async () => {
    const { stdout } = await docs('links check --all-spaces --format sarif');
    writeFileSync(join(docs.cwd, 'a.sarif'), stdout);
    const merged = JSON.parse((await docs('report merge a.sarif a.sarif')).stdout);
    expect(merged.runs).toHaveLength(2);
  });

  it('of git status are all spaces', async () => {
    const whole = lines((await docs('git status --all-spaces -o tsv')).stdout);
    const halves = await Promise.all(
      ['1/2', '2/2'].map((part) => docs(`git status --all-spaces -o tsv --shard ${part}`)),
    );
    expect(halves.flatMap(({ stdout }) => lines(stdout)).sort()).toEqual(whole.sort());
  });
});

describe('limits of a run', () => {
  it('end it with exit 8, and what is wrong is exit 2', async () => {
    expect((await docs('links check --space Guides --budget 1')).exitCode).toBe(8);
    expect((await docs('links check --all-spaces --fresh --budget 5')).exitCode).toBe(7);
    expect((await docs('spaces list --budget 50 --rate 6000/m')).exitCode).toBe(0);
    expect((await docs('spaces list --budget 0')).exitCode).toBe(2);
    expect((await docs('spaces list --rate fast')).exitCode).toBe(2);
  });
});

describe('--format github', () => {
  it('adds a table to the summary of the job', async () => {
    const file = join(docs.cwd, 'summary.md');
    writeFileSync(file, '# Before\n');
    const env = { GITHUB_STEP_SUMMARY: file };
    const { stdout } = await docs('links check --all-spaces --format github', { env });
    expect(stdout).toContain('::error');
    expect(readFileSync(file, 'utf8')).toMatch(/^# Before\n## docs links check\n[\s\S]*\| Level \| Link \|/);
    const odd = await docs('links check --all-spaces --format github', {
      env: { GITHUB_STEP_SUMMARY: docs.cwd },
    });
    expect(odd.exitCode).toBe(0);
    expect(odd.stderr).toContain('the job summary was not written');
  });
});

describe('tracing', () => {
  it('sends one trace a run, as a child of the one around it, without IDs, titles or tokens', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(`${request.url} ${request.headers['x-key']} ${body}`);
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      TRACEPARENT: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    const { stdout } = await docs('spaces get Guides --json', { env });
    const { id } = JSON.parse(stdout);
    server.close();
    expect(bodies).toHaveLength(1);
    const [body = ''] = bodies;
    expect(body).toMatch(/^\/v1\/traces a b \{/);
    expect(body).not.toContain(id);
    expect(body).not.toContain('Guides');
    const { spans } = JSON.parse(body.slice(body.indexOf('{'))).resourceSpans[0].scopeSpans[0];
    const [root, ...requests] = spans;
    expect(root).toMatchObject({
      traceId: 'a'.repeat(32),
      parentSpanId: 'b'.repeat(16),
      name: 'docs spaces',
    });
    expect(requests.length).toBeGreaterThan(0);
    for (const span of requests)
      expect(span).toMatchObject({ traceId: root.traceId, parentSpanId: root.spanId, kind: 3 });
    expect(requests.map(({ name }: { name: string }) => name)).toContainEqual(
      expect.stringMatching(/^GET .*{organizationId}\/spaces$/),
    );
  });

  it('does not hold up or fail a run where nobody listens', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    expect((await docs('spaces list', { env })).exitCode).toBe(0);
    expect((await docs('spaces list', { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'not a url' } })).exitCode).toBe(
      0,
    );
  });
});

describe('docs completion install', () => {
  it.each([
    ['bash', '.local/share/bash-completion/completions/docs'],
    ['zsh', '.zfunc/_docs'],
    ['fish', '.config/fish/completions/docs.fish'],
    ['powershell', '.config/powershell/docs-completion.ps1'],
  ])('writes the file of %s', async (shell, file) => {
    const { exitCode, stderr } = await docs(['completion', 'install', '--shell', shell]);
    expect(exitCode, stderr).toBe(0);
    const path = join(docs.home, file);
    expect(stderr).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe((await docs(['completion', shell])).stdout);
  });

  it('takes the shell in use, and refuses one that it does not know', async () => {
    expect((await docs('completion install', { env: { SHELL: '/usr/bin/fish' } })).exitCode).toBe(0);
    expect((await docs('completion install', { env: { SHELL: '/bin/tcsh' } })).exitCode).toBe(2);
  });
});
