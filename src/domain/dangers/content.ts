// What changes to collections, and what brings content in, endanger.
import { asks, type Change, type Dangers, moderateIf, saying, wantsName } from './danger.ts';
import { givesLevel, isNewLevel, moving, rankOf, TRANSFERRED, whatAllCan } from './spaces.ts';

/** What is inherited may be less than any level. */
const isHigherLevel = (change: Change): boolean => {
  const [before, level] = [change.target?.defaultLevel, change.input.defaultLevel];
  return (
    isNewLevel(change) && (rankOf(level) < rankOf(before) || rankOf(level) === -1 || rankOf(before) === -1)
  );
};

const BROUGHT_IN = 'adds its pages to the existing ones; docs undo cannot remove them';

const dangers = {
  'collections.delete': wantsName('it cannot be restored'),
  'collections.transfer': asks(TRANSFERRED),
  'collections.move': moving('collection'),
  'collections.update': saying(
    moderateIf(
      'its default level lets every member do more than before',
      (change) => givesLevel(change) && isHigherLevel(change),
      givesLevel,
    ),
    async (change) => `${await whatAllCan(change)}, and what inherits from it`,
  ),
  'imports.create': asks(BROUGHT_IN),
  'imports.createInChangeRequest': asks(BROUGHT_IN),
  'importRuns.start': asks(BROUGHT_IN),
  'importRuns.cancel': asks('pages that it has fetched are not kept'),
  'templates.apply': asks(BROUGHT_IN),
} satisfies Dangers;

export default dangers;
