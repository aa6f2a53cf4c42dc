// Indents as MDX reads them: it has no code by indent alone, so nothing is deeper than the item of a list that it is in.

const MARK = /^(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)|\[\^[^\]]+\]:)/;
const VERBATIM = /<(pre|code)\b(?![\s\S]*<\/\1>)/;

class Indents {
  /** Where the text of each item begins, and how far it is moved. */
  private readonly items: { column: number; shift: number }[] = [];
  private shift = 0;
  private isBlank = true;
  /** The tag that ends what stays as it is. */
  private end: string | undefined;

  line(white: string, rest: string): string {
    const column = white.replaceAll('\t', '    ').length;
    if (this.end !== undefined) this.within(this.end, rest);
    else if (rest !== '') this.outside(column, rest);
    this.isBlank = rest === '';
    return rest === '' ? '' : ' '.repeat(Math.max(0, column - this.shift)) + rest;
  }

  private within(end: string, rest: string): void {
    if (rest.includes(end)) this.end = undefined;
  }

  private outside(column: number, rest: string): void {
    const { items } = this;
    const [mark] = MARK.exec(rest) ?? [];
    // The next lines of a paragraph belong to its item, wherever they begin.
    const isPlaced = this.isBlank || mark !== undefined;
    while (isPlaced && column < (items.at(-1)?.column ?? 0)) items.pop();
    const item = items.at(-1);
    const isDeep = !item || column - item.column > 3;
    this.shift = isDeep ? column - (item ? item.column - item.shift : 0) : item.shift;
    const width = mark?.startsWith('[') ? 4 : Math.max(2, mark?.length ?? 0);
    if (mark !== undefined) items.push({ column: column + width, shift: this.shift });
    const [, name] = VERBATIM.exec(rest) ?? [];
    if (name !== undefined) this.end = `</${name}>`;
  }
}

/** The same text, nothing of it indented deeper than its place. */
export function unindented(text: string): string {
  const indents = new Indents();
  return text.replace(/^([ \t]*)(.*)$/gm, (_, white: string, rest: string) => indents.line(white, rest));
}
