// Writes functions so that V8 compiles them with their file: Node keeps what is compiled then, and nothing that is compiled
// when it is first called.
import { type Plugin, RolldownMagicString } from 'rolldown';
import { parseSync, Visitor } from 'rolldown/utils';

/** Of these files. What few calls need is better compiled when it is called. */
export const eagerFunctions = (isFirst: (file: string) => boolean): Plugin => ({
  name: 'eager-functions',
  renderChunk: (code, { name }) => (isFirst(name) ? { code: eager(code) } : null),
});

/** V8 takes a function in parentheses for one that is called at once. */
export function eager(code: string): RolldownMagicString {
  const text = new RolldownMagicString(code);
  const { program } = parseSync('file.js', code, { sourceType: 'script' });
  new Visitor({
    ArrowFunctionExpression: ({ start, end }) => void text.prependRight(start, '(').appendLeft(end, ')'),
  }).visit(program);
  const top = program.body.findLast((node) => 'directive' in node && node.directive)?.end ?? 0;
  for (const node of program.body) if (node.type === 'FunctionDeclaration') asVariable(text, node, top);
  return text;
}

interface Declared {
  start: number;
  end: number;
  id: { start: number; end: number; name: string } | null;
}

/** A declared function is there before its file begins, wherever it stands; so is this one. */
function asVariable(text: RolldownMagicString, { start, end, id }: Declared, top: number): void {
  if (!id) return;
  // Without a name of its own, which could not be given another value: what runs once replaces itself.
  text.remove(id.start, id.end).prependRight(start, `var ${id.name} = (`).appendLeft(end, ');\n');
  if (start > top) text.move(start, end, top);
}
