// Titles and descriptions by language, as columns keep them.

interface Texts {
  localizedTitle?: Readonly<Record<string, string>> | null | undefined;
  localizedDescription?: Readonly<Record<string, string>> | null | undefined;
}

/** The columns of the texts that are given. */
export function textsIn({ localizedTitle, localizedDescription }: Texts) {
  return {
    ...(localizedTitle !== undefined && { localizedTitle: jsonOf(localizedTitle) }),
    ...(localizedDescription !== undefined && { localizedDescription: jsonOf(localizedDescription) }),
  };
}

/** Without a text there is nothing. */
const jsonOf = (texts: Readonly<Record<string, string>> | null): string | null =>
  texts === null || Object.keys(texts).length === 0 ? null : JSON.stringify(texts);

interface Columns {
  localizedTitle?: string | null;
  localizedDescription?: string | null;
}

/** The texts of a row, for an answer. */
export const textsOf = ({ localizedTitle, localizedDescription }: Columns) => ({
  ...(typeof localizedTitle === 'string' && { localizedTitle: parsed(localizedTitle) }),
  ...(typeof localizedDescription === 'string' && { localizedDescription: parsed(localizedDescription) }),
});

// Safe: written by us.
const parsed = (json: string) => JSON.parse(json) as Record<string, string>;
