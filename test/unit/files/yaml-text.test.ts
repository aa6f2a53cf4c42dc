import { describe, expect, it } from 'vitest';
import * as yaml from 'yaml';
import { parseYaml, readYaml } from '../../../src/files/yaml-text.ts';
import { watched } from '../../helpers/event-loop.ts';
import { took } from '../../helpers/growth.ts';
import { isMeasured } from '../../helpers/measured.ts';
import { reached } from '../../helpers/runs.ts';

const RULES = { maxAliasCount: 50 };
/** A text that is given up only after a limit of its own: the machine may be slow. */
const PATIENCE_MS = 120_000;
const KEYS = 10_000;
const manyKeys = (count: number) => Array.from({ length: count }, (_, at) => `key${at}: ${at}`).join('\n');

describe('YAML', () => {
  it('with many keys takes linear time', async () => {
    const text = manyKeys(KEYS);
    const read = await readYaml(text, { ...RULES, timeoutMs: PATIENCE_MS });
    expect('value' in read && Object.keys(Object(read.value))).toHaveLength(KEYS);
    if (!isMeasured) return;
    // The parser's own check compares each key with each.
    const squared = took(() => yaml.parseDocument(text, { uniqueKeys: true }));
    const ours = [1, 2, 3].map(() => took(() => parseYaml(yaml, { text, rules: RULES })));
    expect(Math.min(...ours)).toBeLessThan(squared / 2);
    reached('P10', 'files', 1);
  });

  it.each([
    [
      'anchors that multiply',
      `a: &a [1,1,1,1,1,1,1,1,1]\n${'bcdefgh'.replace(/./g, (one, at) => `${one}: &${one} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]\n`)}`,
    ],
    ['a tab', 'a:\n\t- b'],
    ['an open bracket', '[a'],
    ['depth', '['.repeat(15_000)],
    ['depth of a long text', '['.repeat(60_000)],
  ])('that is broken gives a problem: %s', async (_, text) => {
    expect(await readYaml(text, RULES)).toMatchObject({ problem: expect.any(String) });
    reached('P10', 'files', 1);
  });

  it.each(['', `# ${'x'.repeat(20_000)}\n`])(
    'that repeats too much says so, however long it is',
    async (more) => {
      const text = `${more}a: &a [1]\nb: [${Array(60).fill('*a').join(', ')}]\nc: &c [*a]\nd: [${Array(60).fill('*c').join(', ')}]\n`;
      const end = await readYaml(text, RULES);
      expect(end).toMatchObject({
        code: 'aliases',
        problem: expect.stringMatching(/^Excessive alias count/),
      });
    },
  );

  it('has the place of each map, and the ID beside its name, however long it is', async () => {
    const marked = { keys: ['title', 'name'], id: /id: (\w+)/ };
    const text =
      'things:\n  - title: B # id: x1\n    more: &m { name: C }\n  - &two\n    1: *m\n    title: D # none\n  - *two\n';
    for (const long of [text, `${text}# ${'x'.repeat(20_000)}\n`]) {
      const end = await readYaml(long, { ...RULES, marked });
      if ('problem' in end) throw new Error(end.problem);
      const [first, second, third] = Object(end.value).things;
      expect(end.marks.get(first)).toEqual({ line: 2, col: 5, offset: text.indexOf('title: B'), id: 'x1' });
      expect(end.marks.get(first.more)).toMatchObject({ line: 3, col: 14 });
      expect(end.marks.get(second)).toMatchObject({ line: 5, col: 5 });
      expect(end.marks.get(second)).not.toHaveProperty('id');
      expect(second[1]).toBe(first.more);
      expect(third).toBe(second);
      expect(end.marks.size).toBe(4);
    }
  });

  it('that takes too long is given up, and nothing else waits for it', async () => {
    const text = manyKeys(400_000);
    const { result, turns } = await watched(() => readYaml(text, { ...RULES, timeoutMs: 1500 }));
    expect(result).toMatchObject({ code: 'too slow' });
    // In the thread of everybody there would be the few that loading takes.
    expect(turns).toBeGreaterThan(50);
    reached('P10', 'files', 1);
  });

  it('is the same in a thread and without one', async () => {
    const text = 'a: [1, "2", null, true]\nb: {c: 2001-01-01}\nd: &x {e: 1}\nf: *x\n';
    const long = `${text}# ${'x'.repeat(20_000)}\n`;
    expect(await readYaml(long, RULES)).toEqual(parseYaml(yaml, { text, rules: RULES }));
  });
});
