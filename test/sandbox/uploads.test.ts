import { expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/testing/start-sandbox.ts';
import { perFile } from '../helpers/lasting.ts';

const box = perFile(
  () => startSandbox({ seed: 'demo' }),
  (it) => it.stop(),
);

const announced = async (): Promise<string> => {
  const response = await fetch(`${box.url}/v1/orgs/${box.organization}/storage/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${box.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'customization_font',
      file: { name: 'a b.woff2', type: 'font/woff2', size: 10 },
    }),
  });
  const { url } = (await response.json()) as { url: string };
  expect(url, String(response.status)).toMatch(/^http:/);
  return url;
};
const put = (url: string, bytes: number, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });

it('takes a file at the address that it gave, with any type and no token', async () => {
  const url = await announced();
  expect((await put(url, 10)).status).toBe(200);
  expect((await put(url, 10, { 'content-type': 'font/woff2' })).status).toBe(200);
});

it('refuses what was not announced, what is too large, and what a page of others sends', async () => {
  const url = await announced();
  expect((await put(`${url}x`, 10)).status).toBe(404);
  expect((await put(`${box.url}/~upload/%E0%A4%A`, 10)).status).toBe(404);
  expect((await put(url, 10, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await put(url, 10, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  const large = await put(url, 50 * 1024 * 1024 + 1).catch((error: unknown) => error);
  if (large instanceof Response) expect(large.status).toBe(413);
});
