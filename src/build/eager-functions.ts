// Writes functions so that V8 compiles them with their file: Node keeps what is compiled then, and nothing that is compiled
// when it is first called.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
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

// Source maps that lead to lines, not to columns: a stack trace needs no more, and they take a quarter of the room.

/** Rewrites every map in a folder. */
export function leanMaps(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js.map'))) {
    const path = join(folder, name);
    const map = JSON.parse(readFileSync(path, 'utf8'));
    const sources: string[] = map.sources;
    const isOurs = (source: number | undefined) => source !== undefined && !isForeign(sources[source] ?? '');
    const mappings = encode(decode(map.mappings).map((segments) => firstOfEachLine(segments, isOurs)));
    const named = sources.map((source) => (isForeign(source) ? '' : source));
    writeFileSync(path, JSON.stringify({ ...map, sources: named, names: [], mappings }));
  }
}

/** Whether a source is of a package, or of the bundler: neither has a line of our code. */
const isForeign = (source: string): boolean => !source.startsWith('../src/');

/**
 * The segments of a generated line that begin another line of our source, or leave our source. The line right behind is left
 * to the one before it: a trace may name the line above, and the maps take a quarter less.
 */
function firstOfEachLine(
  segments: readonly SourceMapSegment[],
  isOurs: (source: number | undefined) => boolean,
): SourceMapSegment[] {
  let last = '';
  return segments.flatMap(([column, source, line]): SourceMapSegment[] => {
    const isLine = isOurs(source);
    const place = isLine ? `${source} ${line}` : 'none';
    if (place === last || last === `${source} ${(line ?? 0) - 1}`) return [];
    last = place;
    return !isLine || source === undefined || line === undefined ? [[column]] : [[column, source, line, 0]];
  });
}
