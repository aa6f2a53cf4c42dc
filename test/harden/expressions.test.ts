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
/** Less than this is never looked at twice. What is above it is judged by how it grows, as machines differ. */
const LIMIT_MS = 4;
const GIVE_UP_MS = 1_000;
/** Four times the text takes four times as long, or sixteen times where the square of it is needed. */
const TIMES = 4;
const MOST_GROWTH = 9;

const found = new Map<string, { expression: RegExp; where: string }>();
for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  // What builds the program meets our own text alone.
  if (!name.endsWith('.ts') || name.startsWith('build')) continue;
  for (const expression of expressionsIn(readFileSync(join('src', name), 'utf8')))
    found.set(String(expression), { expression, where: name });
}

const box: { expression: RegExp; text: string; texts: string[] } = { expression: /./, text: '', texts: [] };
const context = createContext(box);
const search = new Script('expression.test(text)');
/** Many finds take their time, each its own; together they get more of it. */
const replaceAll = new Script('text.replace(expression, "")');

/** All texts in one go: most expressions need no closer look. */
const allTexts = new Script(
  'for (const each of texts) { each.search(expression); each.replace(expression, "") }',
);

/** Milliseconds of the processor: another process may have had it meanwhile. */
function measure(script: Script, expression: RegExp, text: string, texts: string[] = []): number {
  Object.assign(box, { expression, text, texts });
  const from = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: GIVE_UP_MS });
  } catch {
    // It took too long, and that is what is measured.
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

function once(expression: RegExp, text: string): number {
  const single = new RegExp(expression.source, expression.flags.replace('g', ''));
  const whole = expression.global ? measure(replaceAll, expression, text) / 10 : 0;
  return Math.max(measure(search, single, text), whole);
}

/** The best of a few, for the whole text and a part of it in turn: any one may pay for what the machine does beside it. */
function isSlow(expression: RegExp, text: string): boolean {
  let least = Number.POSITIVE_INFINITY;
  let leastOfPart = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    least = Math.min(least, once(expression, text));
    if (least < LIMIT_MS) return false;
    leastOfPart = Math.min(leastOfPart, once(expression, text.slice(0, text.length / TIMES)));
    if (least < GIVE_UP_MS && least <= MOST_GROWTH * Math.max(0.5, leastOfPart)) return false;
  }
  return true;
}

it('finds the expressions of the source', () => {
  expect(found.size).toBeGreaterThan(WANTED);
});

it('none takes long over a text made against it', () => {
  const slow = [...found.values()].flatMap(({ expression, where }) => {
    const texts = [...adversaries(expression, { length: LENGTH, thorough: isFull })];
    if (measure(allTexts, expression, '', texts) < LIMIT_MS) return [];
    for (const text of texts) {
      if (isSlow(expression, text)) return [`${where}: ${expression} over ${text.slice(0, 12)}`];
    }
    return [];
  });
  expect(slow).toEqual([]);
  reached('L8', 'expressions', found.size);
});
