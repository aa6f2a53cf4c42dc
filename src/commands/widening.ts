// Changes that let more people see something or do more: when they ask, and what their question says.

import type { Danger, Stakes } from '../engine/model/command.ts';
import type { Run } from '../engine/run/run.ts';

/** What a command over an operation takes for its consent. */
export interface Consent {
  targetIf?: (run: Run) => boolean;
  dangerOf: (run: Run) => Danger | Promise<Danger>;
  stakes: (run: Run) => Stakes | Promise<Stakes>;
}

/** What follows where a level is given to everybody. */
export const EVERY_MEMBER = 'every member of the organization can change and delete it';
export const LEAVES_COLLECTION: Stakes = {
  change: 'out of its collection',
  follows: 'access that came from the collection ends',
};
export const TRANSFERRED = 'the other organization decides who has access; docs undo cannot restore it';

/** How many see it; what is not listed, nobody sees without a key, a sign-in or an invitation. */
const WIDTH: Readonly<Record<string, number>> = { public: 2, unlisted: 1 };
const width = (visibility: unknown): number => WIDTH[String(visibility)] ?? 0;

/** A published site that more people can read than before. */
export const widerSite: Consent = {
  targetIf: ({ input }) => input.visibility !== undefined,
  dangerOf: ({ input, target }) =>
    target?.published === true && width(input.visibility) > width(target.visibility) ? 'moderate' : 'mild',
  stakes: ({ input, target }) => ({
    change: `from ${target?.visibility} to ${input.visibility}`,
    follows: readableAt(input.visibility, target),
  }),
};

/** `anyone can read it at https://...`. */
export function readableAt(visibility: unknown, site: Readonly<Record<string, unknown>> | undefined): string {
  const urls = site?.urls;
  const url = typeof urls === 'object' && urls !== null && 'published' in urls ? urls.published : undefined;
  const who = visibility === 'public' ? 'anyone' : 'anyone who has the address';
  return `${who} can read it${typeof url === 'string' ? ` at ${url}` : ''}`;
}

/** Something else than a site that becomes visible to more. */
export const widerVisibility: Consent = {
  targetIf: ({ input }) => width(input.visibility) > 0,
  dangerOf: ({ input, target }) =>
    width(input.visibility) > width(target?.visibility) ? 'moderate' : 'mild',
  stakes: ({ input, target }) => ({
    change: `from ${target?.visibility ?? 'private'} to ${input.visibility}`,
    follows: 'anyone can see it, in any organization',
  }),
};

/** A field that hands out administration: `role` of a member, `defaultRole` of all who join. */
export function adminBy(field: string, follows: string): Consent {
  return {
    targetIf: ({ input }) => input[field] === 'admin',
    dangerOf: ({ input, target }) =>
      input[field] === 'admin' && target?.[field] !== 'admin' ? 'moderate' : 'mild',
    stakes: ({ target }) => ({
      change: `from ${words(field)} ${target?.[field] ?? 'guest'} to admin`,
      follows,
    }),
  };
}

const words = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
