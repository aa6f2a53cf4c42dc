// What is asked for what is told, and texts to send on.
import { beforeEach, describe, expect, it } from 'vitest';
import { getRevision } from '../../../../src/api/content/pages.ts';
import { getSpace, listSpaces } from '../../../../src/api/content/spaces.ts';
import type { ChangeRequestContentChange } from '../../../../src/api/review/change-requests.ts';
import { countRows, type PageRow, pageRows } from '../../../../src/jobs/changes/page-rows.ts';
import { readChanges } from '../../../../src/jobs/changes/read-changes.ts';
import { digestText, fillTemplate, parseTemplate, TEXT_FORMATS } from '../../../../src/jobs/changes/texts.ts';
import { removePageAt } from '../../../helpers/edit-content.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { insertion as insert, merge as mergeInto, pagesNow } from '../../../helpers/planted-changes.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const HOUR = 3_600_000;
const LONG_AGO = '2026-01-01T00:00:00Z';

const box = perTest(openTestSandbox);
let wire: WorkflowClient;
let spaceId: string;
beforeEach(async () => {
  wire = workflowClient(box);
  spaceId = await box.newSpace({ title: 'Atlas', empty: true });
});

const wait = (hours = 1) => {
  box.clock.now = new Date(box.clock.now.getTime() + hours * HOUR);
};

const merge = (subject: string, changes: ChangeRequestContentChange[]) => {
  wait();
  return mergeInto(box, spaceId, subject, changes);
};

async function told(
  since: string,
  until: ReadonlyMap<string, string> = new Map(),
  client = wire.client,
): Promise<PageRow[]> {
  const { organizationId } = box;
  const { items } = await box.call(listSpaces, { organizationId });
  const query = { spaces: items, organizationId, since, until, reviewers: false, width: 4 };
  return pageRows(await readChanges(client, query));
}

describe('docs changes', () => {
  it('asks once for each merge, the lists and the pages', async () => {
    const count = runs('Y1', 'merges', 40);
    for (let at = 0; at < count; at += 1) await merge(`Step ${at}`, [insert(`Page ${at}`)]);
    wire.requests.length = 0;
    const rows = await told(LONG_AGO);
    expect(rows).toHaveLength(count);
    expect(wire.requests.length).toBeLessThanOrEqual(count * 1.01 + 6);
    reached('Y1', 'merges', count);
  });

  it('tells nothing again that was told, and nothing of spaces that stayed', async () => {
    await merge('One', [insert('First')]);
    expect((await told(LONG_AGO)).map(({ page }) => page.title)).toContain('First');
    const heads = new Map([[spaceId, (await box.call(getSpace, { spaceId })).revision]]);
    const others = (await box.call(listSpaces, { organizationId: box.organizationId })).items;
    for (const { id, revision } of others) heads.set(id, revision);
    wire.requests.length = 0;
    expect(await told(LONG_AGO, heads)).toEqual([]);
    expect(wire.requests).toEqual([]);
    await merge('Two', [insert('Second')]);
    expect((await told(LONG_AGO, heads)).map(({ page }) => page.title)).toEqual(['Second']);
  });

  it('tells of an edit without a change request, which names nobody', async () => {
    await merge('One', [insert('First'), insert('Second')]);
    wait(48);
    const since = box.clock.now.toISOString();
    wait();
    removePageAt(box.sandbox, { spaceId, path: 'first' });
    const [row, ...more] = await told(since);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ kind: 'removed', page: { title: 'First' }, author: '', url: '' });
    expect(countRows(row ? [row] : [], 'author')).toMatchObject([
      { name: 'without a change request', pages: 1 },
    ]);
  });

  it('ends at a revision that names itself as the one before it', async () => {
    await merge('One', [insert('First')]);
    removePageAt(box.sandbox, { spaceId, path: 'first' });
    const client: typeof wire.client = Object.create(wire.client);
    client.call = async (operation, input, ...more) => {
      const answer = await wire.client.call(operation, input, ...more);
      if (operation.id === getRevision.id) Object.assign(Object(answer), { parents: [Object(answer).id] });
      return answer;
    };
    expect(await told(LONG_AGO, new Map(), client)).toMatchObject([{ kind: 'removed' }]);
  });

  it('a page that came and went in between was never there', async () => {
    await merge('Begin', [insert('First')]);
    wait(48);
    const since = box.clock.now.toISOString();
    await merge('Add', [insert('Short')]);
    const id = [...(await pagesNow(box, spaceId))].find(([, { title }]) => title === 'Short')?.[0] ?? '';
    await merge('Remove', [{ operation: 'delete_page', page: id }]);
    expect(await told(since)).toEqual([]);
  });
});

it('a kind of change that newer hosts tell is a change of its page', () => {
  const page = { id: 'p', type: 'document', title: 'First', path: 'first' };
  const step = { at: '2026-11-02T00:00:00Z', reviewers: [], changes: [{ type: 'page_starred', page }] };
  const told = JSON.parse(
    JSON.stringify({ space: { id: 's', title: 'Atlas', urls: { app: 'https://x' } }, steps: [step] }),
  );
  expect(pageRows([{ ...told, paths: new Map() }])).toMatchObject([{ kind: 'changed', path: 'first' }]);
});

it('a template is written with what changed, and says where it asks for what there is not', () => {
  const row = (title: string, space: string): PageRow => ({
    ...{ kind: 'added', page: { id: title, title }, space: { id: space, title: space }, sources: [] },
    ...{ path: 'a', url: 'https://x/a b', subject: 'Why', author: 'Ana', reviewers: ['Ben'], number: 4 },
    at: '2026-11-02T00:00:00Z',
  });
  const digest = { since: '2026-11-01', until: '2026-11-08', by: 'page', about: 'Acme' } as const;
  const fill = (text: string, file: string, rows: PageRow[]) =>
    fillTemplate(parseTemplate(text, file), file, { ...digest, rows });
  const text =
    '# {{about}}: {{count}}\n{{#groups}}\n## {{ name }} ({{count}})\n{{#pages}}\n- {{kind}} [{{title}}](<{{url}}>), {{#number}}#{{number}} {{/number}}{{since}}\n{{/pages}}\n{{/groups}}\n{{^pages}}\nnothing\n{{/pages}}\n';
  expect(fill(text, 'a.md', [row('<b>', 'S'), row('Two', 'T')])).toBe(
    '# Acme: 2\n## S (1)\n- New [\\<b\\>](<https://x/a%20b>), #4 2026-11-01\n## T (1)\n- New [Two](<https://x/a%20b>), #4 2026-11-01\n',
  );
  expect(fill(text, 'a.md', [])).toBe('# Acme: 0\nnothing\n');
  for (const file of ['a.html', 'a.HTM', 'a.xhtml', 'a.svg', 'a.atom', 'a.html.tmpl', 'a.xml.hbs'])
    expect(fill('{{#pages}}{{title}}{{/pages}}', file, [row('<b>', 'S')]), file).toBe('&lt;b&gt;');
  for (const file of ['a.mdx', 'a.markdown', 'a.md.tmpl'])
    expect(fill('{{#pages}}{{title}}{{/pages}}', file, [row('<b>', 'S')]), file).toBe('\\<b\\>');
  const wrong = {
    '{{#pages}}{{#pages}}{{/pages}}{{/pages}}': 'a.md:1: there is no "pages"',
    '{{x}}': 'a.md:1: there is no "x"',
    'a\n{{tite}}': 'a.md:2',
    '{{#pages}}{{titel}}': 'mean title?',
    '{{#pages}}': 'not closed',
    '{{/pages}}': 'closes no',
  };
  for (const [bad, message] of Object.entries(wrong))
    expect(() => parseTemplate(bad, 'a.md'), bad).toThrow(message);
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(() => parseTemplate(`{{${name}}}`, 'a')).toThrow();
});

it('titles are no markup in any text that is sent on', async () => {
  const title = '<script>alert(1)</script> [x](https://evil.example) | @everyone *b* ]]>';
  await merge('<b>Why</b> #4', [insert(title)]);
  const rows = await told(LONG_AGO);
  for (const format of TEXT_FORMATS) {
    const digest = { rows, since: LONG_AGO, until: 'now', by: 'page', about: 'A & B' } as const;
    const text = digestText(format, digest);
    expect(text, format).not.toContain('<script>alert');
    if (format === 'markdown') expect(text).not.toMatch(/\[x\]\(https/);
    if (format === 'slack') expect(JSON.parse(text).blocks.length).toBeGreaterThan(1);
  }
});
