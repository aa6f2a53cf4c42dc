import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type DocumentPage,
  loadTextFacts,
  readOwners,
  type TextFacts,
  textFindings,
  treeFindings,
  whyGone,
} from '../../../../src/jobs/page-lint/problems.ts';
import { growth, LINEAR } from '../../../helpers/growth.ts';
import { textCases } from '../../../helpers/text-cases.ts';

const SPACE = { id: 's1', title: 'Guides' };
const NOW = new Date('2026-11-23T10:00:00Z');
const page = (path: string, more: Partial<DocumentPage> = {}): DocumentPage =>
  ({ type: 'document', id: path, title: path, path, pages: [], description: 'x', ...more }) as DocumentPage;

describe('the text of a page', async () => {
  const factsOf = await loadTextFacts();
  textCases(join(import.meta.dirname, 'texts'), async (_, { 'page.md': markdown = '' }) => ({
    found: textFindings(SPACE, page('a'), factsOf(markdown))
      .map(({ problem, message }) => `${problem} ${message}\n`)
      .join(''),
  }));

  it('takes no more than linear time, whatever was written', () => {
    const inLine = ['<img ', '<figure><figcaption>', '<figure', '<img alt="', '![](', '<figcaption <'];
    const inBlock = ['<img ', '<figure><figcaption>', '<figcaption <', '<img alt=" '];
    for (const [start, texts] of [['x ', inLine] as const, ['<div>\n', inBlock] as const])
      for (const text of texts) {
        const cost = growth((times) => factsOf(start + text.repeat(times)), 2500);
        expect(cost, start + text).toBeLessThan(LINEAR);
      }
  });

  it('of a computed page is written by nobody', () => {
    const facts: TextFacts = { isEmpty: true, headings: [], bareImages: [] };
    expect(textFindings(SPACE, page('a', { computed: { type: 'builtin:openapi' } }), facts)).toEqual([]);
    expect(textFindings(SPACE, page('a', { pages: [page('a/b')] }), facts)[0]?.message).toBe(
      'is empty (1 page below it)',
    );
  });
});

it('the page tree tells of descriptions, titles and age', () => {
  const pages = [
    page('a', { title: 'Install', updatedAt: '2025-11-23T09:00:00Z' }),
    page('b/a', { title: ' install', updatedAt: '2025-11-24T10:00:01Z', description: ' ' }),
    page('c', { createdAt: '2020-01-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' }),
    page('d'),
  ];
  expect(treeFindings(SPACE, pages, NOW).map(({ page: { path }, message }) => `${path}: ${message}`)).toEqual(
    ['a: not changed for 365 days', 'b/a: has no description', 'b/a: has the title of a'],
  );
});

it('the last pattern of the owners file that matches decides', async () => {
  const ownerOf = await readOwners(
    '"*": ann@acme.com\n"Guides/*": team:Platform\n"Guides/webhooks*": bob@acme.com\n',
    'owners.yaml',
  );
  expect(ownerOf(SPACE, { path: 'webhooks/retries' })).toBe('bob@acme.com');
  expect(ownerOf(SPACE, { path: 'install' })).toBe('team:Platform');
  expect(ownerOf({ title: 'Other' }, { path: 'x' })).toBe('ann@acme.com');
  for (const text of ['', '# nobody yet', '{}', '- a', 'a: 1', '"Guides/*":', '"Guides/*": [a]', 'a: {b: c}'])
    await expect(readOwners(text, 'owners.yaml'), text).rejects.toMatchObject({ code: 'BAD_OWNERS' });
});

it('an owner is gone who is no member, is disabled, or is a team that is not there', () => {
  const members = [
    { user: { id: 'u1', email: 'Ann@acme.com' }, disabled: false },
    { user: { id: 'u2', email: 'bob@acme.com' }, disabled: true },
  ] as never;
  const teams = [{ id: 't1', title: 'Platform' }] as never;
  const owners = {
    ...{ 'ann@acme.com': undefined, u1: undefined, 'team:platform': undefined, 'team: t1': undefined },
    ...{ 'bob@acme.com': 'is disabled', 'zoe@acme.com': 'is not a member', 'team:Gone': 'is not a team' },
  };
  for (const [owner, why] of Object.entries(owners)) expect(whyGone(owner, members, teams), owner).toBe(why);
});
