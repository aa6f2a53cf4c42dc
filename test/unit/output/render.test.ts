import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type Format, listWriter, renderItem, type View } from '../../../src/output/render.ts';
import { safeLine, safeText } from '../../../src/output/safe-text.ts';
import { FORMATS } from '../../../src/output/view.ts';
import { ATTACKS } from '../../helpers/attacks.ts';
import { parseCsv } from '../../helpers/csv.ts';
import { growthOf, LINEAR } from '../../helpers/growth.ts';
import { type MemoryIoOptions, memoryIo } from '../../helpers/memory-io.ts';
import { reached, runs } from '../../helpers/runs.ts';
import { readAsTerminal } from '../../helpers/vt.ts';

const now = new Date('2024-06-15T12:00:00Z');
const view = (format: Format, more: Partial<View> = {}): View => ({
  columns: ['id', 'title'],
  format,
  now,
  ...more,
});

async function listed(pages: readonly (readonly unknown[])[], how: View, options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  const writer = await listWriter(io, how);
  for (const page of pages) await writer.page(page);
  await writer.end();
  return io;
}
const textOf = async (...args: Parameters<typeof listed>) => (await listed(...args)).stdout();
async function shown(item: unknown, how: View, options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  await renderItem(io, item, how);
  return io.stdout();
}

describe('a list', () => {
  const person = { tty: true, env: { NO_COLOR: '1' } };

  it.each([
    ['ndjson', 2],
    ['table', 1],
  ] as const)('of two pages in %s is written %i times', async (format, writes) => {
    expect((await listed([[{ id: 'a' }], [{ id: 'b' }]], view(format), person)).chunks).toHaveLength(writes);
  });

  it('begins to print a long table before its end', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ id: `sp_${at}`, title: 'x' }));
    const io = memoryIo(person);
    const writer = await listWriter(io, view('table', { columns: ['title', 'id'] }));
    await writer.page(many.slice(0, 999));
    expect(io.stdout()).toBe('');
    await writer.page(many.slice(999));
    expect(io.stdout().split('\n')).toHaveLength(1002);
    await writer.page([{ id: 'sp_last', title: 'a wider one' }]);
    expect(io.stdout()).toContain('\na wider one  sp_last\n');
  });
});

describe('secrets', () => {
  const item = {
    id: 'in_1',
    title: 't',
    secrets: { API: 'canary' },
    auth: { privateKey: 'canary' },
    list: [{ shareKey: 'canary' }],
    urls: { published: 'canary' },
    serviceVisitorClaims: 'canary',
  };
  const all = { columns: [], secretFields: ['urls.published'] };

  it.each(FORMATS)('are masked in %s', async (format) => {
    for (const options of [{ tty: true }, {}]) {
      const how = view(format, all);
      const text = (await shown(item, how, options)) + (await textOf([[item], [item]], how, options));
      expect(text).not.toContain('canary');
      if (format !== 'id') expect(text).toContain('[redacted]');
    }
  });

  it.each(FORMATS.filter((format) => format !== 'id'))('are shown in %s when asked for', async (format) => {
    const how = view(format, { ...all, showSecrets: true });
    expect(await shown(item, how, { tty: true, columns: 400 })).toContain('canary');
    expect(await textOf([[item]], how, { tty: true, columns: 400 })).toContain('canary');
  });

  it('are masked when a field of theirs is chosen', async () => {
    for (const format of FORMATS) {
      expect(
        await shown(item, view(format, { fields: ['secrets.API', 'auth'] }), { tty: true }),
      ).not.toContain('canary');
    }
  });
});

describe('text of the platform', () => {
  const hostile = ATTACKS.map((attack) => ({
    id: attack,
    title: attack,
    nested: { [attack]: attack },
    list: [attack],
  }));
  const tame = ATTACKS.map(() => ({ id: 'x', title: 'x', nested: { x: 'x' }, list: ['x'] }));
  const columns = ['id', 'title', 'nested', 'list'];

  it.each(FORMATS)('controls no terminal in %s', async (format) => {
    for (const options of [{ tty: true, columns: 300 }, {}]) {
      const how = view(format, { columns });
      const attacked = readAsTerminal(await textOf([hostile], how, options));
      expect(attacked.controls).toEqual([]);
      expect(attacked.sgr).toEqual(readAsTerminal(await textOf([tame], how, options)).sgr);
    }
  });

  it.each(FORMATS)('controls no terminal as one resource in %s', async (format) => {
    for (const item of hostile) {
      const text = await shown(item, view(format, { columns: [] }), { tty: true, env: { NO_COLOR: '1' } });
      expect(readAsTerminal(text)).toMatchObject({ controls: [], sgr: [] });
    }
  });

  it.each(FORMATS)('gives a CI runner no command in %s', async (format) => {
    for (const env of [{ GITHUB_ACTIONS: 'true' }, { TF_BUILD: 'True' }]) {
      for (const tty of [true, false]) {
        const how = view(format, { columns: [] });
        let text = await textOf([hostile], how, { tty, env });
        for (const item of hostile) text += await shown(item, how, { tty, env });
        const commands = readAsTerminal(text)
          .text.split('\n')
          .filter((line) => /^\s*(::|##)|##\[|##vso\[/.test(line));
        expect(commands).toEqual([]);
      }
    }
  });

  it('is still one line a row in tables and TSV', async () => {
    expect((await textOf([hostile], view('tsv'))).split('\n')).toHaveLength(hostile.length + 1);
    expect((await textOf([hostile], view('table'), { tty: true })).split('\n')).toHaveLength(
      hostile.length + 2,
    );
  });
});

const key = fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => text !== '__proto__');
const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...ATTACKS),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constant(null),
);
const items = fc.array(
  fc.dictionary(
    key,
    fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(key, leaf, { maxKeys: 3, noNullPrototype: true }),
    ),
    {
      maxKeys: 4,
      noNullPrototype: true,
    },
  ),
  { maxLength: 5 },
);
const viaJson = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('reading the output back', () => {
  it('YAML of a huge value is written in time, and is the same value', async () => {
    const hugeOf = (count: number) => ({
      id: 'x',
      '\u202e': Array.from({ length: count }, (_, at) => ({ [`k${at}`]: '\u001b[31m' })),
    });
    const huge = hugeOf(process.env.DOCS_HARDEN ? 400_000 : 60_000);
    const text = await shown(huge, view('yaml'));
    const list = await textOf([[huge], [{ id: 'y' }]], view('yaml'));
    const write = async (count: number) => {
      await shown(hugeOf(count), view('yaml'));
      await textOf([[hugeOf(count)], [{ id: 'y' }]], view('yaml'));
    };
    expect(await growthOf(write, 10_000)).toBeLessThan(LINEAR);
    expect(text).not.toMatch(/\u202e|\u001b/);
    expect(JSON.parse(text)).toEqual(huge);
    expect(list.startsWith(`- ${text}`)).toBe(true);
    expect(parseYaml(list.slice(text.length + 2))).toEqual([{ id: 'y' }]);
    reached('P10', 'files', 1);
  });

  it.each(['json', 'ndjson', 'yaml'] as const)('%s says what the platform said', async (format) => {
    await fc.assert(
      fc.asyncProperty(items, items, fc.boolean(), async (first, second, ci) => {
        const io = ci ? { env: { GITHUB_ACTIONS: 'true' } } : {};
        const text = await textOf([first, second], view(format), io);
        const parsed =
          format === 'ndjson'
            ? text
                .split('\n')
                .slice(0, -1)
                .map((line) => JSON.parse(line))
            : format === 'json'
              ? JSON.parse(text)
              : parseYaml(text, { maxAliasCount: 0 });
        expect(parsed).toEqual(viaJson([...first, ...second]));
      }),
      { numRuns: 300 },
    );
  });

  it('CSV gives the same cells, safe and no formula', async () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...ATTACKS)), {
      minLength: 2,
      maxLength: 2,
    });
    let cells = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 10 }), async (rows) => {
        const list = rows.map(([id, title]) => ({ id, title }));
        const raw = parseCsv(await textOf([list], view('csv', { csvRaw: true })));
        expect(raw).toEqual([
          ['id', 'title'],
          ...rows.map((row) => row.map((text) => safeText(text, { multiline: true }))),
        ]);
        const quoted = parseCsv(await textOf([list], view('csv'))).slice(1);
        for (const cell of quoted.flat())
          expect(cell).not.toMatch(/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/);
        cells += quoted.flat().length;
      }),
      { numRuns: runs('T4', 'cells', 1000) / 2 },
    );
    reached('T4', 'cells', cells);
  });

  it('TSV gives the same cells on one line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.constantFrom(...ATTACKS), async (id, title) => {
        expect(await textOf([[{ id, title }]], view('tsv'))).toBe(`${safeLine(id)}\t${safeLine(title)}\n`);
      }),
      { numRuns: 300 },
    );
  });
});
