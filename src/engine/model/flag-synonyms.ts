// Other names of a flag: those that a command declares, and --org and --organization for each other.
import type { Command } from './command.ts';
import { optionsOf } from './flags.ts';

const ORG = '--org';
const ORGANIZATION = '--organization';

const nameIn = (word: string): string => word.slice(0, word.includes('=') ? word.indexOf('=') : undefined);

/** The same words with every flag under the name that the command knows. Words after `--` stay as they are. */
export function withKnownNames(command: Command | undefined, words: readonly string[]): readonly string[] {
  if (!command) return words;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const given = new Set(words.slice(0, end).map(nameIn));
  const names = new Map(Object.entries(command.synonyms ?? {}));
  if (given.has(ORG) !== given.has(ORGANIZATION) && isGivenWell(words)) addOrganization(names, command);
  if (names.size === 0) return words;
  return words.map((word, at) => {
    const name = nameIn(word);
    const known = at < end ? names.get(name) : undefined;
    return known === undefined ? word : known + word.slice(name.length);
  });
}

/** A mistake is reported under the name that was typed: a flag given twice, or without its value. */
function isGivenWell(words: readonly string[]): boolean {
  const at = words.flatMap((word, index) => ([ORG, ORGANIZATION].includes(nameIn(word)) ? [index] : []));
  const [first = -1] = at;
  return at.length === 1 && (words[first]?.includes('=') || /^(?!-)/.test(words[first + 1] ?? '-'));
}

/** A body has `organization`, a place is named by --org: where one of them is meant, either name will do. */
function addOrganization(names: Map<string, string>, command: Command): void {
  const options = optionsOf(command);
  const find = (name: string) => options.find(({ flags }) => flags.startsWith(`${name} `));
  const [place, field] = [find(ORG), find(ORGANIZATION)];
  if (place && !field) names.set(ORGANIZATION, ORG);
  else if (field && (!place || field.required)) names.set(ORG, ORGANIZATION);
}
