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
const GIVE_UP_MS = 400;

const found = new Map<string, { expression: RegExp; where: string }>();
for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  // What builds the program meets our own text alone.
  if (!name.endsWith('.ts') || name.startsWith('build')) continue;
  for (const expression of expressionsIn(readFileSync(join('src', name), 'utf8')))
    found.set(String(expression), { expression, where: name });
}

const box: { expression: RegExp; text: string } = { expression: /./, text: '' };
const context = createContext(box);
const script = new Script('expression.global ? text.replace(expression, "") : expression.test(text); 0');

function measure(expression: RegExp, text: string): number {
  Object.assign(box, { expression, text });
  expression.lastIndex = 0;
  const from = performance.now();
  try {
    script.runInContext(context, { timeout: GIVE_UP_MS });
  } catch {
    return GIVE_UP_MS;
  }
  return performance.now() - from;
}

/** The best of a few: another process may have had the processor. */
function isSlow(expression: RegExp, text: string): boolean {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (measure(expression, text) < LIMIT_MS) return false;
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
