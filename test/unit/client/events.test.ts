import { describe, expect, it } from 'vitest';
import { eventReader } from '../../../src/client/events.ts';

async function eventsIn(pieces: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  const reader = eventReader(async (event) => void found.push(event));
  for (const piece of pieces) await reader.write(new TextEncoder().encode(piece));
  await reader.end();
  return found;
}

describe('server-sent events', () => {
  it.each([
    ['one a line', ['data: {"a":1}\n\ndata: {"a":2}\n\n']],
    ['cut anywhere', ['da', 'ta: {"a"', ':1}\n', '\ndata: {"a":2}', '\n\n']],
    ['with other line ends', ['data: {"a":1}\r\n\r', '\ndata: {"a":2}\r\n\r\n']],
    ['without a space, and without a last line end', ['data:{"a":1}\n\ndata:{"a":2}']],
    ['over several lines', ['data: {"a":\ndata: 1}\n\ndata: {"a":2}\n\n']],
    [
      'among comments, names and numbers',
      [': hello\nevent: x\nid: 7\ndata: {"a":1}\n\n: ping\n\ndata: {"a":2}\n\n'],
    ],
    ['with a mark of the end', ['data: {"a":1}\n\ndata: {"a":2}\n\ndata: [DONE]\n\n']],
  ])('are read %s', async (_, pieces) => {
    expect(await eventsIn(pieces)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('keep characters that a cut divides', async () => {
    const bytes = new TextEncoder().encode('data: "ü€"\n\n');
    const found: unknown[] = [];
    const reader = eventReader(async (event) => void found.push(event));
    for (const byte of bytes) await reader.write(Uint8Array.of(byte));
    await reader.end();
    expect(found).toEqual(['ü€']);
  });

  it('that hold no JSON are refused', async () => {
    await expect(eventsIn(['data: <html>\n\n'])).rejects.toMatchObject({ kind: 'malformed' });
  });
});
