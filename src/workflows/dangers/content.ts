// What changes to spaces, collections and their content endanger.
import { ROLES } from '../../api/roles.ts';
import { plural } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import { asks, type Change, type Danger, type Dangers, moderateIf, saying, wantsName } from './danger.ts';

const givesLevel = ({ input }: Pick<Change, 'input'>): boolean => input.defaultLevel != null;

const isNewLevel = ({ input, target }: Change): boolean => input.defaultLevel !== target?.defaultLevel;

const rank = (level: unknown): number => ROLES.findIndex((role) => role === level);

/** What is inherited may be less than any level. */
const isHigherLevel = (change: Change): boolean => {
  const [before, level] = [change.target?.defaultLevel, change.input.defaultLevel];
  return isNewLevel(change) && (rank(level) < rank(before) || rank(level) === -1 || rank(before) === -1);
};

/** A level that lets every member change it, and that it did not have. */
export const opensToMembers = (change: Change): boolean =>
  givesLevel(change) && isPower(change.input.defaultLevel) && isNewLevel(change);

const isPower = (level: unknown): boolean =>
  rank(level) === -1 ? level !== 'inherit' : ['admin', 'create'].includes(String(level));

/** Leaving a collection ends access, entering one can widen it. */
const moving = (kind: 'space' | 'collection') =>
  ({
    danger: 'mild',
    targetIf: ({ input }) => input.parent !== undefined,
    asksIf: 'the move ends or widens access',
    dangerOf: async (change): Promise<Danger> => {
      if (change.input.parent === null) return 'moderate';
      if (change.input.parent === undefined || change.input.parent === change.target?.parent) return 'mild';
      return (await whoGains(change, kind))?.length === 0 ? 'mild' : 'moderate';
    },
    follows: async (change): Promise<string> =>
      change.input.parent === null
        ? 'access that came from the collection ends'
        : gained(await whoGains(change, kind)),
  }) satisfies Dangers['spaces.move'];

async function whoGains(
  change: Change,
  kind: 'space' | 'collection',
): Promise<readonly string[] | undefined> {
  const { gainsOf } = await import('../access/gains.ts');
  return gainsOf(change, kind);
}

/** Names that are said. */
const MOST_NAMED = 3;

function gained(gains: readonly string[] | undefined): string {
  if (gains === undefined) return 'everyone with access to that collection gains access';
  const named = gains.slice(0, MOST_NAMED).map((name) => safeLine(name));
  const more = gains.length > MOST_NAMED ? [plural(gains.length - MOST_NAMED, 'other')] : [];
  const who = [...named, ...more];
  const last = who.pop();
  return `${who.length > 0 ? `${who.join(', ')} and ` : ''}${last} ${gains.length === 1 ? 'gains' : 'gain'} access or a higher level`;
}

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

const TRANSFERRED = 'the other organization decides who has access; docs undo cannot restore it';
const BROUGHT_IN = 'adds its pages to the existing ones; docs undo cannot remove them';

const dangers = {
  'spaces.delete': asks('it can be restored for 7 days'),
  'spaces.transfer': asks(TRANSFERRED),
  'spaces.move': moving('space'),
  'spaces.update': saying(
    moderateIf('its default level lets every member change it', opensToMembers, givesLevel),
    whatAllCan,
  ),
  'collections.delete': wantsName('it cannot be restored'),
  'collections.transfer': asks(TRANSFERRED),
  'collections.move': moving('collection'),
  'collections.update': saying(
    moderateIf(
      'its default level lets every member do more than before',
      (change) => givesLevel(change) && isHigherLevel(change),
      givesLevel,
    ),
    (change) => `${whatAllCan(change)}, and what inherits from it`,
  ),
  'imports.create': asks(BROUGHT_IN),
  'imports.createInChangeRequest': asks(BROUGHT_IN),
  'importRuns.start': asks(BROUGHT_IN),
  'importRuns.cancel': asks('pages that it has fetched are not kept'),
  'templates.apply': asks(BROUGHT_IN),
} satisfies Dangers;

export default dangers;
