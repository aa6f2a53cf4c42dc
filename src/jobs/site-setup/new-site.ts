// A new site by questions.
import type { Io } from '../../output/io.ts';
import { note } from '../../output/note.ts';
import { sectionsIn } from '../../workflows/site-file/parse.ts';
import type { SiteFile } from '../../workflows/site-file/schema.ts';
import { type Answers, hasSections, NO_ANSWERS, plannedItems } from './answers.ts';
import { type Ending, endOf, fileExists, type Place } from './end.ts';
import { interview } from './prompt-sequence.ts';
import { nextQuestion } from './questions.ts';
import { treeLines } from './shown.ts';

export const keysOf = ({ accessible }: Pick<Io, 'accessible'>): string =>
  `${accessible ? '<' : 'Esc'} goes back, Ctrl-C leaves; nothing is sent before you agree.`;

/** Asks for everything; nothing is sent. */
export async function askForNewSite(place: Place): Promise<Ending> {
  const { run, spaces, sites, organization } = place;
  const { io } = run.context;
  note(io, `A new site in ${organization.title}${place.where}`);
  note(io, keysOf(io));
  const titleOf = (name: string) => spaces.find(({ id }) => id === name)?.title ?? name;
  const answers = await interview(
    await run.context.prompts(),
    NO_ANSWERS,
    (soFar) =>
      nextQuestion(soFar, {
        spaces,
        checkTitle: (title) => checkTitle(title, sites),
        show: async () => {
          const site = siteFrom(soFar, place);
          const { lines, isRisky } = await place.consequences(site);
          return { text: `\n${treeLines(io, site, titleOf)}${lines}\n`, isRisky };
        },
        file: typeof run.flags.save === 'string' ? run.flags.save : undefined,
        exists: (file) => fileExists(run, file),
      }),
    (text) => io.err(text),
  );
  return endOf(answers, siteFrom(answers, place), 'stop');
}

/** True, or why a site cannot be called so. */
export function checkTitle(title: string, others: readonly { id: string; title: string }[]): true | string {
  if (title.length < 2 || title.length > 128) return 'Between 2 and 128 characters.';
  const found = others.find((site) => site.title === title);
  return found ? `There is a site "${title}" already (${found.id}). Choose another title.` : true;
}

/** What the file of the site says. */
function siteFrom(answers: Answers, { organization, nameOf }: Place): SiteFile {
  const { title = '', type = 'basic', visibility = 'unlisted', chosen, first, basename, publish } = answers;
  const sections = hasSections(answers) ? plannedItems(answers, nameOf) : [];
  const spaces = chosen.map((space) => ({ space: nameOf(space) }));
  const inOrder = sections.length > 0 ? sectionsIn(sections)[0]?.title : chosen[0]?.title;
  const firstName =
    sections.length > 0 ? first : spaces[chosen.findIndex((one) => one.title === first)]?.space;
  return {
    ...{ version: 2, organization: organization.title, title, type, visibility },
    ...(basename && { basename }),
    publish: publish ?? false,
    ...(first !== undefined && first !== inOrder && firstName !== undefined && { default: firstName }),
    ...(sections.length > 0 ? { sections } : { spaces }),
  };
}
