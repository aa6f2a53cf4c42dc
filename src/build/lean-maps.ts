// Source maps that lead to lines, not to columns: a stack trace needs no more, and they take a quarter of the room.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

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
