// docs pages move and delete: where pages of a change request are, and whether.
import type { Page } from '../../api/content/content-shapes.ts';
import { type ChangeRequestContentChange, getChangeRequest } from '../../api/review/change-requests.ts';
import {
  allPages,
  childrenOf,
  countBelow,
  nextTo,
  type PagePlace,
  pathOf,
  placeIn,
  placeText,
} from '../../domain/content/page-place.ts';
import { arg } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, seeHelp } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { uniqueSlug } from '../../markdown/heading-anchor.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { EDIT_OPERATIONS, editOf, PAGES_AHEAD, pageNamed, readPages } from './page-wish.ts';

// --into, --before, --after and --top: where a page goes in the tree of a change request.

export const PLACE_FLAGS = [
  flag('--into <page>', 'last among the subpages of this page'),
  flag('--before <page>', 'right before this page'),
  flag('--after <page>', 'right after this page'),
] as const satisfies readonly Option[];

type PlaceRun = Run<FlagsOf<typeof PLACE_FLAGS>>;

export interface Destination {
  into: string | null;
  /** Absent: the last. */
  at?: number;
}

/**
 * Where the flags put a page; undefined where they say nothing. `moving`: the page that moves. Throws UsageError for two
 * places, NotFoundError, ConflictError for a place within the page that moves.
 */
export async function placeOf(
  run: PlaceRun,
  pages: readonly Page[],
  moving?: Page,
): Promise<Destination | undefined> {
  const { into, before, after } = run.flags;
  const given = [into, before, after].filter((flag) => flag !== undefined);
  refuseTogether(run, 'into', 'before', 'after');
  const [text] = given;
  if (text === undefined) return undefined;
  const { page } = await pageNamed(run, text, pages);
  const flag = into !== undefined ? 'into' : before !== undefined ? 'before' : 'after';
  if (moving && placeIn([moving], page.id))
    throw new ConflictError(
      `page "${moving.title}" cannot be moved ${flag} ${page.id === moving.id ? 'itself' : `its own subpage "${page.title}"`}`,
      { hint: `${run.path} --help` },
    );
  if (into === undefined) {
    const found = nextTo(pages, page.id, {
      after: after !== undefined,
      ...(moving && { moving: moving.id }),
    });
    return found && { into: found.into, at: found.at };
  }
  if (page.type === 'link' || page.type === 'computed')
    throw new ConflictError(`page "${page.title}" is of type ${page.type}: it cannot have subpages`, {
      hint: `${run.path} --help`,
    });
  return { into: page.id };
}

const MOVE_FLAGS = [...PLACE_FLAGS, flag('--top', 'last of the top level', { reach: 'platform' })] as const;

export const movePage = job('move', getChangeRequest, {
  summary: 'Move a page in a change request',
  args: [arg('page')],
  options: MOVE_FLAGS,
  oneOf: ['--into', '--before', '--after', '--top'],
  uses: EDIT_OPERATIONS,
  danger: 'mild',
  examples: [
    ['Put a page below another', 'docs pages move webhooks --space Guides --cr 1 --into shipments'],
    ['Change the order of pages', 'docs pages move webhooks --space Guides --cr 1 --before troubleshooting'],
  ],
  notes:
    'Its subpages move with it, and its path changes with its parent. Links between pages follow; links from elsewhere may need a redirect.',
  ahead: PAGES_AHEAD,
  wishes: moveWishes,
});

async function moveWishes(run: Run<FlagsOf<typeof MOVE_FLAGS>>): Promise<Wishes> {
  const { top, into, before, after } = run.flags;
  if (top === true && (into ?? before ?? after) !== undefined)
    throw seeHelp(run.path, '--top cannot be used with --into, --before or --after');
  if (top !== true && (into ?? before ?? after) === undefined)
    throw seeHelp(run.path, '--into, --before, --after or --top is required');
  const pages = await readPages(run);
  const { page, path, ...now } = await pageNamed(run, run.args.page ?? '', pages);
  const place = (await placeOf(run, pages, page)) ?? { into: null };
  const siblings = siblingsIn(pages, place.into);
  const isLast = place.at === undefined && siblings.at(-1)?.id === page.id;
  if (place.into === now.into && (isLast || place.at === now.at)) return { rows: [], unchanged: 1 };
  const change: ChangeRequestContentChange = { operation: 'update_page', page: page.id, ...place };
  const at = place.at ?? siblings.filter(({ id }) => id !== page.id).length;
  sayIfTaken(run, siblings, slugOf(page), page.id);
  const way = `${textOf(pages, now)} -> ${textOf(pages, { into: place.into, at })}`;
  const below = countBelow(page);
  const lines = [`place: ${way}`, ...(below === 0 ? [] : [`${plural(below, 'subpage')} below it`])];
  return {
    rows: [editOf(run, change)],
    preview: `${[`page ${path}: would be moved`, ...lines.map((line) => `  ${line}`)].map(safeLine).join('\n')}\n`,
  };
}

function textOf(pages: readonly Page[], { into, at }: PagePlace): string {
  const parent = into === null ? undefined : placeIn(pages, into)?.page;
  return placeText(parent && pathOf(parent), at);
}

export function siblingsIn(pages: readonly Page[], into: string | null): readonly Page[] {
  if (into === null) return pages;
  const parent = placeIn(pages, into)?.page;
  return parent ? childrenOf(parent) : [];
}

const slugOf = (page: Page) => ('slug' in page ? page.slug : undefined);

/** Says that another page there has the slug already: it is the host that chooses another one. `id`: of the page itself. */
export function sayIfTaken({ context }: Run, siblings: readonly Page[], slug: unknown, id?: string): void {
  const other = siblings.find((page) => page.id !== id && slugOf(page) === slug && slug !== undefined);
  if (!other) return;
  const free = uniqueSlug(
    String(slug),
    siblings.flatMap((page) => slugOf(page) ?? []),
  );
  warn(
    context.io,
    `page "${other.title}" has the slug "${slug}" there: this page gets another, such as "${free}"`,
  );
}

export const deletePage = job('delete', getChangeRequest, {
  summary: 'Delete a page in a change request',
  args: [arg('page')],
  uses: EDIT_OPERATIONS,
  examples: [
    ['See what would be deleted', 'docs pages delete webhooks --space Guides --cr 1 --dry-run'],
    ['Delete a page with its subpages', 'docs pages delete shipments --space Guides --cr 1 --yes'],
  ],
  notes:
    'main keeps the page until the change request is merged, and docs undo restores it in the change request.',
  ahead: PAGES_AHEAD,
  wishes: deleteWishes,
});

async function deleteWishes(run: Run): Promise<Wishes> {
  const { page } = await pageNamed(run, run.args.page ?? '', await readPages(run));
  const below = countBelow(page);
  const follows = `${below === 0 ? '' : `its ${plural(below, 'subpage')} ${below === 1 ? 'is' : 'are'} deleted with it; `}main stays as it is until the change request is merged`;
  const change: ChangeRequestContentChange = { operation: 'delete_page', page: page.id };
  const [top, ...others] = allPages([page]).map((one) => safeLine(pathOf(one)));
  const lines = [`page ${top}: would be deleted`, ...others.map((name) => `  with its subpage ${name}`)];
  const before = await inThisContext(
    run,
    shell`what links to it: docs pages backlinks ${run.args.page ?? ''}`,
  );
  const after = await inThisContext(run, 'links that lead nowhere now: docs links check');
  return {
    rows: [editOf(run, change, { danger: 'moderate', follows })],
    preview: `${lines.join('\n')}\n`,
    end: (isApplied) => note(run.context.io, isApplied ? after : before),
  };
}
