// A value gets into a printed command by the tag `shell` only, which makes one word of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { templatesIn } from '../helpers/template-literals.ts';

const root = resolve(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.startsWith('build/'),
);

/** What makes a command of the value after it: `docs spaces get `, `to undo: docs undo `, `, or docs cr diff `, ` --site `. */
const COMMAND =
  /(?:^|[:,;(|] (?:(?:then|or) )?)(?:docs|curl|iconv) [\w-]|^ ?--[a-z][\w-]*[ =]$| --[a-z][\w-]* $/;
const LIST = /\[(?:'docs'|path),[^\]]*\]\.(?:map\([^)]*\)\.)?join\(/;
/** How a command is called: names of the program and of its arguments. */
const USAGE = '[path, ...argsOf(command).map(usageOfArg)].join(';
/** Built by the tag itself. */
const BUILT = /^shell(Word|Line)?[`(]/;
/** Words of the program itself: a number, also with its noun, a path, a flag. */
const OWN =
  /^(plural\(|Math\.min\(|(?:all|total)$|topics\b|path$|shape$|param && CONTEXT_FLAGS\b|body$|CONTEXT_FLAGS\b)/;
/** Sentences that begin with a flag. */
const PROSE =
  /^--git-dir=|^--[\w-]+ (?:and|\.\.\. (?:is|and)) |cannot be used together|with --fields \.\.\.$|^--output \.\.\.$/;

/** Templates and lists that become a command without the quotes of its values. */
function bare(source: string): string[] {
  const found = LIST.exec(source.replace(USAGE, ''))?.slice(0, 1) ?? [];
  for (const { tag, texts, expressions } of templatesIn(source)) {
    if (tag === 'shell') continue;
    const isBare = expressions.some((expression, at) => {
      const before = texts.slice(0, at + 1).join('X');
      return COMMAND.test(before) && !BUILT.test(expression.trim()) && !OWN.test(expression.trim());
    });
    if (isBare && !PROSE.test(texts.join('...'))) found.push(texts.join('...'));
  }
  return found;
}

it('no value is put into a printed command as it is', () => {
  const wrong = files.flatMap((file) =>
    bare(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

/** A value in place of the pattern, in which `$'` and `$&` mean something; a function or a literal gives it as it is. */
const VALUE_FOR_PATTERN = /\.replace(?:All)?\((?:'[^']*'|\w+), (?:(?:\w+\.)*\w+\(|\w+ \?\? |`)/;

it('no value takes the place of a pattern as it is: in it `$&` stands for something else', () => {
  const wrong = files.filter((file) => VALUE_FOR_PATTERN.test(readFileSync(join(root, file), 'utf8')));
  expect(wrong).toEqual([]);
  expect("text.replace('{}', shellWord(id))").toMatch(VALUE_FOR_PATTERN);
});

const dollar = '$';
it.each([
  `const hint = \`docs spaces get ${dollar}{id}\`;`,
  `const text = \`to undo: docs undo ${dollar}{id}\`;`,
  `const text = \`${dollar}{why}, or docs cr diff ${dollar}{number}\`;`,
  `const text = \`${dollar}{path} --site ${dollar}{id}\`;`,
  `const text = shell\`x ${dollar}{\`docs undo ${dollar}{id}\`}\`;`,
  `const line = ['docs', ...words].join(' ');`,
  `return [path, id, ...scope].join(' ');`,
])('finds %s', (source) => {
  expect(bare(source)).toHaveLength(1);
});

it.each([
  `const hint = shell\`docs spaces get ${dollar}{id}\`;`,
  `const text = \`to undo: ${dollar}{shell\`docs undo ${dollar}{id}\`}\`;`,
  `const path = \`docs ${dollar}{name}\`;`,
  `const tick = /[\`]docs get ${dollar}{/; const other = '\`docs get ${dollar}{';`,
])('takes %s', (source) => {
  expect(bare(source)).toEqual([]);
});
