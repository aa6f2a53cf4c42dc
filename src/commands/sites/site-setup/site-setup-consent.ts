// Consent: before a site is opened to more people, and before one that is live changes for its readers.

import { canAsk } from '../../../engine/ask/can-ask.ts';
import { askYes } from '../../../engine/ask/question.ts';
import { lineWith } from '../../../engine/model/typed-again.ts';
import { InteractionError } from '../../../errors.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import type { SetupRun } from './site-setup.ts';
import type { Job } from './site-setup-job.ts';
import { jobLines } from './site-setup-show.ts';

/** How many people a visibility lets in: two that only let in whom somebody chose are alike. */
const WIDTH: Record<SiteDraft['visibility'], number> = {
  public: 2,
  unlisted: 1,
  'share-link': 0,
  'visitor-auth': 0,
};

const READERS: Record<SiteDraft['visibility'], string> = {
  public: 'anyone can read it, and search engines find it',
  unlisted: 'anyone who has the URL can read it',
  'share-link': 'everyone who has the link can read it',
  'visitor-auth': 'visitors who sign in can read it',
};

interface Consequence {
  /** `change site "X"`: what is refused. */
  act: string;
  /** What follows for readers. */
  follows: string;
  /** More people get in: asked even where the person has just seen the plan. */
  widens: boolean;
}

/** Undefined where nobody but administrators notices. */
function consequenceOf({ draft, live, changes }: Job): Consequence | undefined {
  const { title, visibility } = draft;
  if (changes.length === 0) return undefined;
  if (!live?.site.published) {
    if (!draft.publish || visibility !== 'public') return undefined;
    return {
      act: `publish site "${title}" to everyone`,
      follows: READERS.public,
      widens: live !== undefined,
    };
  }
  const { site } = live;
  if (WIDTH[visibility] > WIDTH[site.visibility]) {
    return {
      act: `change live site "${site.title}" from ${site.visibility} to ${visibility}`,
      follows: READERS[visibility],
      widens: true,
    };
  }
  return {
    act: `change live site "${site.title}"`,
    follows: 'readers see this at once',
    widens: false,
  };
}

/** A person who has answered questions has seen the plan. Throws InteractionError (exit 3). */
export async function agree(run: SetupRun, job: Job): Promise<void> {
  const consequence = consequenceOf(job);
  if (!consequence || run.flags.yes) return;
  const isSeen = typeof run.flags.from !== 'string';
  if (isSeen && !consequence.widens) return;
  const { context } = run;
  if (!canAsk(run)) {
    throw new InteractionError(`refusing to ${consequence.act} without --yes`, {
      hint: lineWith(context.argv, '--yes'),
    });
  }
  if (!isSeen) context.io.err(jobLines(context.io, job));
  await askYes(run, consequence);
}
