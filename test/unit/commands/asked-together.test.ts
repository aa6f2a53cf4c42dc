// Questions that do not need each other's answer go out together: a host far away takes its time for each.
import { appendFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Cli, servedCli } from '../../helpers/cli.ts';
import { passOn } from '../../helpers/cut-proxy.ts';
import { listening, untilEnd } from '../../helpers/lasting.ts';

const seen: string[] = [];

/** A host that does not answer what fits `held` before something that fits `until` was asked for. */
async function hold(held: RegExp, until: RegExp): Promise<Cli> {
  seen.length = 0;
  const waiting: (() => void)[] = [];
  const front = async (target: string) => {
    const { hostname, port, host } = new URL(target);
    const server = createServer(async (request, response) => {
      const { method, url = '', headers } = request;
      const line = `${method} ${url}`;
      seen.push(line);
      if (until.test(line)) for (const go of waiting.splice(0)) go();
      if (held.test(line) && !seen.some((one) => until.test(one)))
        await new Promise<void>((go) => waiting.push(go));
      const passed = send({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) =>
        passOn(answer, response, { from: target, to: `http://${headers.host}` }),
      );
      request.pipe(passed);
    });
    return {
      url: await listening(server),
      stop: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  };
  return untilEnd(await servedCli({}, front));
}

it('cr inbox asks who you are and where to look at once', async () => {
  const docs = await hold(/^GET \/v1\/user$/, /^GET \/v1\/orgs\?/);
  expect((await docs('cr inbox')).exitCode).toBe(0);
});

it('release cut --dry-run reads no space that the site has shown, and none that is only to be made', async () => {
  const docs = await hold(/^$/, /^$/);
  await docs('release cut v9 --site "Tarnpost Docs" --from guides --dry-run');
  expect(seen.filter((line) => line.includes('/v1/spaces/'))).toEqual([]);
  expect(seen.length).toBeGreaterThan(3);
});

it('changes asks what a revision changed and where pages are now at once', async () => {
  const docs = await hold(/\/revisions\/\w+\/changes\?/, /\/content\/pages$/);
  expect((await docs('changes --since 30d')).exitCode).toBe(0);
  expect(seen.filter((line) => line.endsWith('/content/pages')).length).toBeGreaterThan(1);
});

async function exportAndEdit(docs: Cli): Promise<void> {
  await docs('export --space Guides --to ./manual');
  appendFileSync(join(docs.cwd, 'manual/Guides/webhooks.md'), '\nOne more line.\n');
  seen.length = 0;
}

it('push asks once who is calling, before and after what it sends', async () => {
  const docs = await hold(/^$/, /^$/);
  await exportAndEdit(docs);
  expect((await docs('push ./manual')).exitCode).toBe(0);
  expect(seen.filter((line) => line.endsWith('/content')).length).toBeGreaterThan(1);
  expect(seen.filter((line) => line === 'GET /v1/user')).toHaveLength(1);
});

it('push asks for open change requests together with the pages, and once', async () => {
  const docs = await hold(/\/content\/pages$/, /\/change-requests\?.*status=open/);
  // Nothing of the export is held back.
  seen.push('GET /change-requests?status=open');
  await exportAndEdit(docs);
  expect((await docs('push ./manual --plan-out push.json')).exitCode).toBe(0);
  expect(seen.filter((line) => line.includes('/change-requests?'))).toHaveLength(2);
  seen.length = 0;
  expect((await docs('push ./manual')).exitCode).toBe(0);
});
