// docs migrate between two hosts: links between the copied spaces lead there, and no host meets the other one's token.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { getPage, listPages } from '../../src/api/content/pages.ts';
import { createSpace, listSpaces } from '../../src/api/content/spaces.ts';
import {
  createChangeRequest,
  mergeChangeRequest,
  updateChangeRequestContent,
} from '../../src/api/review/change-requests.ts';
import { newToken } from '../../src/sandbox/new-token.ts';
import { serveBox } from '../helpers/box-server.ts';
import { builtDocs } from '../helpers/built.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

interface Host {
  box: TestSandbox;
  token: string;
  url: string;
  /** Method, and all headers and the body as one text, of each request. */
  asked: { method: string; text: string }[];
}

const open: (() => void)[] = [];
const folder = temporaryFolder();
const docs = perFile(builtDocs);
afterAll(() => {
  for (const close of open.splice(0)) close();
});

async function startHost(): Promise<Host> {
  const box = await openTestSandbox();
  // Sandboxes of tests are copies of one: so are their first tokens.
  const token = newToken(box.file, { kind: 'user' }, new Date());
  const asked: Host['asked'] = [];
  const { url, stop } = await serveBox(box, async (request, usual) => {
    const { method, url, headers } = request;
    const text = `${url} ${JSON.stringify([...headers])} ${await request.clone().text()}`;
    asked.push({ method, text });
    return usual();
  });
  open.push(stop, box.cleanup);
  return { box, token, url, asked };
}

/** A space with pages; what they say may name pages of spaces that were made before. */
async function spaceOf({ box }: Host, title: string, texts: Readonly<Record<string, string>>) {
  const { id: spaceId } = await box.call(createSpace, {
    ...{ organizationId: box.organizationId, title, editMode: 'live', empty: true },
  });
  const { id: changeRequestId } = await box.call(createChangeRequest, { spaceId });
  const made = await box.call(updateChangeRequestContent, {
    ...{ spaceId, changeRequestId },
    changes: Object.entries(texts).map(([name, markdown]) => ({
      ...{ operation: 'insert_page' as const, title: name, document: { markdown } },
    })),
  });
  await box.call(mergeChangeRequest, { spaceId, changeRequestId });
  const changes = 'changes' in made ? made.changes : [];
  return {
    spaceId,
    pages: changes.flatMap((one) => ('page' in one && one.object === 'created_page' ? [one.page.id] : [])),
  };
}

async function signIn(host: Host, name: string): Promise<void> {
  const words = ['auth', 'login', '--with-token', '--name', name, '--base-url', host.url];
  const { code, stderr } = await docs(words, { stdin: host.token });
  expect(code, stderr).toBe(0);
}

it('moves two spaces with the links between them, and no token to the other host', {
  timeout: 120_000,
}, async () => {
  const [home, there] = [await startHost(), await startHost()];
  const api = await spaceOf(home, 'API', { Orders: 'Orders.\n', Refunds: 'See [Orders](orders).\n' });
  const [orders = ''] = api.pages;
  await spaceOf(home, 'Guides', {
    Start: `Read [orders](/spaces/${api.spaceId}/pages/${orders}), then [all](/spaces/${api.spaceId}).\n`,
  });
  await signIn(home, 'here');
  await signIn(there, 'there');
  const before = home.asked.length;
  const map = join(folder, 'ids.json');
  const words = ['migrate', '--from', 'here', '--to', 'there', '--spaces', 'Guides,API', '--map', map];
  const { code, stderr } = await docs(words);
  expect(code, stderr).toBe(0);
  const ids = JSON.parse(readFileSync(map, 'utf8')) as Record<string, string>;
  const { items } = await there.box.call(listSpaces, { organizationId: there.box.organizationId });
  const [apiThere, guidesThere] = ['API', 'Guides'].map(
    (title) => items.find((one) => one.title === title)?.id,
  );
  expect(ids[api.spaceId]).toBe(apiThere);
  const { db } = there.box.sandbox;
  const { pages } = await there.box.call(listPages, { spaceId: guidesThere ?? '' });
  const page = await there.box.call(getPage, {
    ...{ spaceId: guidesThere ?? '', pageId: pages[0]?.id ?? '', format: 'markdown' as const },
  });
  expect(db.all('SELECT id FROM spaces WHERE title IN (?, ?)', 'API', 'Guides')).toHaveLength(2);
  const text = 'markdown' in page ? page.markdown : '';
  expect(text).toContain(`/spaces/${apiThere}/pages/${ids[orders]}`);
  expect(text).toContain(`(/spaces/${apiThere})`);
  expect(text).not.toContain(api.spaceId);
  // The source is read with its own token, the target gets the other one, and neither meets what is not its own.
  expect(new Set(home.asked.slice(before).map(({ method }) => method))).toEqual(new Set(['GET']));
  for (const [host, other] of [
    [home, there],
    [there, home],
  ] as const) {
    expect(host.asked.some((one) => one.text.includes(host.token))).toBe(true);
    expect(host.asked.filter((one) => one.text.includes(other.token))).toEqual([]);
  }
  expect(there.asked.length).toBeGreaterThan(10);
});

it('refuses one token for two hosts', async () => {
  const { code, stderr } = await docs(['migrate', '--from', 'here', '--to', 'there'], {
    env: { DOCS_TOKEN: 'gb_api_one_for_both' },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('DOCS_TOKEN is set: it would count for both profiles');
});
