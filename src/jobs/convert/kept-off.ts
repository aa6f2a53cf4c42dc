// What the other tool keeps off its site: drafts, and files by patterns as those of .gitignore.
import { partsMatch, wildcardMatches } from '../links/link-ignores.ts';
import { below, isBelow, type Page } from './project.ts';

type IsKeptOff = (path: string) => boolean;

const MOST_CHOICES = 100;

/** Of lines with a pattern each, for paths below a folder: the last one that means a path decides. */
export function ignoredBelow(home: string, lines: readonly string[]): IsKeptOff {
  const rules = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const isBack = line.startsWith('!');
      return choicesOf(isBack ? line.slice(1) : line).map((pattern) => ({ isBack, parts: partsOf(pattern) }));
    });
  return (path) => {
    if (!isBelow(path, home)) return false;
    const parts = below(path, home).split('/');
    const rule = rules.findLast((one) => partsMatch(one.parts, parts, '**', wildcardMatches));
    return rule?.isBack === false;
  };
}

/** As folders, `**` being any number of them: a pattern without a slash before its end means files anywhere. */
function partsOf(pattern: string): string[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  const isAnywhere = !/\/./.test(pattern);
  return [...(isAnywhere ? ['**'] : []), ...parts, ...(pattern.endsWith('/') ? ['*'] : []), '**'];
}

/** `*.{md,mdx}` is two patterns. */
function choicesOf(pattern: string): string[] {
  let all = [pattern];
  for (let found = true; found && all.length < MOST_CHOICES; ) {
    const next = all.flatMap((one) => {
      const [whole, before = '', list = '', after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/s.exec(one) ?? [];
      return whole === undefined ? [one] : list.split(',').map((choice) => before + choice + after);
    });
    found = next.some((one, at) => one !== all[at]);
    all = next;
  }
  return all;
}

/** The pages without drafts, and what is kept off with these. */
export function withoutDrafts(
  pages: readonly Page[],
  isIgnored: IsKeptOff,
): { pages: Page[]; isKeptOff: IsKeptOff } {
  const drafts = new Set(pages.filter(({ front }) => front.draft === true).map(({ path }) => path));
  return {
    pages: pages.filter(({ path }) => !drafts.has(path)),
    isKeptOff: (path) => drafts.has(path) || isIgnored(path),
  };
}
