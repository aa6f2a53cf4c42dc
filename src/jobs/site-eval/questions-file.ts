// The file of questions that docs sites eval reads: what is asked, and what is expected to be found.

import { resolve } from 'node:path';
import type { Static } from '@sinclair/typebox';
import type { listQuestions } from '../../api/insights/questions.ts';
import type { ItemOf } from '../../api/operation.ts';
import { builders } from '../../api/schema.ts';
import type { Fault } from '../../engine/rows/row-faults.ts';
import type { Run } from '../../engine/run/run.ts';
import { listedItems } from '../../engine/select/selected-list.ts';
import { writeWhole } from '../../files/safe-write.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { safeJson } from '../../output/safe-text.ts';
import { faultsIn, placeOf, readOrgFile, whereText } from '../organization/file.ts';

const { ArrayOf, Integer, Obj, Optional, Str, Union } = builders;

const Words = (description: string) => Optional(Str({ minLength: 1, maxLength: 512, description }));
const Texts = (description: string) =>
  Optional(Union([Str({ minLength: 1 }), ArrayOf(Str({ minLength: 1 }))], { description }));

const Entry = Obj(
  {
    ask: Words('a question of readers: searched for, or asked with --ask'),
    search: Words('words that readers search for: never asked, so they cost nothing'),
    expect: Texts('pages that answer it, by path, title or URL: one of them must be found'),
    within: Optional(
      Integer({ minimum: 1, maximum: 100, description: 'how far down the page may be (default 3)' }),
    ),
    contains: Texts('texts that the answer must contain, in any case of letters'),
    not: Texts('texts that the answer must not contain'),
  },
  { additionalProperties: false },
);
const Questions = ArrayOf(Entry);

export interface Question {
  text: string;
  kind: 'ask' | 'search';
  expect: string[];
  within: number;
  contains: string[];
  not: string[];
  /** In the file, from 1. */
  line: number;
}

const WITHIN = 3;

/** What a file says, and all that is wrong with it. Throws UsageError for what is not YAML. */
export async function readQuestions(
  text: string,
  name: string,
): Promise<{ questions: Question[]; faults: Fault[] }> {
  const file = await readOrgFile(text, name, name);
  const faults = faultsIn(file, Questions);
  if (faults.length > 0) return { questions: [], faults };
  const seen = new Map<string, number>();
  // Safe: it was just checked.
  const questions = (file.value as Static<typeof Questions>).flatMap((entry): Question[] => {
    const place = placeOf(file, entry);
    const add = (message: string): [] => {
      faults.push({ where: whereText(place), message });
      return [];
    };
    const { ask, search } = entry;
    const asked = (ask ?? search ?? '').trim();
    if (asked === '' || (ask !== undefined && search !== undefined))
      return add('a question needs either ask or search');
    const kind = ask === undefined ? 'search' : 'ask';
    const before = seen.get(`${kind} ${asked}`);
    if (before !== undefined) return add(`"${asked}" is on line ${before} already`);
    seen.set(`${kind} ${asked}`, place.line);
    return [
      {
        ...{ text: asked, kind, line: place.line, within: entry.within ?? WITHIN },
        ...{ expect: listOf(entry.expect), contains: listOf(entry.contains), not: listOf(entry.not) },
      },
    ];
  });
  return { questions, faults };
}

const listOf = (value: string | string[] | undefined): string[] => [value ?? []].flat();

export function questionsJsonSchema(): Record<string, unknown> {
  const oneOf = ['ask', 'search'].map((key) => ({ required: [key] }));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Questions for docs sites eval',
    type: 'array',
    // Safe: a schema is plain data but for its symbols, which JSON leaves out.
    items: { ...JSON.parse(JSON.stringify(Entry)), oneOf },
  };
}

const HEAD = `# yaml-language-server: $schema=questions.schema.json
# For editors: docs sites schema-file questions > questions.schema.json
# expect: the pages that answer it, by path, title or URL. Then: docs sites eval FILE --site SITE
`;

/** A file to begin with, of questions that expect nothing yet. */
function startOfQuestions(texts: readonly string[]): string {
  const items = [...new Set(texts.map((text) => text.trim()))].map(
    (text) => `- ask: ${safeJson(JSON.stringify(text))}\n  expect: []\n`,
  );
  return HEAD + (items.length === 0 ? '[]\n' : items.join(''));
}

// docs questions list --to-eval: a new file of questions, which a person completes.

/** Throws LocalIoError for a file that is there already. */
export async function startFile(run: Run, file: string): Promise<void> {
  const { cwd, io } = run.context;
  const questions = await listedItems<ItemOf<typeof listQuestions>>(run);
  const text = startOfQuestions(questions.map(({ question }) => question));
  await writeWhole(resolve(cwd, file), text, { shown: file });
  done(io, `wrote ${plural(questions.length, 'question')} to ${file}`, {
    ...{ outcome: 'written', file, questions: questions.length },
  });
  note(io, `name the pages that answer each question, then run: ${shell`docs sites eval ${file}`}`);
}
