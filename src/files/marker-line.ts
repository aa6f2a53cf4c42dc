// What git and docs cr conflicts leave in a file that nobody has merged yet.

/** The number of the first line that is a conflict marker, from 1. */
export function markerLine(text: string): number | undefined {
  const at = text.split('\n').findIndex((line) => /^(<{7}|\|{7}|>{7}) /.test(line));
  return at === -1 ? undefined : at + 1;
}
