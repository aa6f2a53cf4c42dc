// Consent: before a site is opened to more people, and before one that is live changes for its readers.

import { publishSite, updateSite } from '../../../api/sites/sites.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { askYes, unconfirmed } from '../../../engine/ask/question.ts';
import { lineWith } from '../../../engine/model/typed-again.ts';
import { ciSafe, safeLine } from '../../../output/safe-text.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import { judgedSteps } from '../../../workflows/site-setup/step.ts';
import type { SetupRun } from './site-setup.ts';
import type { Job } from './site-setup-end.ts';
import { jobLines } from './site-setup-show.ts';

/** Types of sites that cost nothing. */
const FREE: readonly SiteDraft['type'][] = ['basic'];

interface Consequence {
  /** `change live site "X"`: what is refused. */
  act: string;
  /** What follows for readers. */
  follows: string;
  /** More people get into a site that is there: asked even where the person has just seen the plan. */
  widens: boolean;
}

type Judged = Pick<Job, 'draft' | 'live' | 'changes'>;

/** Undefined where no command that does the same would ask. */
async function consequenceOf(
  run: SetupRun,
  { draft, live, changes }: Judged,
): Promise<Consequence | undefined> {
  const judged = await judgedSteps(changes, await run.client());
  const risky = judged.filter(({ danger }) => danger !== 'mild');
  if (risky.length === 0) return undefined;
  const opens = risky.some(({ step }) => OPENING.includes(step.request?.operation.id ?? ''));
  const follows = [...new Set(risky.flatMap((one) => one.follows ?? []))].join('; ');
  return { act: actOf(draft, live), follows, widens: live !== undefined && opens };
}

/** They decide who can read a site. */
const OPENING: readonly string[] = [updateSite.id, publishSite.id];

function actOf({ title, visibility }: Job['draft'], live: Job['live']): string {
  if (!live?.site.published) return `publish site "${title}"`;
  const { site } = live;
  const wider = site.visibility === visibility ? '' : ` from ${site.visibility} to ${visibility}`;
  return `change live site "${site.title}"${wider}`;
}

export interface Told {
  /** The lines above the last question: what follows for readers, and what it costs. */
  lines: string;
  /** A command that does the same would ask. */
  isRisky: boolean;
}

export async function consequenceLines(run: SetupRun, judged: Judged): Promise<Told> {
  const { draft, live } = judged;
  const { io } = run.context;
  const consequence = await consequenceOf(run, judged);
  const isBilled = draft.publish && !live?.site.published && !FREE.includes(draft.type);
  const said = [consequence?.follows, isBilled ? 'billed on publish' : undefined].filter((line) => line);
  const lines = said.map((line = '') => `${line.charAt(0).toUpperCase()}${safeLine(line.slice(1))}.\n`);
  return { lines: ciSafe(io, lines.join('')), isRisky: consequence !== undefined };
}

/** A person who has answered questions has seen the plan. Throws InteractionError (exit 3). */
export async function agree(run: SetupRun, job: Job): Promise<void> {
  if (run.flags.yes) return;
  const consequence = await consequenceOf(run, job);
  if (!consequence) return;
  const isSeen = typeof run.flags.from !== 'string';
  if (isSeen && !consequence.widens) return;
  const { context } = run;
  if (!canAsk(run)) throw unconfirmed('--yes', consequence, { hint: lineWith(context.argv, '--yes') });
  if (!isSeen) context.io.err(jobLines(context.io, job));
  await askYes(run, consequence);
}
