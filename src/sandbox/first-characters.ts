// Text cut to a length in characters, which the platform counts, never in the middle of one.

export const firstCharacters = (text: string, count: number): string => [...text].slice(0, count).join('');
