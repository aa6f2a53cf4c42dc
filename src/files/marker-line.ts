// What git and docs cr conflicts leave in a file that nobody has merged yet.

/** The number of the first line that is a conflict marker, from 1. */
export function markerLine(text: string): number | undefined {
  const at = text.split('\n').findIndex((line) => /^(<{7}|\|{7}|>{7}) /.test(line));
  return at === -1 ? undefined : at + 1;
}

/** The same of a page, which may show what a conflict looks like: as code. */
export function markerLineOfPage(markdown: string): number | undefined {
  let fence: string | undefined;
  const lines = markdown.split('\n');
  const at = lines.findIndex((line) => {
    const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined) fence = marks;
    else if (marks?.startsWith(fence)) fence = undefined;
    return fence === undefined && /^<{7} /.test(line);
  });
  return at === -1 ? undefined : at + 1;
}
