// The one search: what answers a question in somebody's own words. Commands, help topics, and what is done in the app.
import { shell } from '../../files/shell-word.ts';
import type { Command } from '../model/command.ts';
import { TOPIC_SUMMARIES, topics } from '../model/load.ts';
import { APP_JOBS, type AppJob, inApp } from './app-jobs.ts';
import { namesIn, PHRASES, relatedTo, TOPIC_WORDS, WORDS_OF, wordsOf } from './question-words.ts';
import type { Synonyms } from './synonyms.ts';

interface Listed {
  path: string;
  command: Command;
}

/** One answer to a question: a command, a help topic, or a place in the web app. */
export type Answer<C> =
  | { kind: 'command'; path: string; summary: string; one: C }
  | { kind: 'topic'; path: string; summary: string }
  | { kind: 'app'; path: string; summary: string; job: AppJob };

/** What a word weighs by where it is met. */
const WEIGHTS = { name: 5, known: 4, summary: 3, flags: 0.8, examples: 0.6, notes: 0.5 } as const;
type Place = keyof typeof WEIGHTS;

/** Met in one of these places, a word is answered; elsewhere it only adds to what is. */
const ANSWERS = WEIGHTS.summary;
/** A related word counts less than the one that was typed. */
const RELATED_WORTH = 0.6;
const RELATED_SHARE = 0.8;
const SYNONYM_BONUS = 6;
const PHRASE_BONUS = 14;
/** Of the commands that answer a phrase, the first answers it whatever else its words are. */
const FIRST_WORTH = 2;
/** The share of a question that must be answered; below it, nothing does this. */
const ENOUGH = 0.5;

/** What answers a question, best first; empty where nothing does. */
export function findAnswers<C extends Listed>(
  all: readonly C[],
  question: string,
  synonyms: Synonyms,
): Answer<C>[] {
  const { documents, rarity, isKnown } = indexOf(all);
  // Whose space it is, or into which language, says nothing about the command.
  const names = namesIn(question);
  const typed = [...new Set(wordsOf(question))].filter((word) => isKnown(word) || !names.has(word));
  const asked = typed.reduce((sum, word) => sum + rarity(word), 0);
  const meant = meantBySynonym(question, synonyms);
  const scored = documents.flatMap((document) => {
    const bonus = bonusOf(document, meant, typed) + phraseOf(document, question);
    const { share, score } = fitOf(document, typed, rarity);
    const isAnswer = bonus >= PHRASE_BONUS || (asked > 0 && share / asked >= ENOUGH);
    if (!isAnswer || !isMeant(document, typed)) return [];
    // Of two that fit as well, the one with fewer words in its name is the more usual one.
    const length = document.answer.path.split(' ').length * 0.15;
    return [
      { answer: document.answer, score: score * (0.4 + (0.6 * share) / (asked || 1)) + bonus - length },
    ];
  });
  if (scored.length === 0) return havingFlag(all, question);
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > best * 0.25)
    .sort((a, b) => b.score - a.score)
    .map(({ answer }) => answer);
}

/** What no command is called may be a flag of some: `baseline`. */
function havingFlag<C extends Listed>(all: readonly C[], question: string): Answer<C>[] {
  const flag = `--${question.trim().toLowerCase().replace(/^--/, '').replace(/\s+/g, '-')}`;
  return all
    .filter(({ command }) => command.options.some(({ flags }) => flags.split(/[ ,]+/).includes(flag)))
    .map((one) => ({ kind: 'command', path: one.path, summary: one.command.summary, one }));
}

type Rarity = (word: string) => number;

/** How well a document fits: its score, and how much of what was asked it answers. */
function fitOf({ words }: Document<unknown>, typed: readonly string[], rarity: Rarity) {
  let share = 0;
  let score = 0;
  for (const word of typed) {
    const own = (words.get(word) ?? 0) * rarity(word);
    const others = relatedTo(word).map((other) => RELATED_WORTH * (words.get(other) ?? 0) * rarity(other));
    const beside = Math.max(0, ...relatedTo(word).map((other) => words.get(other) ?? 0)) * RELATED_SHARE;
    score += Math.max(own, ...others);
    share += Math.min(1, Math.max(words.get(word) ?? 0, beside) / ANSWERS) * rarity(word);
  }
  return { share, score };
}

/** What ends something is an answer only to who says so, and of what: to a vague word it is a trap. */
function isMeant({ ends, nouns }: Document<unknown>, typed: readonly string[]): boolean {
  if (ends === undefined) return true;
  const saysSo = typed.some((word) => ends.has(word));
  return saysSo && (nouns === undefined || typed.some((word) => nouns.has(word)));
}

interface Document<C> {
  answer: Answer<C>;
  /** Every word of it, with what the best place of it weighs. */
  words: ReadonlyMap<string, number>;
  /** The words that say that something ends; undefined where nothing does. */
  ends?: ReadonlySet<string>;
  /** What it is about, one of which must be named, too; undefined where that is plain. */
  nouns?: ReadonlySet<string>;
}

interface Index<C> {
  documents: readonly Document<C>[];
  rarity: Rarity;
  isKnown: (word: string) => boolean;
}

const indexes = new WeakMap<readonly Listed[], Index<Listed>>();

/** Made once for the same list: a server is asked again and again. */
function indexOf<C extends Listed>(all: readonly C[]): Index<C> {
  const found = indexes.get(all) ?? makeIndex(all);
  indexes.set(all, found);
  // Safe: made from this very list.
  return found as Index<C>;
}

/** A word of one command weighs hardly more than a word of five: else an odd word would outweigh all others. */
const RAREST = 4;

function makeIndex<C extends Listed>(all: readonly C[]): Index<C> {
  const documents = [...all.map(ofCommand), ...topics.map(ofTopic), ...Object.values(APP_JOBS).map(ofJob)];
  const seenIn = new Map<string, number>();
  for (const { words } of documents)
    for (const [word, weight] of words) if (weight >= ANSWERS) seenIn.set(word, (seenIn.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + documents.length / (RAREST + (seenIn.get(word) ?? 0)));
  const isKnown = (word: string) => [word, ...relatedTo(word)].some((one) => seenIn.has(one));
  return { documents, rarity, isKnown };
}

/** Collects words by the places where they are. */
function collector() {
  const words = new Map<string, number>();
  const note = (place: Place, text: string) => {
    for (const word of wordsOf(text)) words.set(word, Math.max(words.get(word) ?? 0, WEIGHTS[place]));
  };
  return { words, note };
}

const ENDING =
  /^(?:delete|remove|revoke|reset|clear|retire|offboard|cancel|unpublish|regenerate|remove-legacy)$/;
const ENDING_WORDS = wordsOf('delete remove erase destroy drop revoke end take away clear kick withdraw');
/** Somebody who leaves is a reason to end what they may do, and says so as well. */
const LEAVING_WORDS = wordsOf('offboard leave left leaver fire quit');

function ofCommand<C extends Listed>(one: C): Document<C> {
  const { path, command } = one;
  const name = path.replace(/^docs /, '');
  const { words, note } = collector();
  note('name', name);
  note('known', command.aliases.join(' '));
  note('known', WORDS_OF[name] ?? '');
  note('summary', command.summary);
  note('flags', command.options.map(({ flags, description }) => `${flags} ${description}`).join(' '));
  note('flags', Object.keys(command.operation?.body?.properties ?? {}).join(' '));
  note('examples', command.examples.join(' '));
  note('notes', command.notes ?? '');
  const answer = { kind: 'command', path, summary: command.summary, one } as const;
  if (!ENDING.test(command.verb) && command.danger !== 'severe') return { answer, words };
  const own = wordsOf(command.verb);
  const isLeaving = command.verb === 'offboard';
  const isUsual = isLeaving || own.some((word) => ENDING_WORDS.includes(word)) || command.danger === 'severe';
  const ends = new Set([...(isUsual ? ENDING_WORDS : []), ...(isLeaving ? LEAVING_WORDS : []), ...own]);
  if (!isUsual) return { answer, words, ends };
  const nouns = wordsOf(`${name} ${WORDS_OF[name] ?? ''} ${command.summary}`);
  // Who says "offboard" has said of whom.
  const others = nouns.filter((word) => !ends.has(word));
  return { answer, words, ends, nouns: new Set(isLeaving ? [...others, ...own] : others) };
}

function ofTopic(topic: (typeof topics)[number]): Document<never> {
  const { words, note } = collector();
  note('name', topic);
  note('known', TOPIC_WORDS[topic]);
  note('summary', TOPIC_SUMMARIES[topic]);
  const answer = { kind: 'topic', path: shell`docs help ${topic}`, summary: TOPIC_SUMMARIES[topic] } as const;
  return { answer, words };
}

/** Of a job in the app, one of the words that it needs must be there. */
function ofJob(job: AppJob): Document<never> {
  const { words, note } = collector();
  note('known', job.words);
  note('name', job.needs);
  const answer = { kind: 'app', path: job.here, summary: inApp(job), job } as const;
  return { answer, words, ends: new Set(wordsOf(job.needs)) };
}

interface Meant {
  paths: readonly string[];
  /** The whole question is what other programs call it. */
  isWhole: boolean;
}

/** Paths of commands that these words are known to stand for. */
function meantBySynonym(question: string, synonyms: Synonyms): Meant {
  const words = question.toLowerCase().match(/[a-z-]+/g) ?? [];
  const pathsOf = (key: string) => {
    const found = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
    return found === undefined || typeof found === 'string' ? [] : found;
  };
  const whole = pathsOf(words.join(' '));
  if (whole.length > 0) return { paths: whole, isWhole: true };
  const keys = [...words, ...words.map((word, at) => `${word} ${words[at + 1] ?? ''}`.trim())];
  return { paths: keys.flatMap(pathsOf), isWhole: false };
}

/** Only where another word fits its name too: "delete" alone says little about what. */
function bonusOf({ answer }: Document<unknown>, meant: Meant, typed: readonly string[]): number {
  if (answer.kind !== 'command' || !meant.paths.includes(answer.path)) return 0;
  const names = new Set(wordsOf(answer.path));
  if (meant.isWhole) return PHRASE_BONUS;
  return typed.some((word) => names.has(word)) ? SYNONYM_BONUS : SYNONYM_BONUS / 4;
}

/** For a question whose form says what is looked for, or that names the command. */
function phraseOf({ answer }: Document<unknown>, question: string): number {
  if (answer.kind === 'app') return 0;
  const asked = question.toLowerCase().replace(/\s+/g, ' ').trim();
  const name = answer.path.replace(/^docs (?:help )?/, '');
  if (asked === name || (name.includes(' ') && ` ${asked} `.includes(` ${name} `))) return PHRASE_BONUS;
  const [worth = 0] = PHRASES.flatMap((phrase) => {
    const at = phrase.paths.indexOf(name);
    return at === -1 || !hasForm(asked, phrase) ? [] : PHRASE_BONUS * (at === 0 ? FIRST_WORTH : 1);
  });
  return worth;
}

function hasForm(asked: string, { first, later }: (typeof PHRASES)[number]): boolean {
  const begins = first.exec(asked);
  return begins !== null && later.test(asked.slice(begins.index + begins[0].length));
}
