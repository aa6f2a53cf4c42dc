// $$formulas$$, in a line or on lines of their own: nothing in them is Markdown.

type Parser = ReturnType<typeof import('markdown-it')['default']>;

const MARK = '$$';

/** Makes `math` and `math_block` of them, whose content is the formula. */
export function addMath(parser: Parser): void {
  parser.inline.ruler.before('escape', 'math', (state, silent) => {
    if (!state.src.startsWith(MARK, state.pos)) return false;
    const end = state.src.indexOf(MARK, state.pos + MARK.length);
    if (end === -1 || end + MARK.length > state.posMax) return false;
    if (!silent) state.push('math', 'math', 0).content = state.src.slice(state.pos + MARK.length, end);
    state.pos = end + MARK.length;
    return true;
  });
  parser.block.ruler.before(
    'fence',
    'math_block',
    (state, start, last, silent) => {
      const isMark = (line: number) => state.getLines(line, line + 1, 0, false).trim() === MARK;
      if (!isMark(start)) return false;
      let end = start + 1;
      while (end < last && !isMark(end)) end += 1;
      if (end >= last) return false;
      if (silent) return true;
      state.push('math_block', 'math', 0).content = state.getLines(start + 1, end, 0, false);
      state.line = end + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}
