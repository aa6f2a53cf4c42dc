// Consent: before a site is opened to more people, and before one that is live changes for its readers.

import type { Site } from '../../../api/sites/sites.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { askYes } from '../../../engine/ask/question.ts';
import { lineWith } from '../../../engine/model/typed-again.ts';
import { InteractionError } from '../../../errors.ts';
import { ciSafe, safeLine } from '../../../output/safe-text.ts';
import { readableAt } from '../../../workflows/dangers/sites.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import type { SetupRun } from './site-setup.ts';
import type { Job } from './site-setup-job.ts';
import { jobLines, type Screen } from './site-setup-show.ts';

/** How many people a visibility lets in: two that only let in whom somebody chose are alike. */
const WIDTH: Record<SiteDraft['visibility'], number> = {
  public: 2,
  unlisted: 1,
  'share-link': 0,
  'visitor-auth': 0,
};

/** The same words as those of the commands that change one thing. */
function readersOf(visibility: SiteDraft['visibility'], site?: Site): string {
  if (visibility === 'public' || visibility === 'unlisted') return readableAt(visibility, site);
  return visibility === 'share-link'
    ? 'everyone who has the link can read it'
    : 'visitors who sign in can read it';
}

/** Types of sites that cost nothing. */
const FREE: readonly SiteDraft['type'][] = ['basic'];

interface Consequence {
  /** `change site "X"`: what is refused. */
  act: string;
  /** What follows for readers. */
  follows: string;
  /** More people get in: asked even where the person has just seen the plan. */
  widens: boolean;
}

/** Undefined where nobody but administrators notices. */
function consequenceOf({ draft, live, changes }: Judged): Consequence | undefined {
  const { title, visibility } = draft;
  if (changes.length === 0) return undefined;
  if (!live?.site.published) {
    if (!draft.publish || visibility !== 'public') return undefined;
    return {
      act: `publish site "${title}" to everyone`,
      follows: readersOf('public', live?.site),
      widens: live !== undefined,
    };
  }
  const { site } = live;
  if (WIDTH[visibility] > WIDTH[site.visibility]) {
    return {
      act: `change live site "${site.title}" from ${site.visibility} to ${visibility}`,
      follows: readersOf(visibility, site),
      widens: true,
    };
  }
  return {
    act: `change live site "${site.title}"`,
    follows: visibility === 'public' ? readersOf(visibility, site) : 'readers see this at once',
    widens: false,
  };
}

type Judged = Pick<Job, 'draft' | 'live'> & { changes: readonly unknown[] };

/** The lines above the last question: what follows for readers, and what it costs. */
export function consequenceLines(io: Screen, judged: Judged): string {
  const { draft, live } = judged;
  const follows = consequenceOf(judged)?.follows;
  const isBilled = draft.publish && !live?.site.published && !FREE.includes(draft.type);
  const lines = [follows, isBilled ? 'billed on publish' : undefined].filter((line) => line !== undefined);
  return ciSafe(
    io,
    lines.map((line) => `${line.charAt(0).toUpperCase()}${safeLine(line.slice(1))}.\n`).join(''),
  );
}

/** A person who has answered questions has seen the plan. Throws InteractionError (exit 3). */
export async function agree(run: SetupRun, job: Job): Promise<void> {
  const consequence = consequenceOf(job);
  if (!consequence || run.flags.yes) return;
  const isSeen = typeof run.flags.from !== 'string';
  if (isSeen && !consequence.widens) return;
  const { context } = run;
  if (!canAsk(run)) {
    throw new InteractionError(`refusing to ${consequence.act} without --yes: ${consequence.follows}`, {
      hint: lineWith(context.argv, '--yes'),
    });
  }
  if (!isSeen) context.io.err(jobLines(context.io, job));
  await askYes(run, consequence);
}
