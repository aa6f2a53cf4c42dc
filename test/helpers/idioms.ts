// Word order and riddles of another language that texts for people must not have, and British spelling.

const IDIOMS = [
  // "X is no Y", "this is no Z"
  /(?<!\b(?:there|here) )\b(?:is|are|was) no(?:ne)?\b(?! (?:longer|more\b))/,
  /\bstands?\b(?! for)|\bstanding\b|\btells?\b|\btold\b/,
  /\bof (?:ours|yours|its own|your own|a revision of)\b|\ba .* of its own\b/,
  /\b(?:take|takes|took|taken|bring|brings|brought) (?:back|it back|in|them back)\b/,
  /\bnobody\b|\beverybody\b|\bsomebody\b|\bwhoever\b|\bwho was\b/,
  /\bnot:|\bgo(?:es)? on\b(?! (?:sale|a site))|\bsettled\b|\bin place of\b|\bwhat there is\b|\bby it\b|\bwhat stands\b/,
  /\bexclude each other\b|\bonce too often\b|\bcut off\b|\banew\b|\bmend\b|\bthis docs\b|\bbegin no more\b/,
  /\bno valid\b|\b(?:named?s?|names) no\b|\bholds? no\b|\bwill not (?:touch|write)\b|\bgive the id\b/i,
  /\be-mail|\blower-case|synchronis|\bcolour|\bhonour|recognis|\borganis|\bbehaviour|\bcancelled\b|\bcentre\b/i,
] as const;

/** The idiom that a text has, if it has one. */
export function idiomIn(text: string): string | undefined {
  for (const idiom of IDIOMS) {
    const found = new RegExp(idiom.source, 'i').exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
