// The line and column of a link, worked out only for links that are wrong: the others cost nothing.
import { normalized } from '../../files/plain-forms.ts';
import { targetPlaces } from '../../markdown/link-targets.ts';
import type { FactLink } from './facts.ts';

export interface TargetPlace {
  line: number;
  column: number;
  /** As it stands there; undefined where it could not be found. */
  written: string | undefined;
}

/** Reads the lines of a file once; then finds links in it. Links of one block are asked for in their order. */
export function placeFinder(
  source: string,
): (link: Pick<FactLink, 'href' | 'from' | 'to'>, nth?: number) => TargetPlace {
  const lines = source.split(/\r\n?|\n/);
  const known = new Map<string, { target: string; href: string; line: number; column: number }[]>();
  const targetsIn = (from: number, to: number) => {
    const key = `${from} ${to}`;
    const found = known.get(key) ?? readTargets(lines, from, to);
    known.set(key, found);
    return found;
  };
  return ({ href, from, to }, nth = 0) => {
    const wanted = decoded(href);
    const isIt = (one: { href: string }) => one.href === wanted;
    const inBlock = targetsIn(from, to).filter(isIt);
    // A link by reference: its target is defined elsewhere.
    const found = inBlock[nth] ?? inBlock[0] ?? targetsIn(1, lines.length + 1).find(isIt);
    if (!found) return { line: from, column: 1, written: undefined };
    return { line: found.line, column: found.column, written: found.target };
  };
}

function readTargets(lines: readonly string[], from: number, to: number) {
  const part = lines.slice(from - 1, to - 1);
  const text = part.join('\n');
  let line = from;
  let start = 0;
  return [...targetPlaces(text)].map(({ target, at }) => {
    for (
      let length = part[line - from]?.length ?? 0;
      at > start + length;
      length = part[line - from]?.length ?? 0
    ) {
      start += length + 1;
      line += 1;
    }
    return { target, href: decoded(target), line, column: at - start + 1 };
  });
}

/** As the facts have it: entities and escapes of paths are read, letters composed. */
function decoded(target: string): string {
  const plain = target.replace(/&amp;/g, '&').replace(/&quot;/g, '"');
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain)) return normalized(plain, 'NFC');
  const read = plain.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
  return normalized(read, 'NFC');
}
