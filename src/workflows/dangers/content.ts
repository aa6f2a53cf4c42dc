// What changes to spaces, collections and their content endanger.
import { ROLES } from '../../api/roles.ts';
import { type Change, type Danger, type Dangers, MODERATE, moderateIf, SEVERE } from './danger.ts';

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
      const { gainsOf } = await import('../access/gains.ts');
      return (await gainsOf(change, kind))?.length === 0 ? 'mild' : 'moderate';
    },
  }) satisfies Dangers['spaces.move'];

const dangers = {
  'spaces.delete': MODERATE,
  'spaces.transfer': MODERATE,
  'spaces.move': moving('space'),
  'spaces.update': moderateIf('its default level lets every member change it', opensToMembers, givesLevel),
  'collections.delete': SEVERE,
  'collections.transfer': MODERATE,
  'collections.move': moving('collection'),
  'collections.update': moderateIf(
    'its default level lets every member do more than before',
    (change) => givesLevel(change) && isHigherLevel(change),
    givesLevel,
  ),
  'imports.create': MODERATE,
  'imports.createInChangeRequest': MODERATE,
  'importRuns.start': MODERATE,
  'importRuns.cancel': MODERATE,
  'templates.apply': MODERATE,
} satisfies Dangers;

export default dangers;
