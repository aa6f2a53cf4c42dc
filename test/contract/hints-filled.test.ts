// A hint that holds a value is run with one of the demo: it finds what it names, and is understood.

import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { loadLeaf } from '../../src/engine/model/load.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { setupOf, writeFixtures } from '../helpers/example-files.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { tablesIn } from '../helpers/text-cases.ts';
import { filesThatNameThemselves, writtenHints } from '../helpers/written-hints.ts';

const table = tablesIn('test/contract/tables/hints-filled.txt');

/** The commands whose name a file writes as a value: `${run.path} <site> schema.json`. */
const PATHS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  table('the commands of a file that writes their name as a value; none where nothing is filled in').map(
    ([file = '', ...paths]) => [file, paths],
  ),
);

/** What stands for a flag's value, by the flag. */
const FLAGS: Readonly<Record<string, string>> = Object.fromEntries(
  table('what stands for the value of a flag'),
);

/** Lines whose words are chosen here: what they name is not there in the demo, or the example names something else. */
const CHOSEN = table('lines whose words are chosen, and what is done before').map(
  ([form = '', words = '', setup]) => [new RegExp(form), words, setup] as const,
);

/** What waits for requests or a person, what the sandbox does not do, and lines that are no hints. */
const NOT_RUN =
  /^docs (?:api GET \/v1\/orgs\/«org»|sandbox serve|auth login|sites styleguide runs|cr conversations|cr resolve «typed» --from|«(?:name|group|words|wanted)|help «|restore: «lost»|<name> then runs|history <id> shows|undo <id> undoes|profiles use <name> changes|sites setup --from <this file>)/;

/** What is found elsewhere than in a change request, in the demo. */
const ELSEWHERE = /^docs comments .* --cr «/;

const MARK = /«([^»]*)»|<[\w -]+>/g;

/** Flags that are there only now and then: `${profile ? ['--profile', profile] : []}`. */
const isOptional = (value: string): boolean => /\? *\[|: *\[\]/.test(value);

interface Filled {
  words: string[];
  setup: readonly string[];
}

async function fill(written: string): Promise<Filled> {
  const chosen = CHOSEN.find(([form]) => form.test(written));
  if (chosen) {
    const [form, words, setup] = chosen;
    const filled = words.replace('$1', form.exec(written)?.[1] ?? '');
    return { words: splitWords(filled), setup: setup === undefined ? [] : [setup] };
  }
  const line = ELSEWHERE.test(written) ? written.replace(/ --cr «.*$/, '') : written;
  const marks: string[] = [];
  const marked = line.replace(MARK, (whole, expression = '') => {
    if (isOptional(expression)) return '';
    marks.push(whole);
    return `@${marks.length}@`;
  });
  const words = splitWords(marked).slice(1);
  const { trail, command } = await loadLeaf(entries, words);
  const example = command?.examples.find((one) => !/[|<>;]|\$\(/.test(one)) ?? '';
  const given = splitWords(example).slice(1 + trail.length);
  const flags = command ? optionsOf(command).map(({ flags: text }) => text.split(/[ ,]+/)) : [];
  const takesValue = (word: string) =>
    flags.some((names) => names.includes(word) && /[<[]/.test(names.join(' ')));
  let positional = 0;
  const filled = words.map((word, at) => {
    const before = words[at - 1] ?? '';
    const ofFlag = before.startsWith('--') && takesValue(before);
    const value = ofFlag ? FLAGS[before] : given[positional];
    if (!ofFlag && at >= trail.length && !word.startsWith('-')) positional += 1;
    return word.replace(/@\d+@/, value ?? word);
  });
  return { words: filled, setup: setupOf(`docs ${filled.join(' ')}`) };
}

const lines = [...new Set(writtenHints(PATHS).map(({ line }) => line))].filter((line) => !NOT_RUN.test(line));

it('knows which commands a file speaks of, where it writes a hint for several', () => {
  expect(filesThatNameThemselves().filter((file) => file.startsWith('commands/') && !PATHS[file])).toEqual(
    [],
  );
});

describe('a hint with a value in it, run on the demo', () => {
  it.each(lines.map((line) => [line]))('%s', async (line) => {
    const cli = untilEnd(
      await sandboxedCli({ stdin: '', env: { DOCS_SPACE: 'Guides', DOCS_SITE: 'Tarnpost Docs' } }),
    );

    writeFixtures(cli.cwd);
    const { words, setup } = await fill(line);
    expect(words.join(' ')).not.toMatch(/@\d+@|«|»/);
    for (const one of setup) expect(await cli(one)).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await cli(words);
    expect([0, 3, 6], `docs ${words.join(' ')}\n${stderr}`).toContain(exitCode);
  });
});
