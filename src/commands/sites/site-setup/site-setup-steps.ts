// The steps of a plan as they are carried out: shown, and kept for the commands that do the same.

import type { Site } from '../../../api/sites/sites.ts';
import { done, note } from '../../../output/note.ts';
import { type Progress as Spinner, startProgress } from '../../../output/progress.ts';
import type { Change } from '../../../workflows/site-setup/change.ts';
import type { Progress } from '../../../workflows/site-setup/step.ts';
import type { SetupRun } from './site-setup.ts';

export interface Watched {
  progress: Progress;
  /** Steps that changed something. */
  steps: readonly Change[];
  /** The step in hand. */
  current(): string;
  /** Its answer was lost, and it has been done all the same. */
  takeForDone(): void;
  stop(): void;
}

const PAST: Readonly<Record<string, string>> = {
  create: 'created',
  describe: 'described',
  publish: 'published',
  put: 'put',
  show: 'now shows',
};

/** `create site "X"` as it is said once it is done: `created site "X"`; a setting was changed. */
function pastOf(text: string): string {
  const [verb = ''] = text.split(' ', 1);
  const past = PAST[verb];
  return past === undefined ? `changed ${text}` : `${past}${text.slice(verb.length)}`;
}

export function watchSteps({ context, flags }: SetupRun, site: Site | undefined): Watched {
  const { io, signal } = context;
  const steps: Change[] = [];
  // What was sent and not answered may turn out to be done when it is tried again.
  const begun = new Map<string, Change>();
  // Of a site that was changed by questions nobody expects more to be done than was shown.
  const resumes = !site || typeof flags.from === 'string';
  let spinner: Spinner | undefined;
  let current: Change | undefined;
  const stop = () => spinner?.stop();
  const keep = (change: Change) => {
    begun.delete(change.text);
    steps.push(change);
  };
  const progress: Progress = {
    ...(site && { site }),
    begin(change) {
      // Between two requests, too, Ctrl-C must end it.
      if (signal.aborted) throw signal.reason;
      current = change;
      begun.set(change.text, change);
      spinner = startProgress(io, change.text);
    },
    done(change, isNew) {
      stop();
      const lost = begun.get(change.text);
      if (isNew || lost) keep(lost ?? change);
      if (isNew) done(io, pastOf(change.text));
      else if (resumes || lost) note(io, `already done: ${change.text}`);
    },
  };
  return {
    progress,
    steps,
    current: () => current?.text ?? '',
    takeForDone: () => {
      if (current) keep(current);
    },
    stop,
  };
}
