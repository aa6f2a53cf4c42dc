import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { openMemory } from '../../../src/domain/stand-ins/memory.ts';
import { standingClient } from '../../../src/domain/stand-ins/standing-client.ts';
import { checkSpace } from '../../../src/jobs/links/space-links.ts';
import { ageNamed } from '../../../src/sandbox/ages/age.ts';
import { contentStore } from '../../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../../src/sandbox/resources/content/content-target.ts';
import { serveSandbox } from '../../../src/sandbox/serve.ts';
import { largeTree } from '../../helpers/large-space.ts';
import { perFile, temporaryFolder } from '../../helpers/lasting.ts';
import { openTestSandbox } from '../../helpers/sandbox.ts';

const PAGES = process.env.DOCS_HARDEN ? 10_000 : 400;
const box = perFile(openTestSandbox);
const folder = temporaryFolder();

/** One run: the operations that it asked, and what it found. */
async function check(spaceId: string): Promise<{ asked: string[]; broken: number }> {
  const asked: string[] = [];
  const log = ({ operation, path }: { operation: string | null; path: string }) =>
    void asked.push(operation ?? path);
  const served = await serveSandbox({ file: box.file, env: {}, age: ageNamed('0.202', 'age'), log });
  const now = () => new Date();
  const memory = openMemory(join(folder, 'host.jsonl'), 'http://host', now);
  const client = createClient({
    baseUrl: served.url,
    token: () => ({ reveal: () => box.adminToken }),
    userAgent: 'docs/0.0.0',
    transport: nodeHttpTransport(),
  });
  try {
    const found = await checkSpace(
      standingClient(client, async () => memory),
      { id: spaceId, title: 'Large' },
    );
    await memory.save();
    return { asked, broken: found.findings.length };
  } finally {
    await client.close();
    await served.close();
  }
}

it('reads each page once, and in a second run only those that changed', async () => {
  const id = await box.newSpace({ title: 'Large', editMode: 'live', empty: true });
  const tree = largeTree(box, PAGES, { flat: true });
  commitTree(box.sandbox, { spaceId: id, tree });
  const first = await check(id);
  expect(first).toMatchObject({ broken: 0 });
  expect(first.asked.filter((name) => name === 'pages.get')).toHaveLength(PAGES);
  expect(first.asked.length).toBeLessThan(1.3 * PAGES);

  const [changed, ...others] = tree.pages;
  const markdown = contentStore(box.sandbox.db).put('[gone](nowhere.md)');
  commitTree(box.sandbox, {
    spaceId: id,
    tree: { ...tree, pages: [{ ...changed, markdown } as never, ...others] },
  });
  const second = await check(id);
  expect(second).toMatchObject({ broken: 1 });
  expect(second.asked.filter((name) => name === 'pages.get')).toHaveLength(1);
  expect(second.asked.filter((name) => name.startsWith('/v1'))).toEqual([]);
}, 120_000);
