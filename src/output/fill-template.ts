// Texts with fields of an answer in them.

/** A template tag: `?` stands where a platform left a field out. */
export const filled = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.map((part, at) => (at < values.length ? `${part}${values[at] ?? '?'}` : part)).join('');
