// A new site by questions.

import { place } from '../../../engine/ask/question.ts';
import type { Io } from '../../../output/io.ts';
import { note } from '../../../output/note.ts';
import { planChanges } from '../../../workflows/site-setup/apply-plan.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import type { Organization } from '../../../workflows/site-setup/resolve-plan.ts';
import { interview } from './prompt-sequence.ts';
import type { SetupRun } from './site-setup.ts';
import { consequenceLines } from './site-setup-consent.ts';
import type { Place, Planned } from './site-setup-end.ts';
import { fileExists } from './site-setup-end.ts';
import { type Answers, hasSections, NO_ANSWERS, plannedItems } from './site-setup-groups.ts';
import { nextQuestion } from './site-setup-questions.ts';
import { treeLines } from './site-setup-show.ts';

export const keysOf = ({ accessible }: Pick<Io, 'accessible'>): string =>
  `${accessible ? '<' : 'Esc'} goes back, Ctrl-C leaves; nothing is sent before you agree.`;

/** Asks for everything; nothing is sent. */
export async function askForNewSite(
  run: SetupRun,
  { organization, spaces, sites, names }: Place,
): Promise<Planned> {
  const { io } = run.context;
  note(io, `A new site in ${organization.title}${await place(run)}`);
  note(io, keysOf(io));
  const around = {
    spaces,
    checkTitle: (title: string) => checkTitle(title, sites),
    show: async (answers: Answers) => {
      const draft = draftOf(answers, organization);
      const changes = await planChanges(draft, undefined, names);
      const { lines, isRisky } = await consequenceLines(run, { draft, live: undefined, changes });
      return { text: `\n${treeLines(io, draft)}${lines}\n`, isRisky };
    },
    file: typeof run.flags.save === 'string' ? run.flags.save : undefined,
    exists: (file: string) => fileExists(run, file),
  };
  const prompts = await run.context.prompts();
  const answers = await interview(
    prompts,
    NO_ANSWERS,
    (soFar) => nextQuestion(soFar, around),
    (text) => io.err(text),
  );
  const { end = 'stop', file } = answers;
  return { draft: draftOf(answers, organization), end, ...(file !== undefined && { file }) };
}

/** True, or why a site cannot be called so. */
export function checkTitle(title: string, others: readonly { id: string; title: string }[]): true | string {
  if (title.length < 2 || title.length > 128) return 'Between 2 and 128 characters.';
  const found = others.find((site) => site.title === title);
  return found ? `There is a site "${title}" already (${found.id}). Choose another title.` : true;
}

function draftOf(answers: Answers, organization: Organization): SiteDraft {
  const {
    title = '',
    type = 'basic',
    visibility = 'unlisted',
    chosen,
    first,
    basename,
    publish = false,
  } = answers;
  const items = hasSections(answers) ? plannedItems(answers) : [];
  const spaces = items.length > 0 ? [] : chosen.map((space) => ({ id: space.id, title: space.title }));
  const inOrder = items.length > 0 ? firstTitle(items) : chosen[0]?.title;
  return {
    organization,
    title,
    type,
    visibility,
    ...(basename && { basename }),
    spaces,
    items,
    ...(first !== undefined && first !== inOrder && { first }),
    publish,
  };
}

function firstTitle([item]: SiteDraft['items']): string | undefined {
  return item && 'group' in item ? item.sections[0]?.title : item?.title;
}
