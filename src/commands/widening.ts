// Changes that let more people see something or do more: when they ask, and what their question says.

import { getSpace } from '../api/content/spaces.ts';
import type { InputOf, Operation, ResultOf } from '../api/operation.ts';
import { getSite, type Site } from '../api/sites/sites.ts';
import type { Danger, Stakes } from '../engine/model/command.ts';
import { idIn, readNamed } from '../engine/references/named.ts';
import { titleOf } from '../engine/references/names.ts';
import type { Input } from '../engine/run/input.ts';
import type { Run } from '../engine/run/run.ts';
import { DocsError } from '../errors.ts';

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

/** More content on a site that anyone can read at this moment. */
export const onLiveSite = (what: string, on: 'on' | 'to'): Consent => ({
  dangerOf: async (run) => (isLive(await siteOf(run)) ? 'moderate' : 'mild'),
  stakes: async (run) => {
    const site = await siteOf(run);
    return {
      what: `${what} "${await titleIn(run, getSpace, 'spaceId')}"`,
      change: `${on} site "${site.title}"`,
      follows: readableAt(site.visibility, site),
    };
  },
});

export const isLive = ({ published, visibility }: Pick<Site, 'published' | 'visibility'>): boolean =>
  published && visibility === 'public';

const SITES = new WeakMap<Run, Promise<Site>>();

/** Of flags or context; read once for a run. */
export function siteOf(run: Run): Promise<Site> {
  const known = SITES.get(run) ?? readPlace(run, getSite);
  SITES.set(run, known);
  return known;
}

/** What the input names besides the target; the words as they were given where it cannot be read. */
export async function titleIn(run: Run, operation: Operation, param: string): Promise<string> {
  try {
    const found: unknown = await readPlace(run, operation);
    const title = typeof found === 'object' && found !== null ? titleOf({ ...found }) : undefined;
    return String(title ?? run.input[param]);
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return String(run.input[param]);
  }
}

/** Always fresh: consent is not given on names of minutes ago. */
async function readPlace<O extends Operation>(run: Run, operation: O): Promise<ResultOf<O>> {
  const client = await run.client();
  const command = { ...run.command, refs: {}, args: [] };
  const asked: Run = { ...run, command, names: async () => undefined };
  const pick = (input: Input) =>
    Object.fromEntries(Object.keys(operation.params.properties).map((name) => [name, idIn(input, name)]));
  // Safe: the path parameters are all that a read of one thing takes.
  return readNamed(asked, operation, (input) => client.call(operation, pick(input) as InputOf<O>));
}
