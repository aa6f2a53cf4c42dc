// Plain text as Markdown that reads back as the same text. Only what would be read as a sign is escaped.

/** Takes text of one or more lines; returns inline Markdown without block signs in mind. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~|$)|(?<=~|^)~/g, '\\~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?[a-z0-9]{1,31};)/gi, '\\&');
}
