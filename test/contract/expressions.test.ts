import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { adversaries, expressionsIn } from '../helpers/adversarial-text.ts';
import { reached, runs } from '../helpers/runs.ts';

const WANTED = 350;
const isFull = runs('L8', 'expressions', 0) > 0;
/** What goes back and forth needs the square of the length: a tenth of it tells, too. */
const LENGTH = isFull ? 100_000 : 10_000;
const LIMIT_MS = 50;
const GIVE_UP_MS = 1_000;

const found = new Map<string, { expression: RegExp; where: string }>();
for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  // What builds the program meets our own text alone.
  if (!name.endsWith('.ts') || name.startsWith('build')) continue;
  for (const expression of expressionsIn(readFileSync(join('src', name), 'utf8')))
    found.set(String(expression), { expression, where: name });
}

const box: { expression: RegExp; text: string } = { expression: /./, text: '' };
const context = createContext(box);
const search = new Script('expression.test(text)');
/** Many finds take their time, each its own; together they get more of it. */
const replaceAll = new Script('text.replace(expression, "")');

/** Milliseconds of the processor: another process may have had it meanwhile. */
function measure(script: Script, expression: RegExp, text: string): number {
  Object.assign(box, { expression, text });
  const from = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: GIVE_UP_MS });
  } catch {
    // It took too long, and that is what is measured.
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** The best of a few: the first may pay for what the machine does beside it. */
function isSlow(expression: RegExp, text: string): boolean {
  const once = new RegExp(expression.source, expression.flags.replace('g', ''));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const whole = expression.global ? measure(replaceAll, expression, text) : 0;
    if (measure(search, once, text) < LIMIT_MS && whole < 10 * LIMIT_MS) return false;
  }
  return true;
}

it('finds the expressions of the source', () => {
  expect(found.size).toBeGreaterThan(WANTED);
});

it('none takes long over a text made against it', () => {
  const slow = [...found.values()].flatMap(({ expression, where }) => {
    for (const text of adversaries(expression, { length: LENGTH, thorough: isFull })) {
      if (isSlow(expression, text)) return [`${where}: ${expression} over ${text.slice(0, 12)}`];
    }
    return [];
  });
  expect(slow).toEqual([]);
  reached('L8', 'expressions', found.size);
});
