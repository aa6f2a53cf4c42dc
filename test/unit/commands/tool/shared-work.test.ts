// Work that is shared out: shards are the whole together, and one trace is sent a run.
import { createServer } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { listening, perFile } from '../../../helpers/lasting.ts';

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
  });

  it('of git status are all spaces', async () => {
    const whole = lines((await docs('git status --all-spaces -o tsv')).stdout);
    const halves = await Promise.all(
      ['1/2', '2/2'].map((part) => docs(`git status --all-spaces -o tsv --shard ${part}`)),
    );
    expect(halves.flatMap(({ stdout }) => lines(stdout)).sort()).toEqual(whole.sort());
  });
});

describe('tracing', () => {
  it('sends one trace a run, as a child of the one around it, without IDs, titles or tokens', async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(`${request.url} ${request.headers['x-key']} ${body}`);
      response.end('{}');
    });
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${await listening(server)}/`,
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
    const odd = { OTEL_EXPORTER_OTLP_ENDPOINT: 'not a url' };
    expect((await docs('spaces list', { env: odd })).exitCode).toBe(0);
  });
});
