import { expect, it } from 'vitest';
import { getContent } from '../../src/api/content/pages.ts';
import { dispatchDownload } from '../../src/sandbox/app.ts';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));

it('files of the demo are not given to an address that was tampered with', async () => {
  const { files } = await box.call(getContent, { spaceId: spaceId('Guides') });
  expect(files).toHaveLength(2);
  for (const { downloadURL } of files) {
    const tampered = downloadURL.replace(/\/([^/]{5})([^/]+\/[^/]+)$/, '/AAAAA$2');
    expect((await dispatchDownload(box.sandbox, tampered)).status).toBe(404);
  }
});

it('the demo is told by status, whole', () => {
  const status = sandboxStatus(box.file, { check: true });
  expect(status).toMatchObject({
    organization: 'Tarnpost',
    members: 9,
    check: 'ok',
    changeRequests: 7,
    comments: 6,
  });
  expect(status.shareKey).toMatch(/^[\w-]{16}$/);
  expect(status.pages).toBeGreaterThan(30);
});
