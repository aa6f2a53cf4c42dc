// Changes that let more people see something or do more: when they ask, and what their question says.

import { ROLES } from '../api/roles.ts';
import type { Danger, Stakes } from '../engine/model/command.ts';
import type { Run } from '../engine/run/run.ts';

/** What a command over an operation takes for its consent. */
export interface Consent {
  targetIf?: (run: Run) => boolean;
  dangerOf: (run: Run) => Danger | Promise<Danger>;
  stakes: (run: Run) => Stakes | Promise<Stakes>;
}

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

/** Of a member: becoming an administrator, a guest, or no guest any more. */
export const memberRole: Consent = {
  targetIf: ({ input }) => input.role !== undefined,
  dangerOf: ({ input: { role }, target }) => {
    if (role === undefined || (target && role === (target.role ?? null))) return 'mild';
    if (role === 'admin') return 'moderate';
    return target && (role === null) !== ((target.role ?? null) === null) ? 'moderate' : 'mild';
  },
  stakes: ({ input: { role }, target }) => ({
    change: `from role ${target?.role ?? 'guest'} to ${role ?? 'guest'}`,
    follows: MEMBER_FOLLOWS[role === 'admin' ? 'admin' : role === null ? 'guest' : 'member'],
  }),
};

const MEMBER_FOLLOWS = {
  admin: 'an administrator can change, publish and delete everything, and remove members',
  guest: 'a guest keeps only direct access, their own and that of their teams',
  member: 'a member gets the default level of every space and collection',
} as const;

/** What a level lets everyone do. */
const EVERYONE: Readonly<Record<string, string>> = {
  admin: 'can change and delete it',
  create: 'can change and merge it',
  review: 'can review and merge changes to it',
  edit: 'can edit it',
  comment: 'can comment on it',
  read: 'can read it',
  inherit: 'gets the level of the collection above it, or else their role',
};

/** A default level that gives everyone power; of a collection, one that gives everyone more than before. */
const levelFor = (asks: (level: string, before: unknown) => boolean, what: string): Consent => ({
  targetIf: ({ input }) => EVERYONE[String(input.defaultLevel)] !== undefined,
  dangerOf: ({ input: { defaultLevel: level }, target }) => {
    const before = target?.defaultLevel;
    const isSame = target !== undefined && level === before;
    return typeof level === 'string' && !isSame && asks(level, before) ? 'moderate' : 'mild';
  },
  stakes: ({ input: { defaultLevel: level }, target }) => ({
    change: `from default level ${target?.defaultLevel ?? 'none'} to ${level}`,
    follows: `every member of the organization ${EVERYONE[String(level)] ?? ''}${what}`,
  }),
});

export const spaceLevel = levelFor((level) => ['admin', 'create'].includes(level), '');
const DOWNWARD: readonly unknown[] = ROLES;

/** What is inherited may be less than any level. */
export const collectionLevel = levelFor((level, before) => {
  const rank = (one: unknown) => DOWNWARD.indexOf(one);
  return level === 'inherit' || rank(before) === -1 || rank(level) < rank(before);
}, ', and what inherits from it');

const words = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
