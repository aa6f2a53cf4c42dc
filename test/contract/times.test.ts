// Tests judge by counts, ratios and order: a time in milliseconds is that of the machine, and fails where it is busy.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** `file: what is compared`, and why no ratio can stand in its place. */
const ALLOWED: Readonly<Record<string, string>> = {
  'test/contract/ends-in-time.test.ts: tookMs': 'without a limit in a check',
  'test/contract/ends-in-time.test.ts: a clock': 'a moment to strike at, and no limit',
};

const CLOCK = String.raw`(?:performance|Date)\.now\(\)|process\.(?:cpuUsage|hrtime)[\w.]*\(`;
const NUMBER = /^(?:[\d_.e]+|\w*_MS|[\s()+*/?:-]|process\.env\.DOCS_HARDEN)+$/;
/** Waits that are shorter by default than a busy machine may be late. */
const LEAST_WAIT_MS = 20_000;

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$|[ \t]\/\/ .*$/gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );

/** What is assigned to which names. */
const ASSIGNED = /(?:(?:const|let) )?(\w+|\{[^{}=;]*\}) (?:[+-]?=) (?!>)((?:(?!\) \{\n)[^;])*);/g;
/** What a function at the top returns at its end. */
const RETURNED = /function (\w+)\([^{]*\{(?:(?!\n\})[\s\S])*?\n {2}return ((?:(?!=>)[^;])*);\n\}/g;

/** Names of spans of time: differences of a clock, processor time, and what is computed from those. */
function spansIn(code: string): string[] {
  const spans = new Set<string>();
  const values = [...code.matchAll(ASSIGNED), ...code.matchAll(RETURNED)].map(
    ([, names = '', value = '']) => ({ names: names.match(/\w+/g) ?? [], value }),
  );
  for (let before = -1; before < spans.size; ) {
    before = spans.size;
    for (const { names, value } of values)
      if (isValue(value) && isTimed(value, spans)) for (const name of names) spans.add(name);
  }
  return [...spans];
}

/** A function is a span when it returns one; the value of a call that is given functions is not what they compute. */
const isValue = (value: string) => !/=>|\bfunction\b/.test(value) || /=> \(?[^{(]*$/.test(value);

function isTimed(value: string, spans: ReadonlySet<string>): boolean {
  if (new RegExp(String.raw`(?:${CLOCK})\s*-|process\.cpuUsage\(\w+\)`).test(value)) return true;
  return [...spans].some((name) => new RegExp(String.raw`(?<![\w.'"])${name}(?![\w'":])`).test(value));
}

interface Found {
  line: number;
  what: string;
}

/** Where a span of time must be less than a number of milliseconds that is written there. */
function judgedByTime(text: string): Found[] {
  const code = withoutComments(text);
  const spans = new Set(spansIn(code));
  const found: Found[] = [];
  const note = (at: number | undefined, what = '') =>
    found.push({ line: code.slice(0, at).split('\n').length, what: what.replace(/\s+/g, ' ').trim() });
  for (const { index, 1: subject = '', 2: limit = '' } of code.matchAll(
    /expect\(((?:(?!\bexpect\()[\s\S]){1,300}?)\)\s*\.toBeLessThan(?:OrEqual)?\(([^;]*?)\);/g,
  ))
    if (isTimed(subject, spans) && NUMBER.test(limit)) note(index, subject);
  for (const name of spans)
    for (const { index, 1: subject = '', 2: limit = '' } of code.matchAll(
      new RegExp(
        String.raw`((?:Math\.\w+\(\.*)?(?<![\w.])${name}\b\)?) (?:[<>]=?) ([^;|&,?]+?)(?= \|\||[;,?]|\) |\)$)`,
        'gm',
      ),
    ))
      if (NUMBER.test(limit)) note(index, subject);
  for (const { index } of code.matchAll(
    new RegExp(String.raw`(?:${CLOCK}) - [\w.() ?]+ [<>]=? [\d_]+\b`, 'g'),
  ))
    note(index, 'a clock');
  return found;
}

/** Waits for something to come true that end after a second by default. */
function shortWaits(text: string): Found[] {
  const code = withoutComments(text);
  return [...code.matchAll(/expect\s*\.poll\(|vi\.wait(?:For|Until)\(/g)].flatMap(({ index, 0: what }) => {
    const [given] = /timeout: ([\d_]+)/.exec(callAt(code, index)) ?? [];
    const ms = Number(given?.replace(/timeout: |_/g, '') ?? 0);
    return ms < LEAST_WAIT_MS ? [{ line: code.slice(0, index).split('\n').length, what }] : [];
  });
}

/** Programs that are killed, and requests that are given up, so soon that a busy machine may need longer. */
function shortLives(text: string): Found[] {
  const code = withoutComments(text);
  return [...code.matchAll(/setTimeout\(\(\) => \{\n(?:(?!\n\s*\}, )[\s\S])*\n\s*\}, ([\w.]+)\);/g)].flatMap(
    ({ index, 1: given = '' }) => {
      const named = new RegExp(String.raw`const ${given} = ([\d_]+);`).exec(code)?.[1] ?? given;
      const ms = Number(named.replaceAll('_', ''));
      return ms < LEAST_WAIT_MS ? [{ line: code.slice(0, index).split('\n').length, what: given }] : [];
    },
  );
}

/** The text of a call up to the parenthesis that ends it. */
function callAt(code: string, from: number): string {
  let depth = 0;
  for (let at = code.indexOf('(', from); at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')' && --depth === 0) return code.slice(from, at);
  }
  return code.slice(from);
}

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path}`)
  .filter((path) => path.endsWith('.test.ts') && !/^test\/(?:bench|harden)\//.test(path))
  .filter((path) => path !== 'test/contract/times.test.ts');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

it('no test compares a span of time with a number of milliseconds', () => {
  const found = files.flatMap((path) =>
    judgedByTime(textOf(path)).map(({ line, what }) => ({
      key: `${path}: ${what}`,
      at: `${path}:${line}: ${what}`,
    })),
  );
  const wrong = found.filter(({ key }) => ALLOWED[key] === undefined);
  expect(
    wrong.map(({ at }) => at),
    'order two events, count, compare with a longer wait (test/helpers/sooner.ts) or measure growth (test/helpers/growth.ts)',
  ).toEqual([]);
  expect(Object.keys(ALLOWED).filter((key) => !found.some((one) => one.key === key))).toEqual([]);
});

it('no test of a check measures the processor, not even for a share', () => {
  const wrong = files.filter((path) => {
    const code = withoutComments(textOf(path));
    return (
      /process\.(?:cpuUsage|hrtime)|\b(?:took|tookOf)\(/.test(code) && !/isMeasured|leftToHarden/.test(code)
    );
  });
  expect(wrong, 'leave it to npm run harden (test/helpers/measured.ts)').toEqual([]);
});

it('no test waits less than 20 seconds for what is to come true', () => {
  const wrong = files.flatMap((path) =>
    shortWaits(textOf(path)).map(({ line, what }) => `${path}:${line}: ${what}`),
  );
  expect(wrong, 'give it { timeout: 30_000 }').toEqual([]);
});

it('no test takes a program for one that hangs within 20 seconds', () => {
  const helpers = readdirSync(join(root, 'test/helpers'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `test/helpers/${name}`);
  const wrong = [...files, ...helpers].flatMap((path) =>
    shortLives(textOf(path)).map(({ line, what }) => `${path}:${line}: ${what}`),
  );
  expect(wrong, 'give it a minute').toEqual([]);
});

describe('a planted test', () => {
  it.each([
    'const from = performance.now();\nexpect(performance.now() - from).toBeLessThan(300);',
    'const from = Date.now();\nexpect(Date.now() - from, path).toBeLessThan(LIMIT_MS + 4 * SLACK_MS);',
    'const took = performance.now() - from;\nexpect(took).toBeLessThanOrEqual(2_000);',
    'slowest = Math.max(slowest, performance.now() - from);\nexpect(slowest).toBeLessThan(2000);',
    'const { user, system } = process.cpuUsage(from);\nexpect(user + system).toBeLessThan(5e6);',
    'async function ms() {\n  const from = performance.now();\n  return performance.now() - from;\n}\nexpect(await ms()).toBeLessThan(450);',
    'const tookMs = performance.now() - from;\nconst wrong = all.filter(() => tookMs > LIMIT_MS || no);',
  ])('that judges by time is found: %s', (text) => expect(judgedByTime(text).length).toBeGreaterThan(0));

  it.each([
    'const from = performance.now();\nexpect(performance.now() - from).toBeGreaterThan(50);',
    'const usual = performance.now() - from;\nexpect(performance.now() - then).toBeLessThan(5 * usual);',
    'expect(growth(work, 100)).toBeLessThan(LINEAR);',
    'expect(text.length).toBeLessThan(300);',
  ])('that does not is left alone: %s', (text) => expect(judgedByTime(text)).toEqual([]));

  it.each(['await expect.poll(() => one).toBe(1);', 'await vi.waitFor(() => one(), { timeout: 5000 });'])(
    'that waits too short is found: %s',
    (text) => expect(shortWaits(text)).toHaveLength(1),
  );

  it('that gives up a program soon is found', () => {
    const kill = "setTimeout(() => {\n  child.kill('SIGKILL');\n}, LIMIT_MS);";
    expect(shortLives(`const LIMIT_MS = 5000;\n${kill}`)).toHaveLength(1);
    expect(shortLives(`const LIMIT_MS = 60_000;\n${kill}`)).toEqual([]);
  });
});
