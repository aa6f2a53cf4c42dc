// Published sites and previews where scripts (test/sandbox/served/web.txt) do not see enough: every page, hostile pages.
import { describe, expect, it } from 'vitest';
import { createChangeRequest } from '../../src/api/review/change-requests.ts';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { HOSTILE } from '../helpers/hostile-markdown.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));
const server = perFile(
  () => serveSandbox({ file: box.file, env: {}, now: () => box.clock.now }),
  (it) => it.close(),
);

async function open(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${box.adminToken}` };
  return (await fetch(new URL(path, server.url), { redirect: 'manual', headers })).text();
}

it('the status of a sandbox has the key of its share link', async () => {
  const { shareKey = '' } = sandboxStatus(box.file, { check: false });
  const path = `/sites/partner-portal/${shareKey}/`;
  expect(await open(path)).toContain(`href="${path}release-notes/"`);
});

it('a published site leads from page to page, through groups and back', async () => {
  const read: string[] = [];
  let path = '/sites/tarnpost-docs/guides/';
  for (let next: string | undefined = path; next !== undefined && read.length < 50; ) {
    path = next;
    read.push(path);
    next = /<a rel="next" href="([^"]+)"/.exec(await open(path))?.[1];
  }
  expect(read).toHaveLength(new Set(read).size);
  expect(read.slice(0, 3).map((one) => one.split('/').at(-1))).toEqual(['', 'create-an-account', 'api-keys']);
  expect(read.length).toBeGreaterThan(8);
  const back: string[] = [];
  for (let next: string | undefined = path; next !== undefined && back.length < 50; ) {
    back.push(next);
    next = /<a rel="prev" href="([^"]+)"/.exec(await open(next))?.[1];
  }
  expect(back.toReversed()).toEqual(read);
});

/** They stand beside words, as text of our own. */
const withoutIcons = (text: string) =>
  text.replace(
    /<svg class="icon" viewBox="0 0 \d+ \d+" aria-hidden="true" focusable="false"><path d="[\w .,-]+"\/><\/svg>/g,
    '',
  );

describe('hostile Markdown', () => {
  it.each(HOSTILE)('%s has nothing that runs', async (markdown) => {
    const ref = { spaceId: spaceId('Guides') };
    const { id: changeRequestId } = await box.call(createChangeRequest, { ...ref, subject: 'Try' });
    const caller = { userId: box.adminId };
    await editPage(box.sandbox, { ...ref, changeRequestId, caller, path: 'hostile', markdown });
    const text = await open(`/preview/${ref.spaceId}/${changeRequestId}/hostile`);
    expect(text).toContain('<h1>Hostile</h1>');
    const main = withoutIcons(text.slice(text.indexOf('<main')));
    const tags = [...main.matchAll(/<([a-z]\w*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*>/gi)];
    const names = new Set(tags.map(([, name = '']) => name.toLowerCase()));
    for (const bad of ['script', 'svg', 'iframe', 'object', 'style', 'base', 'meta', 'form', 'button'])
      expect([...names]).not.toContain(bad);
    for (const [tag, , attributes = ''] of tags) {
      expect(tag).not.toMatch(/\son\w+=/i);
      for (const [, url = ''] of attributes.matchAll(/\s(?:href|src)="([^"]*)"/g))
        expect(url).toMatch(/^(?:https?:|mailto:|tel:|[/#])/);
    }
  });
});
