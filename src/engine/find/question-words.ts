// The words of a question or a command that say something, each in the form that all its endings share.
import { PHRASAL, RELATED } from './related-words.ts';

/** Words that say nothing about the command. */
const IDLE = new Set(
  (
    'a an the to of in on at by for from with and or as is are be been was do does did done how what which where when why ' +
    'i me my we us our you your it its this that these those there can could should would may might must will want need ' +
    'please all any some every each have has had get gets make let lets docs command one ones than into out up who whom whose am ' +
    'many much more most only just also still yet anymore not no nor if so too own other another about under over through them they ' +
    'their see via he him his she her whole thing things everything something way use using her again after before without while ' +
    'whether tell me show same like help go goes gone correctly properly currently really somehow'
  ).split(' '),
);

/** `turn on` as `enable`: neither word alone says what both say. */
const inOneWord = (question: string): string =>
  PHRASAL.reduce((text, [phrase, word]) => text.replace(phrase, word), question);

/** Stems of what is written as a name: Priya, German. A first word is written so anyway. */
export const namesIn = (question: string): ReadonlySet<string> =>
  new Set((question.match(/(?<=\S\s+)[A-Z][a-z]+/g) ?? []).flatMap(wordsOf));

/** Stems, without what says nothing; of an address only what kind of thing it is. */
export function wordsOf(text: string): string[] {
  const words = inOneWord(text)
    .replace(/\S+@\S+\.\w+/g, 'someone')
    .replace(/\b(?:[a-z0-9-]+\.)+(?:com|org|io|net|dev|example)\b/gi, 'domain')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/n['’]t\b|['’](?:s|re|ve|ll|d|m)\b/g, '')
    .match(/[a-z][a-z0-9]*|\b404\b/g);
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
  ['itations', 'it'],
  ['itation', 'it'],
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

/** Stems that mean nearly the same. */
export const relatedTo = (stem: string): readonly string[] => RELATED_BY_STEM.get(stem) ?? [];

function byStem(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of RELATED) {
    const stems = [...new Set(wordsOf(line))];
    for (const stem of stems)
      found.set(stem, [...(found.get(stem) ?? []), ...stems.filter((one) => one !== stem)]);
  }
  return found;
}
