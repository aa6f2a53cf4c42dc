// Operations that do in a change request what others do elsewhere: they are named and described after those.
import type { Describe, Described, Spec } from './schema.ts';

/** `Show a page by its path` is `Show a page in a change request by its path`; a comment is on one. */
export function twin<const R extends string, const N extends string, const S extends Spec>(
  op: Describe<R>,
  of: { readonly id: `${R}.${N}`; readonly summary: string },
  spec: S,
): Described<`${R}.${N}InChangeRequest`, S> {
  // Safe: it is what follows the name of the resource.
  const own = of.id.slice(of.id.indexOf('.') + 1) as N;
  const place = /comment|reply/i.test(of.summary) ? 'on a change request' : 'in a change request';
  const summary = /(?:in|on|into|of) a space$/.test(of.summary)
    ? of.summary.replace(/a space$/, 'a change request')
    : of.summary.replace(/(?= and its | by its |$)/, ` ${place}`);
  return op(`${own}InChangeRequest`, summary, spec);
}
