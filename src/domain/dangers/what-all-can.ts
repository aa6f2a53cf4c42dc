// What a default level lets every member do, in words.
import type { Change } from './danger.ts';

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

export const whatAllCan = ({ input }: Change): string =>
  `every member of the organization ${EVERYONE[String(input.defaultLevel)] ?? ''}`;
