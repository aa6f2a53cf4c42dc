// docs spaces move and docs collections move: leaving a collection ends access, entering one can widen it; both ask.
import { getCollection, moveCollection } from '../../api/content/collections.ts';
import { getSpace, moveSpace } from '../../api/content/spaces.ts';
import { command, type Stakes } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { plural } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Place } from '../../workflows/access/levels.ts';
import { gainsByMove, MOVED_OPERATIONS } from '../../workflows/access/moved.ts';
import { POSITION_REFS, positionFlags, readPosition } from '../position.ts';
import { type Consent, LEAVES_COLLECTION } from '../widening.ts';

/** What may be read before the question. */
const MOVING_USES = [getCollection, ...MOVED_OPERATIONS];

/** Names that a question says. */
const MOST_NAMED = 3;

/** A command asks several times what follows. */
const KNOWN = new WeakMap<Run, Promise<readonly string[] | undefined>>();

/** Asks where it leaves a collection for none, and where somebody gains access by the new one. */
const moving = (kind: 'space' | 'collection'): Pick<Consent, 'dangerOf' | 'stakes'> => ({
  dangerOf: async (run) => {
    if (run.input.parent === null) return 'moderate';
    if (!entersCollection(run)) return 'mild';
    // Consent is there: nothing needs to be read for a question.
    if (hasConsent(run)) return 'moderate';
    return (await gainsOf(run, kind))?.length === 0 ? 'mild' : 'moderate';
  },
  stakes: async (run) => (run.input.parent === null ? LEAVES_COLLECTION : entering(run, kind)),
});

const entersCollection = ({ input, target }: Run): boolean =>
  typeof input.parent === 'string' && input.parent !== target?.parent;

const hasConsent = ({ flags }: Run): boolean => flags.yes === true && flags.planOut === undefined;

async function entering(run: Run, kind: 'space' | 'collection'): Promise<Stakes> {
  const { title } = await (await run.client()).call(getCollection, {
    collectionId: String(run.input.parent),
  });
  const change = `into collection "${title}"`;
  const gains = hasConsent(run) ? undefined : await gainsOf(run, kind);
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

/** Undefined where it cannot be told. */
function gainsOf(run: Run, kind: 'space' | 'collection'): Promise<readonly string[] | undefined> {
  const known = KNOWN.get(run) ?? readGains(run, kind);
  KNOWN.set(run, known);
  return known;
}

async function readGains(run: Run, kind: 'space' | 'collection'): Promise<readonly string[] | undefined> {
  const { id, organization, defaultLevel, title } = run.target ?? {};
  const client = await run.client();
  if (typeof id !== 'string' || typeof organization !== 'string') return undefined;
  // Safe: the platform's own answer, which was checked when it was read.
  const level = defaultLevel as Place['defaultLevel'];
  const place: Place = { kind, id, title: String(title), defaultLevel: level, parent: undefined };
  return gainsByMove(client, { place, parent: String(run.input.parent), organizationId: organization });
}

const shared = {
  names: { parent: 'collectionId' },
  hidden: ['position'] as const,
  options: positionFlags('space or collection'),
  prepare: readPosition,
  refs: { parent: 'collectionId', ...POSITION_REFS },
  uses: MOVING_USES,
  notes: 'Asks first if the move ends or widens access.',
};

export const spaceMove = command('move', moveSpace, {
  ...shared,
  args: ['spaceId'],
  columns: ['id', 'title', 'parent', 'updatedAt'],
  labels: { parent: 'collection' },
  ...moving('space'),
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
  ...moving('collection'),
  target: getCollection,
  examples: ['docs collections move Archive --clear-parent --yes'],
});
