// Commands by what somebody wants to do: words of a question against names, summaries, flags and examples.
import type { Command } from '../model/command.ts';
import type { Synonyms } from '../model/parse-errors.ts';
import { FORMER, PHRASAL, PHRASES, RELATED } from './related-words.ts';

interface Listed {
  path: string;
  command: Command;
}

/** Words that say nothing about the command. */
const IDLE = new Set(
  (
    'a an the to of in on at by for from with and or as is are be been was do does did done how what which where when why ' +
    'i me my we us our you your it its this that these those there can could should would may might must will want need ' +
    'please all any some every each have has had get gets make let lets docs command one ones than into out up who whom whose am ' +
    'many much more only just also still yet anymore not no nor if so too own other another about under over through them they their see via'
  ).split(' '),
);

/** What a word weighs by where it is met. */
const WEIGHTS = { name: 5, alias: 3, summary: 3, flags: 0.8, examples: 0.6, notes: 0.5 } as const;
type Place = keyof typeof WEIGHTS;

/** A related word counts less than the one that was typed. */
const RELATED_WORTH = 0.6;
const SYNONYM_BONUS = 6;
const PHRASE_BONUS = 14;

/** Those that fit, best first. */
export function matchCommands<C extends Listed>(
  all: readonly C[],
  question: string,
  synonyms: Synonyms,
): C[] {
  const typed = wordsOf(inOneWord(question));
  if (typed.length === 0) return [];
  const indexed = indexesOf(all);
  const seenIn = new Map<string, number>();
  for (const { words } of indexed)
    for (const word of words.keys()) seenIn.set(word, (seenIn.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + all.length / (1 + (seenIn.get(word) ?? 0)));
  const meant = meantBySynonym(question, synonyms);
  const scored = indexed.map(({ one, words }) => {
    const worths = typed.map((word) => worthOf(word, words, rarity));
    const covered = worths.filter((worth) => worth > 0).length / typed.length;
    const score = worths.reduce((sum, worth) => sum + worth, 0) * (0.4 + 0.6 * covered);
    // Of two that fit as well, the one with fewer words in its name is the more usual one.
    const length = one.path.split(' ').length * 0.15;
    return { one, score: score + bonusOf(one, meant, typed) + phraseOf(one, question) - length };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > Math.max(1, best * 0.25))
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

/** `turn on` as `enable`: neither word alone says what both say. */
const inOneWord = (question: string): string =>
  PHRASAL.reduce((text, [phrase, word]) => text.replace(phrase, word), question.toLowerCase());

function worthOf(word: string, words: ReadonlyMap<string, number>, rarity: (word: string) => number): number {
  const own = (words.get(word) ?? 0) * rarity(word);
  const related = (RELATED_BY_STEM.get(word) ?? []).map(
    (other) => RELATED_WORTH * (words.get(other) ?? 0) * rarity(other),
  );
  return Math.max(own, ...related);
}

type Indexed<C> = readonly { one: C; words: Map<string, number> }[];

const indexes = new WeakMap<readonly Listed[], Indexed<Listed>>();

/** Made once for the same list: a server is asked again and again. */
function indexesOf<C extends Listed>(all: readonly C[]): Indexed<C> {
  const found = indexes.get(all) ?? all.map((one) => ({ one, words: indexOf(one) }));
  indexes.set(all, found);
  // Safe: made from this very list.
  return found as Indexed<C>;
}

/** Every word of a command, with what the best place of it weighs. */
function indexOf({ path, command }: Listed): Map<string, number> {
  const found = new Map<string, number>();
  const note = (place: Place, text: string) => {
    for (const word of wordsOf(text)) found.set(word, Math.max(found.get(word) ?? 0, WEIGHTS[place]));
  };
  note('name', path.replace(/^docs /, ''));
  note('alias', command.aliases.join(' '));
  note('alias', FORMER[path.replace(/^docs /, '')] ?? '');
  note('summary', command.summary);
  note('flags', command.options.map(({ flags, description }) => `${flags} ${description}`).join(' '));
  note('flags', Object.keys(command.operation?.body?.properties ?? {}).join(' '));
  note('examples', command.examples.join(' '));
  note('notes', command.notes ?? '');
  return found;
}

/** Paths of commands that these words are known to stand for. */
function meantBySynonym(question: string, synonyms: Synonyms): string[] {
  const words = question.toLowerCase().match(/[a-z-]+/g) ?? [];
  const keys = [...words, ...words.map((word, at) => `${word} ${words[at + 1] ?? ''}`.trim())];
  return keys.flatMap((key) => {
    const meant = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
    return meant === undefined || typeof meant === 'string' ? [] : meant;
  });
}

/** Only where another word fits its name too: "delete" alone says little about what. */
function bonusOf({ path }: Listed, meant: readonly string[], typed: readonly string[]): number {
  if (!meant.includes(path)) return 0;
  const names = new Set(wordsOf(path));
  const fits = typed.some((word) => names.has(word)) || typed.length === 1;
  return fits ? SYNONYM_BONUS : SYNONYM_BONUS / 4;
}

/** For a question whose form says what is looked for, or that names the command. */
function phraseOf({ path }: Listed, question: string): number {
  const asked = question.toLowerCase().replace(/\s+/g, ' ');
  const name = path.replace(/^docs /, '');
  if (name.includes(' ') && ` ${asked} `.includes(` ${name} `)) return PHRASE_BONUS;
  return PHRASES.some((phrase) => phrase.paths.includes(name) && hasForm(asked, phrase)) ? PHRASE_BONUS : 0;
}

function hasForm(asked: string, { first, later }: (typeof PHRASES)[number]): boolean {
  const begins = first.exec(asked);
  return begins !== null && later.test(asked.slice(begins.index + begins[0].length));
}

/** Stems, without what says nothing. */
export function wordsOf(text: string): string[] {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/n['’]t\b|['’](?:s|re|ve|ll|d|m)\b/g, '')
    .match(/[a-z][a-z0-9]*/g);
  return (words ?? []).filter((word) => !IDLE.has(word)).map((word) => stemOf(word.replace(/body$/, 'one')));
}

function stemOf(word: string): string {
  let stem = word;
  for (const [ending, instead] of ENDINGS)
    if (stem.length - ending.length >= 3 && stem.endsWith(ending)) {
      stem = stem.slice(0, -ending.length) + instead;
      break;
    }
  return stem.replace(/(.)\1$/, '$1').replace(/(?<=..)e$/, '');
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ['ations', 'at'],
  ['ation', 'at'],
  ['ies', 'y'],
  ['ions', ''],
  ['ion', ''],
  ['ings', ''],
  ['ing', ''],
  ['ers', ''],
  ['er', ''],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
];

const RELATED_BY_STEM: ReadonlyMap<string, readonly string[]> = byStem();

function byStem(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of RELATED) {
    const stems = [...new Set(wordsOf(line))];
    for (const stem of stems)
      found.set(stem, [...(found.get(stem) ?? []), ...stems.filter((one) => one !== stem)]);
  }
  return found;
}
