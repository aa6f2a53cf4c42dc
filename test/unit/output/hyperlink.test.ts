import { describe, expect, it } from 'vitest';
import { listWriter, renderItem, type View } from '../../../src/output/render.ts';
import { ATTACKS } from '../../helpers/attacks.ts';
import { memoryIo } from '../../helpers/memory-io.ts';
import { readAsTerminal } from '../../helpers/vt.ts';

const APP = 'https://app.example.com/s/1';
const view: View = {
  columns: ['id', 'title', 'urls.published'],
  format: 'table',
  now: new Date('2026-01-01T00:00:00Z'),
  mayLink: (url) => url.startsWith('https://app.example.com/'),
};
const env = { FORCE_HYPERLINK: '1', NO_COLOR: '1' };
const link = (text: string, url: string) => `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;

async function table(items: readonly unknown[], more: Record<string, string> = env): Promise<string> {
  const io = memoryIo({ tty: true, columns: 120, env: more });
  const writer = await listWriter(io, view);
  await writer.page(items);
  await writer.end();
  return io.stdout();
}

describe('links', () => {
  it('stand behind the title of a row, and take no room', async () => {
    const items = [{ id: 'a', title: 'Guides', urls: { app: APP, published: 'https://other.example/' } }];
    const linked = await table(items);
    expect(linked).toContain(link('Guides', APP));
    expect(linked).not.toContain(link('https://other.example/', 'https://other.example/'));
    expect(linked.replace(/\u001b\]8;;[^\u001b]*\u001b\\/g, '')).toBe(await table(items, { NO_COLOR: '1' }));
  });

  it('stand behind fields of one resource', async () => {
    const io = memoryIo({ tty: true, env });
    await renderItem(io, { id: 'a', title: '日本', urls: { app: APP, published: APP } }, view);
    expect(io.stdout()).toContain(link('日本', APP));
    expect(io.stdout()).toContain(link(APP, APP));
  });

  it('are nothing but themselves, whatever a title or an address holds', async () => {
    const items = ATTACKS.map((text, at) => ({
      id: String(at),
      title: text,
      urls: { app: text, published: text },
    }));
    expect(readAsTerminal(await table(items)).controls).toEqual([]);
    const mixed = ATTACKS.map((title, at) => ({ id: String(at), title, urls: { app: APP } }));
    const text = (await table(mixed)).replaceAll(
      /\u001b\]8;;(https:\/\/app\.example\.com\/s\/1)?\u001b\\/g,
      '',
    );
    expect(readAsTerminal(text).controls).toEqual([]);
  });
});
