// The beginning of a long text.
/** The text, or its first `most` UTF-16 units and `...`: never half of a letter or of an emoji. */
export const beginning = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(HALF_AT_END, '')}...` : text;

const HALF_AT_END = /[\u200d\ud800-\udbff]$/;
