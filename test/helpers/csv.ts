/** Reads RFC 4180 text; written apart from the writer, so that it can disagree with it. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (end === '' && row.length === 0) break;
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
