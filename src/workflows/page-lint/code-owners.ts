// CODEOWNERS: who looks after which files of a repository, as GitHub, GitLab and Bitbucket read it.

import { wildcardMatches } from '../link-ignores.ts';

/** Owners of a file by its path in the repository: those of the last line that means it. */
export type CodeOwners = (path: string) => readonly string[] | undefined;

/** A file of owners is CODEOWNERS by its name; everything else is YAML. */
export const isCodeOwners = (file: string): boolean => /(?:^|[\\/])CODEOWNERS$/i.test(file);

/** Lines `docs/guides/ @ann docs@acme.com`. A line without owners takes them away; sections of GitLab are no lines. */
export function readCodeOwners(text: string): CodeOwners {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const [pattern = '', ...owners] = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/(?<!\\)\s+/);
    if (pattern === '' || /^\^?\[/.test(pattern)) return [];
    return [{ parts: partsOf(pattern.replace(/\\([\s#])/g, '$1')), owners }];
  });
  return (path) => rules.findLast(({ parts }) => matches(parts, path.split('/')))?.owners;
}

/** As folders: `**` is any number of them. Without a slash before its end, a pattern means files anywhere. */
function partsOf(pattern: string): string[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  const isAnywhere = !/\/./.test(pattern);
  const last = parts.at(-1);
  // `docs/*` means the files there, and not those below.
  const isWhole = last === '**' || (last === '*' && parts.length > 1);
  return [...(isAnywhere ? ['**'] : []), ...parts, ...(isWhole ? [] : ['**'])];
}

/** In linear time, as `wildcardMatches`, whose text this has folders for. */
function matches(parts: readonly string[], path: readonly string[]): boolean {
  let [at, star, retry, index] = [0, -1, 0, 0];
  while (index < path.length) {
    const part = parts[at];
    if (part === '**') {
      star = at++;
      retry = index;
    } else if (part !== undefined && wildcardMatches(part, path[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      index = ++retry;
    } else return false;
  }
  return parts.slice(at).every((part) => part === '**');
}

/** Where a page is in a repository: as the platform says, else as it would write it there. */
export const filesOf = ({ path, git }: { path: string; git?: { path: string } | undefined }): string[] =>
  git ? [git.path] : [`${path}.md`, `${path}/README.md`];
