import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { listening, perTest } from '../../../helpers/lasting.ts';

let server: Server;
let url: string;
let status = 200;
let received: { headers: IncomingHttpHeaders; body: string }[];

const cli = perTest(sandboxedCli);
beforeEach(async () => {
  status = 200;
  received = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  url = `${await listening(server)}/hook`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('docs sandbox trigger', () => {
  it('sends an event about a space, signed as the platform signs it, and lists it', async () => {
    const { stdout, stderr, exitCode } = await cli(
      `sandbox trigger space_content_updated --space Guides --integration parcel-map --to ${url} --json`,
    );
    expect(exitCode, stderr).toBe(0);
    const { id, integration, delivered } = JSON.parse(stdout);
    expect(delivered).toBe(true);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const space = JSON.parse((await cli('spaces get Guides --json')).stdout);
    expect(JSON.parse(body)).toMatchObject({
      eventId: id,
      type: 'space_content_updated',
      spaceId: space.id,
      revisionId: space.revision,
      updatedBy: [],
    });
    const { eventKey } = JSON.parse((await cli('sandbox status --show-secrets --json')).stdout);
    expect(headers['x-gitbook-integration-signature']).toBe(
      createHmac('sha256', eventKey).update(body).digest('hex'),
    );
    const listed = JSON.parse((await cli(['integrations', 'events', 'list', integration, '--json'])).stdout);
    expect(listed.find((event: { id: string }) => event.id === id)?.status).toBe('success');
  });

  it('goes to the address of the integration, with fields of your own', async () => {
    await cli(['integrations', 'dev', 'enable', 'parcel-map', '--tunnel-url', url]);
    const { stderr, exitCode } = await cli(
      `sandbox trigger page_feedback --integration parcel-map --data '{"rating":"good"}'`,
    );
    expect(exitCode, stderr).toBe(0);
    const sent = received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'page_feedback');
    expect(sent).toMatchObject({ rating: 'good' });
  });

  it('fails where the receiver refuses, and is refused where nothing can be sent', async () => {
    status = 410;
    const failed = await cli(`sandbox trigger installation_setup --integration parcel-map --to ${url}`);
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('HTTP 410')]);
    const count = received.length;
    const refused = async (line: string) => {
      const { exitCode, stderr } = await cli(`sandbox trigger ${line} --integration parcel-map`);
      expect(exitCode).not.toBe(0);
      return stderr;
    };
    expect(await refused('space_content_updated --to http://127.0.0.1:9')).toContain('--space is required');
    expect(await refused(`page_feedback --to ${url}`)).toContain('"page_feedback" is not known');
    expect(await refused('installation_setup --to https://example.com')).toContain('must be on this machine');
    expect(await refused(`space_content_updated --space Nowhere --to ${url}`)).toContain(
      'has no space "Nowhere"',
    );
    expect(await refused('installation_setup')).toContain('has no address for its events');
    expect(await refused(`installation_setup --to ${url} --data 3`)).toContain('must be a JSON object');
    expect(received).toHaveLength(count);
  });
});
