import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/errors.ts';
import { listWriter, renderItem, type View } from '../../../src/output/render.ts';
import { ATTACKS } from '../../helpers/attacks.ts';
import { memoryIo } from '../../helpers/memory-io.ts';
import { reached } from '../../helpers/runs.ts';
import { readAsTerminal } from '../../helpers/vt.ts';

const view = (jq: string, more: Partial<View> = {}): View => ({
  columns: ['id'],
  format: 'json',
  now: new Date('2026-01-01T00:00:00Z'),
  jq,
  ...more,
});

async function filtered(items: readonly unknown[], jq: string, more: Partial<View> = {}, tty = false) {
  const io = memoryIo({ tty });
  const writer = await listWriter(io, view(jq, more));
  for (const item of items) await writer.page([item]);
  await writer.end();
  return io.stdout();
}

describe('--jq', () => {
  it('gets a list as one array, whatever its pages', async () => {
    expect(await filtered([{ id: 'a' }, { id: 'b' }], 'map(.id)')).toBe('["a","b"]\n');
    expect(await filtered([], 'length')).toBe('0\n');
  });

  it('prints strings as they are, and nothing for nothing', async () => {
    expect(await filtered([{ id: 'a' }, { id: 'b' }], '.[].id')).toBe('a\nb\n');
    expect(await filtered([{ id: 'a' }], 'empty')).toBe('');
  });

  it('keeps blanks and lines at the ends of a string, and an empty one', async () => {
    for (const text of ['', '  ', ' a\n\n', '"b"'])
      expect(await filtered([{ text }], '.[].text, "z"')).toBe(`${text}\nz\n`);
    expect(await filtered([{ text: '' }], '.[].text')).toBe('\n');
  });

  it('is of a release that names itself, with the functions of 1.7 and later', async () => {
    expect(await filtered([{ a: 1 }], 'have_literal_numbers, (" x "|trim), ([{a:1,b:2}[]?]|length)')).toBe(
      'true\nx\n0\n'.replace('0', '2'),
    );
  });

  it('gets one resource as its object, indented on a terminal', async () => {
    const io = memoryIo({ tty: true });
    await renderItem(io, { id: 'a', title: 'T' }, view('{title}'));
    expect(io.stdout()).toBe('{\n  "title": "T"\n}\n');
  });

  it('sees chosen fields only, and never a secret', async () => {
    const item = { id: 'a', title: 'T', shareKey: 'canary' };
    expect(await filtered([item], '.[0]', { fields: ['id'] })).toBe('{"id":"a"}\n');
    expect(await filtered([item], '.[0].shareKey')).toBe('[redacted]\n');
    expect(await filtered([item], '.[0].shareKey', { showSecrets: true })).toBe('canary\n');
  });

  it('says what is wrong with an expression', async () => {
    await expect(filtered([], '.[')).rejects.toMatchObject({
      exit: 2,
      message: expect.stringMatching(/^--jq: syntax error/),
    });
    await expect(filtered([{ id: 'a' }], '.id')).rejects.toMatchObject({
      exit: 2,
      message: '--jq: Cannot index array with string ("id")',
    });
  });

  it('takes titles with half a character in them', async () => {
    expect(await filtered([{ title: 'a\ud800b\udc00\udc00c😀' }], '.[].title')).toBe('a�b��c😀\n');
  });

  it('lets nothing reach a terminal that acts on it', async () => {
    const text = await filtered(
      ATTACKS.map((title) => ({ title })),
      '.[].title, .',
      {},
      true,
    );
    expect(readAsTerminal(text).controls).toEqual([]);
  });
});

describe('an expression that computes for ever', () => {
  const forever = ['def f: f; f', '[range(1e12)] | length', 'last(repeat(1))'];

  it.each(forever)('is ended by a signal: %s', async (jq) => {
    const control = new AbortController();
    const ended = filtered([{ id: 'a' }], jq, { patience: { signal: control.signal } });
    setTimeout(() => control.abort(new CancelledError('interrupted by SIGINT', { exit: 130 })), 300);
    await expect(ended).rejects.toMatchObject({ exit: 130 });
  });

  it.each(forever)('is ended by the time limit: %s', async (jq) => {
    const ended = filtered([{ id: 'a' }], jq, { patience: { left: () => 300 } });
    await expect(ended).rejects.toMatchObject({ code: 'TIMEOUT', exit: 8 });
    reached('P10', 'expressions', 1);
  });

  it('does not begin when there is no time left', async () => {
    await expect(filtered([], '.', { patience: { left: () => -1 } })).rejects.toMatchObject({ exit: 8 });
  });
});

it('what an expression writes to standard error cannot control the terminal', async () => {
  const io = memoryIo({ tty: true });
  await renderItem(io, { id: 'a\u001b]0;x\u0007b' }, view('.id | stderr'));
  expect(io.errors()).toContain('b');
  expect(io.errors()).not.toMatch(/[\u001b\u0007]/);
});
