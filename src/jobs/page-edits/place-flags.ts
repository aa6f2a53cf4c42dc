// --into, --before, --after and --top: where a page goes in the tree of a change request.
import type { Page } from '../../api/content/content-shapes.ts';
import { nextTo, placeIn } from '../../domain/content/page-place.ts';
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError } from '../../errors.ts';
import { pageNamed } from './page-wish.ts';

const FIELDS = 'Fields:';
export const PLACE_FLAGS = [
  { flags: '--into <page>', description: 'last among the subpages of this page', group: FIELDS },
  { flags: '--before <page>', description: 'right before this page', group: FIELDS },
  { flags: '--after <page>', description: 'right after this page', group: FIELDS },
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
