// Changes to a site that exists, by questions: a list of what can be changed, as it is now, until nothing more is wanted.

import { place } from '../../../engine/ask/question.ts';
import { note } from '../../../output/note.ts';
import { planChanges } from '../../../workflows/site-setup/apply-plan.ts';
import { liveDraft } from '../../../workflows/site-setup/live-draft.ts';
import type { LiveSite } from '../../../workflows/site-setup/live-site.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import { type Asked, interview } from './prompt-sequence.ts';
import type { SetupRun } from './site-setup.ts';
import { consequenceLines } from './site-setup-consent.ts';
import { keysOf } from './site-setup-draft.ts';
import { answerEnd } from './site-setup-end.ts';
import { askField } from './site-setup-fields.ts';
import type { Place, Planned } from './site-setup-job.ts';
import {
  type Field,
  firstChoices,
  type LiveAnswers,
  type LiveSurroundings,
  shownSpaces,
} from './site-setup-live-answers.ts';
import { fileExists } from './site-setup-save.ts';
import { changeLines, headerOf } from './site-setup-show.ts';

const DONE = 'done';

/** Asks what to change; its own values are what is offered. Nothing is sent. */
export async function askForChanges(run: SetupRun, where: Place, live: LiveSite): Promise<Planned> {
  const { io } = run.context;
  const { organization, names } = where;
  const header = headerOf(live, organization);
  note(io, `${header}${await place(run)}`);
  note(io, keysOf(io));
  const around: LiveSurroundings = {
    ...where,
    live,
    show: async (draft) => {
      const changes = await planChanges(draft, live, names);
      const { lines, isRisky } = await consequenceLines(run, { draft, live, changes });
      return { text: `\n${changeLines(io, header, changes)}${lines}\n`, isRisky };
    },
    isLive: live.site.published,
    act: live.site.published ? 'Change the live site' : 'Change it',
    file: typeof run.flags.save === 'string' ? run.flags.save : undefined,
    exists: (file) => fileExists(run, file),
  };
  const start: LiveAnswers = { draft: liveDraft(live, organization) };
  const answers = await interview(
    await run.context.prompts(),
    start,
    (soFar) => nextChange(soFar, around, start.draft),
    (text) => io.err(text),
  );
  const { draft, end = 'create', file } = answers;
  return { draft, end, ...(file !== undefined && { file }) };
}

function nextChange(
  answers: LiveAnswers,
  around: LiveSurroundings,
  start: SiteDraft,
): Asked<LiveAnswers> | undefined {
  if (answers.field !== undefined) return askField(answers.field, answers, around);
  if (!answers.isReviewed) return askWhat(answers, around, start);
  // Nothing was changed: there is nothing to agree to.
  if (answers.draft === start) return undefined;
  return answerEnd(answers, around, () => around.show(answers.draft));
}

function askWhat(
  { draft }: LiveAnswers,
  { live, spaces }: LiveSurroundings,
  start: SiteDraft,
): Asked<LiveAnswers> {
  const shown = shownSpaces(draft);
  const isLeft = spaces.some(({ id }) => !shown.some((space) => space.id === id));
  const names = shown.map(({ title }) => title).join(', ') || 'none';
  const hasChanged = draft !== start;
  const done = { value: DONE, name: hasChanged ? 'Nothing else: show the changes' : 'Nothing' };
  const fields: { value: Field; name: string }[] = [
    { value: 'title', name: `Title: ${draft.title}` },
    { value: 'visibility', name: `Who sees it: ${draft.visibility}` },
    ...(isLeft ? [{ value: 'space' as const, name: `Add a space; it shows: ${names}` }] : []),
    ...(firstChoices(draft).length > 1
      ? [{ value: 'first' as const, name: `Shown first: ${draft.first ?? firstChoices(draft)[0]}` }]
      : []),
    { value: 'basename', name: `Address: ${draft.basename ?? 'none'}` },
    ...(live.site.published
      ? []
      : [{ value: 'publish' as const, name: `Publish it: ${draft.publish ? 'yes' : 'no'}` }]),
  ];
  return {
    question: {
      kind: 'choice',
      message: hasChanged ? 'What else do you want to change?' : 'What do you want to change?',
      choices: hasChanged ? [done, ...fields] : [...fields, done],
    },
    isMenu: true,
    take: (answers, value) =>
      // Safe: the values of the choices are those of Field, and DONE.
      value === DONE ? { ...answers, isReviewed: true } : { ...answers, field: value as Field },
  };
}
