// Source maps that lead to lines, not to columns: a stack trace needs no more, and they take a third of the room.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

/** Rewrites every map in a folder. */
export function leanMaps(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js.map'))) {
    const path = join(folder, name);
    const map = JSON.parse(readFileSync(path, 'utf8'));
    const mappings = encode(decode(map.mappings).map(firstOfEachLine));
    writeFileSync(path, JSON.stringify({ ...map, names: [], mappings }));
  }
}

/** Of the segments of a generated line, those at which another source line begins. */
function firstOfEachLine(segments: readonly SourceMapSegment[]): SourceMapSegment[] {
  let last = '';
  return segments.flatMap(([column, source, line]): SourceMapSegment[] => {
    const place = `${source} ${line}`;
    if (place === last) return [];
    last = place;
    return source === undefined || line === undefined ? [[column]] : [[column, source, line, 0]];
  });
}
