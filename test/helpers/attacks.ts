// Strings that try to take over a terminal, a spreadsheet or a CI runner.
import { hostileTexts } from './text-cases.ts';

const PLACES: ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text}after`,
  (text) => `before${text}`,
  (text) => `before${text}after`,
  (text) => `漢字${text}🙂`,
  (text) => text + text,
  (text) => `::${text}`,
  (text) => `=${text}`,
];

export const ATTACKS: readonly string[] = [
  ...hostileTexts('bare'),
  ...hostileTexts('wrapped').flatMap((text) => PLACES.map((place) => place(text))),
];
