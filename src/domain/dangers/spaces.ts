// What changes to spaces endanger, and what they have in common with those to collections.
import { ROLES } from '../../api/roles.ts';
import { asks, type Change, type Danger, type Dangers, moderateIf, saying } from './danger.ts';

export const givesLevel = ({ input }: Pick<Change, 'input'>): boolean => input.defaultLevel != null;

export const isNewLevel = ({ input, target }: Change): boolean => input.defaultLevel !== target?.defaultLevel;

/** Its place among the roles, the most powerful first; -1 for what is no role. */
export const rankOf = (level: unknown): number => (ROLES as readonly unknown[]).indexOf(level);

/** A level that lets every member change it, and that it did not have; any level where only administrators saw it. */
export const opensToMembers = (change: Change): boolean =>
  givesLevel(change) &&
  isNewLevel(change) &&
  (isPower(change.input.defaultLevel) || change.target?.defaultLevel === null);

const isPower = (level: unknown): boolean =>
  rankOf(level) === -1 ? level !== 'inherit' : ['admin', 'create'].includes(String(level));

/** Leaving a collection ends access, entering one can widen it. */
export const moving = (kind: 'space' | 'collection') =>
  ({
    danger: 'mild',
    targetIf: ({ input }) => input.parent !== undefined,
    asksIf: 'the move ends or widens access',
    dangerOf: async (change): Promise<Danger> => {
      if (change.input.parent === null) return 'moderate';
      if (change.input.parent === undefined || change.input.parent === change.target?.parent) return 'mild';
      return (await (await gains()).gainsOf(change, kind))?.length === 0 ? 'mild' : 'moderate';
    },
    follows: async (change): Promise<string> =>
      change.input.parent === null
        ? (await gains()).changedByLeaving(change, kind)
        : (await gains()).gained(change, kind),
  }) satisfies Dangers['spaces.move'];

const gains = () => import('../access/moved.ts');

/** What every member can do then. */
export const whatAllCan = async (change: Change): Promise<string> =>
  (await import('./at-stake.ts')).whatAllCan(change);

export const TRANSFERRED = 'the other organization decides who has access; docs undo cannot restore it';

const dangers = {
  'spaces.delete': asks('it can be restored for 7 days'),
  'spaces.transfer': asks(TRANSFERRED),
  'spaces.move': moving('space'),
  'spaces.update': saying(
    moderateIf('its default level lets every member change it, or see it at all', opensToMembers, givesLevel),
    whatAllCan,
  ),
} satisfies Dangers;

export default dangers;
