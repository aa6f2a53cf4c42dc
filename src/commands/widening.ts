// Changes that let more people see something or do more: what their question says.
import type { Stakes } from '../engine/model/command.ts';
import type { Change } from '../workflows/dangers/danger.ts';
import { opensSite } from '../workflows/dangers/sites.ts';

export const LEAVES_COLLECTION: Stakes = {
  change: 'out of its collection',
  follows: 'access that came from the collection ends',
};
export const TRANSFERRED = 'the other organization decides who has access; docs undo cannot restore it';

/** A published site that more people can read than before, or a site that members can change. */
export const widerSite = (change: Change): Stakes => {
  const { input, target } = change;
  if (!opensSite(change)) return spaceLevel(change);
  return {
    change: `from ${target?.visibility} to ${input.visibility}`,
    follows: readableAt(input.visibility, target),
  };
};

/** `anyone can read it at https://...`. */
export function readableAt(visibility: unknown, site: Readonly<Record<string, unknown>> | undefined): string {
  const urls = site?.urls;
  const url = typeof urls === 'object' && urls !== null && 'published' in urls ? urls.published : undefined;
  const who = visibility === 'public' ? 'anyone' : 'anyone who has the address';
  return `${who} can read it${typeof url === 'string' ? ` at ${url}` : ''}`;
}

/** Something else than a site that becomes visible to more. */
export const widerVisibility = ({ input, target }: Change): Stakes => ({
  change: `from ${target?.visibility ?? 'private'} to ${input.visibility}`,
  follows: 'anyone can see it, in any organization',
});

/** A role of all who join that hands out administration. */
export const adminStakes =
  (follows: string) =>
  ({ target }: Change): Stakes => ({
    change: `from default role ${target?.defaultRole ?? 'guest'} to admin`,
    follows,
  });

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

/** A default level that lets everyone do more. */
const levelOf =
  (what: string) =>
  ({ input: { defaultLevel: level }, target }: Change): Stakes => ({
    change: `from default level ${target?.defaultLevel ?? 'none'} to ${level}`,
    follows: `every member of the organization ${EVERYONE[String(level)] ?? ''}${what}`,
  });

export const spaceLevel = levelOf('');
export const collectionLevel = levelOf(', and what inherits from it');
