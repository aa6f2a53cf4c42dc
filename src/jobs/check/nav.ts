// Rules of SUMMARY.md and of .gitbook.yaml: what they name, and what they leave out.
import { posix } from 'node:path';
import { normalized } from '../../files/texts.ts';
import type { FolderEntry, FolderRedirect, FolderSpace } from '../../folder/folder-space.ts';
import { inRepository, isMeantForRepository } from '../../folder/paths.ts';
import { targetOfPath } from '../../markdown/link-targets.ts';
import type { Found } from './finding.ts';
import type { CheckedSpace, World } from './world.ts';

export function navFindings(world: World, { space }: CheckedSpace): Found[] {
  const lines = space.problems.flatMap(({ kind, file, line, column, message }): Found[] => {
    if (kind !== 'summary' && kind !== 'deep') return [];
    return [{ rule: 'nav/syntax', file, line, column, key: message, message: `the line ${message}` }];
  });
  return [
    ...space.entries.flatMap((entry) => entryFindings(world, space, entry)),
    ...orphans(space),
    ...lines,
  ];
}

function entryFindings(world: World, { directory }: FolderSpace, entry: FolderEntry): Found[] {
  const { href, leads, file, line, column, title } = entry;
  const at = { file, line, column };
  if (leads === 'again')
    return [{ rule: 'nav/twice', ...at, key: href ?? '', message: `${href} is listed before` }];
  if (leads !== 'missing' || href === undefined) return [];
  if (href === '') return [{ rule: 'nav/missing', ...at, key: title, message: `"${title}" has no address` }];
  const path = normalized(href, 'NFC')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/#.*$/, '');
  const other = world.otherCase(posix.normalize(inRepository(directory, path)));
  const isInside =
    other !== undefined &&
    world.folder.source.files.has(other) &&
    (directory === '' || other.startsWith(`${directory}/`));
  const right = isInside ? targetOfPath(posix.relative(directory, other)) : undefined;
  const missing = { rule: 'nav/missing', ...at, key: href } as const;
  if (right === undefined) return [{ ...missing, message: `${href} does not exist` }];
  const fix = { line, column, before: targetOfPath(href), after: right };
  return [{ ...missing, message: `${href} is called ${right}`, fix }];
}

/** Files at the top that are meant for the repository are not pages that somebody forgot. */
export const isForgotten = ({ directory }: FolderSpace, file: string): boolean =>
  !isMeantForRepository(posix.relative(directory, file));

function orphans(space: FolderSpace): Found[] {
  const { summary, unlisted } = space;
  if (summary === undefined) return [];
  const forgotten = unlisted.filter((file) => isForgotten(space, file));
  const message = `is not listed in ${posix.basename(summary)}`;
  return forgotten.map((file) => ({ rule: 'nav/orphan', file, line: 1, column: 1, key: '', message }));
}

export function redirectFindings(world: World, own: CheckedSpace): Found[] {
  const { redirects } = own.space;
  const firsts = new Map<string, FolderRedirect>();
  const found: Found[] = [];
  for (const redirect of redirects) {
    const key = redirect.from.toLowerCase();
    const first = firsts.get(key);
    const { file, line, column, source } = redirect;
    if (first)
      found.push({
        ...{ rule: 'redirect/duplicate', file, line, column, key: source },
        message: `${source} is redirected on line ${first.line}, too`,
      });
    else firsts.set(key, redirect);
  }
  for (const redirect of redirects) {
    const fault = redirectFault(own, redirect, { redirects: firsts, world });
    const { file, line, column, source } = redirect;
    if (fault) found.push({ file, line, column, key: source, ...fault });
  }
  return found;
}

function redirectFault(
  checked: CheckedSpace,
  { source, from, target, to }: FolderRedirect,
  { redirects, world }: { redirects: ReadonlyMap<string, FolderRedirect>; world: World },
): Pick<Found, 'rule' | 'message'> | undefined {
  const { space, listed, byPath } = checked;
  if (target === undefined) return { rule: 'redirect/target', message: `${source} has no target` };
  if (/^https?:/i.test(target)) return undefined;
  const page = pageAt(space.directory, to, listed);
  const own = byPath.get(from.toLowerCase());
  if (page !== undefined && own?.file === page)
    return { rule: 'redirect/loop', message: `${source} is the address of ${target} itself` };
  if (page === undefined) {
    const isPage = (one: FolderRedirect) => pageAt(space.directory, one.to, listed) !== undefined;
    const chain = chainOf(target, redirects, isPage);
    if (chain === 'loop')
      return { rule: 'redirect/loop', message: `${source} leads back to itself by way of ${target}` };
    if (chain === 'chain')
      return { rule: 'redirect/chain', message: `${source} leads to ${target}, which is redirected itself` };
    return {
      rule: 'redirect/target',
      message: `${source} leads to ${target}, which ${whyNoPage(world, checked, to)}`,
    };
  }
  if (own)
    return { rule: 'redirect/shadowed', message: `${source} is the address of ${own.file ?? own.title}` };
  return undefined;
}

function whyNoPage(
  world: World,
  { space, listed, unlisted }: CheckedSpace,
  path: string | undefined,
): string {
  if (path !== undefined && unlisted.has(path))
    return `is not listed in ${posix.basename(space.summary ?? 'SUMMARY.md')}`;
  const other = path === undefined ? undefined : world.otherCase(path.replace(/[#?].*$/, ''));
  return other === undefined || pageAt(space.directory, other, listed) === undefined
    ? 'does not exist'
    : `is called ${posix.relative(space.directory, other)}`;
}

/** A target may name a heading, and a folder for its README.md. */
function pageAt(directory: string, to: string | undefined, listed: ReadonlySet<string>): string | undefined {
  if (to === undefined) return undefined;
  const path = to.replace(/[#?].*$/, '').replace(/(?<!\/)\/+$/, '');
  const all = [
    to,
    path,
    `${path}.md`,
    posix.join(path, 'README.md'),
    ...(path === directory ? [inRepository(directory, 'README.md')] : []),
  ];
  return all.find((one) => listed.has(one));
}

function chainOf(
  target: string,
  redirects: ReadonlyMap<string, FolderRedirect>,
  leadsToPage: (redirect: FolderRedirect) => boolean,
): 'loop' | 'chain' | undefined {
  const seen = new Set<string>();
  const keyOf = (path: string) =>
    path
      .replace(/^(?:\.?\/)+/, '')
      .replace(/\.md$/i, '')
      .replace(/\/(?:README)?$/i, '')
      .toLowerCase();
  let at = keyOf(target);
  if (!redirects.has(at)) return undefined;
  for (;;) {
    if (seen.has(at)) return 'loop';
    seen.add(at);
    const next = redirects.get(at);
    if (next?.target === undefined || leadsToPage(next)) return 'chain';
    at = keyOf(next.target);
    if (!redirects.has(at)) return 'chain';
  }
}
