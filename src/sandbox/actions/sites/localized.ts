// Titles and descriptions by language, as columns keep them.

type Words = Readonly<Record<string, string>> | null | undefined;

interface Texts {
  localizedTitle?: Words;
  localizedDescription?: Words;
}

/** The columns of the texts that are given. */
export const textsIn = ({ localizedTitle, localizedDescription }: Texts) => ({
  localizedTitle: orNone(localizedTitle),
  localizedDescription: orNone(localizedDescription),
});

/** Without a text there is nothing. */
const orNone = (texts: Words): Words => (texts && Object.keys(texts).length === 0 ? null : texts);

/** The texts of a row, for an answer. */
export const textsOf = ({ localizedTitle, localizedDescription }: Texts) => ({
  ...(localizedTitle && { localizedTitle: { ...localizedTitle } }),
  ...(localizedDescription && { localizedDescription: { ...localizedDescription } }),
});
