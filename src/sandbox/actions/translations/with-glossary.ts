// A translator that writes the words of a glossary as the glossary has them.
import { accented, pseudoLocalizer } from './pseudo-localizer.ts';
import type { Translator } from './translator.ts';

type Terms = readonly (readonly [source: string, target: string])[];

/**
 * The shipped translator marks the letters of what it translates, and of nothing else: a marked word is one that stood
 * in text, not in code or in an address, and becomes the word of the glossary.
 */
export function withGlossary(terms: Terms): Translator {
  const rules = terms.flatMap(([source, target]) => {
    const marked = accented(source);
    if (marked === source) return [];
    const word = marked.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return [{ form: new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'giu'), target }];
  });
  if (rules.length === 0) return pseudoLocalizer;
  const put = (text: string) =>
    rules.reduce((found, { form, target }) => found.replace(form, () => target), text);
  return {
    line: async (text, job) => put(await pseudoLocalizer.line(text, job)),
    markdown: async (text, job) => put(await pseudoLocalizer.markdown(text, job)),
  };
}
