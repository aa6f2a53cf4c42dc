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
const spaces = [
  {
    id: 'sp_1',
    title: 'Guide',
    isLive: true,
    updatedAt: '2024-06-15T09:00:00.000Z',
    gitSync: { repoName: 'docs', branch: 'main' },
  },
  { id: 'sp_2', title: 'Notes', isLive: false, updatedAt: '2024-06-14T09:00:00.000Z' },
];

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
  it('is one JSON array, the same as if it had come in one page', async () => {
    expect(await textOf([spaces.slice(0, 1), [], spaces.slice(1)], view('json'))).toBe(
      `${JSON.stringify(spaces, null, 2)}\n`,
    );
  });

  it('is one object a line in NDJSON, one write a page', async () => {
    const io = await listed([spaces, spaces], view('ndjson'));
    expect(io.chunks).toHaveLength(2);
    expect(io.stdout()).toBe([...spaces, ...spaces].map((space) => `${JSON.stringify(space)}\n`).join(''));
  });

  it('is one YAML sequence', async () => {
    expect(parseYaml(await textOf([spaces.slice(0, 1), spaces.slice(1)], view('yaml')))).toEqual(spaces);
  });

  it('has a header in CSV, written once', async () => {
    expect(await textOf([spaces.slice(0, 1), spaces.slice(1)], view('csv'))).toBe(
      'id,title\nsp_1,Guide\nsp_2,Notes\n',
    );
  });

  it('is rows without a header in TSV, with full values', async () => {
    const how = view('tsv', { columns: ['id', 'isLive', 'updatedAt', 'gitSync.repoName'] });
    expect(await textOf([spaces], how)).toBe(
      'sp_1\ttrue\t2024-06-15T09:00:00.000Z\tdocs\nsp_2\tfalse\t2024-06-14T09:00:00.000Z\t\n',
    );
  });

  it('is a table on a terminal and TSV in a pipe', async () => {
    const how = view('table', { columns: ['isLive', 'updatedAt', 'id'] });
    expect(await textOf([spaces], how, { tty: true, env: { NO_COLOR: '1' } })).toBe(
      'IS LIVE  UPDATED      ID\nyes      3 hours ago  sp_1\nno       1 day ago    sp_2\n',
    );
    expect(await textOf([spaces], how, { env: { FORCE_COLOR: '1' } })).toBe(
      await textOf([spaces], view('tsv', how && { columns: how.columns })),
    );
  });

  const person = { tty: true, env: { NO_COLOR: '1' } };

  it('fits a table to the rows of all its pages, and prints it once', async () => {
    const io = await listed(
      [spaces.slice(1), [{ id: 'sp_3', title: 'A much longer title' }]],
      view('table', { columns: ['title', 'id'] }),
      person,
    );
    expect(io.stdout()).toBe(
      'TITLE                ID\nNotes                sp_2\nA much longer title  sp_3\n',
    );
    expect(io.chunks).toHaveLength(1);
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

  it('names what it left out, after the table, with the way to see it', async () => {
    const how = view('table', { columns: ['title', 'isLive', 'updatedAt', 'gitSync.repoName', 'id'] });
    const io = await listed([spaces], how, { ...person, columns: 28 });
    expect(io.stdout()).toContain('Guide  yes      3 hours ago\n');
    expect(io.errors()).toBe(
      '2 columns left out:\nREPOSITORY, ID; see them\nwith --fields title,gitSync.repoName,id\n',
    );
  });

  it('asks for what a name of the table alone is made of', async () => {
    const columns = ['space', 'number', 'title', 'updatedAt'];
    const how = view('table', { columns, table: ['reference', 'title', 'updatedAt'] });
    const rows = spaces.map((space) => ({ ...space, reference: 'Guides and more#4' }));
    const io = await listed([[...rows, ...rows]], how, { ...person, columns: 24 });
    expect(io.errors().replaceAll('\n', ' ')).toContain('--fields space,number,updatedAt');
  });

  it('shows one row upright where a line would cut it, or the view asks for it', async () => {
    const long = [{ id: 'sp_1', title: 'word '.repeat(20).trim() }];
    expect(
      await textOf([long], view('table', { columns: ['title', 'id'] }), { ...person, columns: 40 }),
    ).toMatch(/^title {2}word[\s\S]*\nid {5}sp_1\n$/);
    expect(await textOf([spaces.slice(0, 1)], view('table', { columns: ['title', 'id'] }), person)).toBe(
      'TITLE  ID\nGuide  sp_1\n',
    );
    expect(
      await textOf([spaces.slice(0, 1)], view('table', { columns: ['title', 'id'], upright: true }), person),
    ).toBe('title  Guide\nid     sp_1\n');
  });

  it('takes the columns and words for people from the view', async () => {
    const how = view('table', { table: ['title', 'isLive'], labels: { isLive: 'on air' } });
    expect(await textOf([spaces], how, person)).toBe('TITLE  ON AIR\nGuide  yes\nNotes  no\n');
    expect(await textOf([spaces], how)).toBe('sp_1\tGuide\nsp_2\tNotes\n');
  });

  it('colours states by what they mean, on a terminal that takes it', async () => {
    const rows = [
      { status: 'open', outdated: true, live: true, title: 'failed' },
      { status: 'merged', outdated: false, live: false, title: 'open' },
    ];
    const how = view('table', { columns: ['status', 'outdated', 'live', 'title'] });
    const text = await textOf([rows], how, { tty: true });
    expect(text).toContain(
      '\u001b[32mopen\u001b[39m    \u001b[33myes\u001b[39m       \u001b[32myes\u001b[39m   failed',
    );
    expect(text).toContain(
      '\u001b[36mmerged\u001b[39m  \u001b[2mno\u001b[22m        \u001b[2mno\u001b[22m    open',
    );
    for (const plain of [person, { env: { FORCE_COLOR: '1' } }])
      expect(await textOf([rows], how, plain)).not.toContain('\u001b');
  });

  it('is ids only, from where the view says', async () => {
    expect(await textOf([spaces], view('id'))).toBe('sp_1\nsp_2\n');
    expect(await textOf([spaces], view('id', { idField: 'gitSync.branch' }))).toBe('main\n');
  });

  it('shows every leaf when no columns are named, and plain strings as they are', async () => {
    expect(await textOf([[{ a: 1, b: { c: 2 } }]], view('csv', { columns: [] }))).toBe('a,b.c\n1,2\n');
    expect(await textOf([['one', 'two']], view('tsv', { columns: [] }))).toBe('one\ntwo\n');
    expect(
      await textOf([['one']], view('table', { columns: [] }), { tty: true, env: { NO_COLOR: '1' } }),
    ).toBe('VALUE\none\n');
  });

  it.each(FORMATS)('without items is [], a header or nothing: %s', async (format) => {
    const empty: Partial<Record<Format, string>> = { json: '[]\n', yaml: '[]\n', csv: 'id,title\n' };
    expect(await textOf([[]], view(format))).toBe(empty[format] ?? '');
  });
});

describe('one resource', () => {
  it('is the object itself in JSON, and one line in NDJSON', async () => {
    expect(await shown(spaces[0], view('json'))).toBe(`${JSON.stringify(spaces[0], null, 2)}\n`);
    expect(await shown(spaces[0], view('ndjson'))).toBe(`${JSON.stringify(spaces[0])}\n`);
  });

  it('is aligned fields on a terminal, and a row in a pipe', async () => {
    const tty = { tty: true, env: { NO_COLOR: '1' } };
    expect(await shown(spaces[0], view('table', { columns: [] }), tty)).toBe(
      [
        'id               sp_1',
        'title            Guide',
        'is live          yes',
        'updated          3 hours ago (2024-06-15T09:00:00.000Z)',
        'repository       docs',
        'git sync branch  main',
        '',
      ].join('\n'),
    );
    expect(await shown(spaces[0], view('table'), tty)).toBe('id     sp_1\ntitle  Guide\n');
    expect(await shown(spaces[0], view('table'))).toBe('sp_1\tGuide\n');
  });

  it('has no line for what has no value, unless that was asked for', async () => {
    const tty = { tty: true, env: { NO_COLOR: '1' } };
    const columns = ['id', 'description', 'notes', 'open'];
    const item = { id: 'cr_1', description: '', open: 0 };
    expect(await shown(item, view('table', { columns }), tty)).toBe('id    cr_1\nopen  0\n');
    expect(await shown(item, view('table', { fields: ['id', 'description'] }), tty)).toBe(
      'id           cr_1\ndescription\n',
    );
  });

  it('wraps a long text beside its key', async () => {
    const item = { id: 'x', text: `${'word '.repeat(20)}\nlast` };
    const text = await shown(item, view('table', { columns: [] }), {
      tty: true,
      columns: 40,
      env: { NO_COLOR: '1' },
    });
    expect(text.split('\n').every((line) => line.length <= 40)).toBe(true);
    expect(text).toContain('\n      last\n');
  });

  it('prints nothing for an answer without a body', async () => {
    for (const format of FORMATS) expect(await shown(undefined, view(format), { tty: true })).toBe('');
  });
});

describe('--fields', () => {
  const fields = ['id', 'gitSync.repoName'];
  it('restricts JSON, NDJSON and YAML to the keys, nested as before', async () => {
    const expected = { id: 'sp_1', gitSync: { repoName: 'docs' } };
    expect(JSON.parse(await shown(spaces[0], view('json', { fields })))).toEqual(expected);
    expect(JSON.parse(await shown(spaces[0], view('ndjson', { fields })))).toEqual(expected);
    expect(parseYaml(await shown(spaces[0], view('yaml', { fields })))).toEqual(expected);
    expect(JSON.parse(await textOf([spaces], view('json', { fields })))).toEqual([
      expected,
      { id: 'sp_2', gitSync: { repoName: null } },
    ]);
  });

  it('takes the place of the columns', async () => {
    expect(await textOf([spaces], view('csv', { fields }))).toBe('id,gitSync.repoName\nsp_1,docs\nsp_2,\n');
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

  it.each(['\uff1d1+1', '\uff0b1', '\uff0d1', '\uff20SUM(A1)', ' =1', '\u3000=1', '\u00a0@x'])(
    'CSV guards %j, which a spreadsheet takes for a formula too',
    async (title) => {
      expect(await textOf([[{ id: 1, title }]], view('csv'))).toContain(`'${title}`);
    },
  );

  it('CSV leaves numbers as numbers', async () => {
    expect(await textOf([[{ id: -5, title: '-5' }]], view('csv'))).toBe("id,title\n-5,'-5\n");
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
