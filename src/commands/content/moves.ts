// docs spaces move and docs collections move: leaving a collection ends access, entering one can widen it; both ask.
import { getCollection, moveCollection } from '../../api/content/collections.ts';
import { getSpace, moveSpace } from '../../api/content/spaces.ts';
import { command, type Stakes } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { plural } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import { gainsOf } from '../../workflows/access/gains.ts';
import { MOVED_OPERATIONS } from '../../workflows/access/moved.ts';
import dangers from '../../workflows/dangers/content.ts';
import { POSITION_REFS, positionFlags, readPosition } from '../position.ts';
import { LEAVES_COLLECTION } from '../widening.ts';

/** What may be read before the question. */
const MOVING_USES = [getCollection, ...MOVED_OPERATIONS];

/** Names that a question says. */
const MOST_NAMED = 3;

/** Where it leaves a collection for none, and where somebody gains access by the new one. */
const moving =
  (kind: 'space' | 'collection') =>
  async (run: Run): Promise<Stakes> =>
    run.input.parent === null ? LEAVES_COLLECTION : entering(run, kind);

async function entering(run: Run, kind: 'space' | 'collection'): Promise<Stakes> {
  const { title } = await (await run.client()).call(getCollection, {
    collectionId: String(run.input.parent),
  });
  const change = `into collection "${title}"`;
  const gains = await gainsOf(run, kind);
  if (gains === undefined) return { change, follows: 'everyone with access to that collection gains access' };
  const named = gains.slice(0, MOST_NAMED).map((name) => safeLine(name));
  const more = gains.length > MOST_NAMED ? [plural(gains.length - MOST_NAMED, 'other')] : [];
  const who = [...named, ...more];
  const last = who.pop();
  return {
    change,
    follows: `${who.length > 0 ? `${who.join(', ')} and ` : ''}${last} ${gains.length === 1 ? 'gains' : 'gain'} access or a higher level`,
  };
}

const shared = {
  names: { parent: 'collectionId' },
  hidden: ['position'] as const,
  options: positionFlags('space or collection'),
  oneOf: ['--parent', '--clear-parent', '--before', '--after'],
  prepare: readPosition,
  refs: { parent: 'collectionId', ...POSITION_REFS },
  uses: MOVING_USES,
};

export const spaceMove = command('move', moveSpace, {
  ...shared,
  args: ['spaceId'],
  columns: ['id', 'title', 'parent', 'updatedAt'],
  labels: { parent: 'collection' },
  ...dangers['spaces.move'],
  stakes: moving('space'),
  target: getSpace,
  examples: [
    ['Move it to the top level', 'docs spaces move Guides --clear-parent --yes'],
    ['Move it into a collection', 'docs spaces move Guides --parent Internal --yes'],
  ],
});

export const collectionMove = command('move', moveCollection, {
  ...shared,
  args: ['collectionId'],
  columns: ['id', 'title', 'description', 'parent', 'defaultLevel'],
  names: { parent: 'collectionId', organization: 'organizationId' },
  ...dangers['collections.move'],
  stakes: moving('collection'),
  target: getCollection,
  examples: ['docs collections move Archive --clear-parent --yes'],
});
