// The draft of a site: from a plan file, or from the answers of a person.
import { getOrganization } from '../../api/organizations.ts';
import type { Space } from '../../api/spaces.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { canAsk } from '../../engine/run/can-ask.ts';
import { readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { ConflictError, InteractionError, NotFoundError } from '../../errors.ts';
import type { Io } from '../../output/io.ts';
import { note } from '../../output/note.ts';
import { ciSafe } from '../../output/safe-text.ts';
import { drawTree } from '../../output/tree.ts';
import type { SiteDraft } from '../../workflows/site-setup/plan.ts';
import { parsePlan } from '../../workflows/site-setup/plan-file.ts';
import { planTree } from '../../workflows/site-setup/plan-lines.ts';
import {
  type Organization,
  readSpaces,
  resolvePlan,
  sitesCalled,
} from '../../workflows/site-setup/resolve-plan.ts';
import { interview } from './interview.ts';
import { type Answers, hasSections, NO_ANSWERS } from './site-setup-answers.ts';
import { plannedItems } from './site-setup-groups.ts';
import { nextQuestion } from './site-setup-questions.ts';

export interface Opened {
  draft: SiteDraft;
  /** Whether a title leads to one space of the organization only. */
  isUnique(title: string): boolean;
  /** What a person chose at the end; a plan file is meant to be carried out. */
  end: 'create' | 'save' | 'stop';
}

/** `--from` reads a plan; without it a terminal is asked. Throws InteractionError where there is none. */
export async function openDraft(run: Run): Promise<Opened> {
  const { from } = run.flags;
  if (typeof from === 'string') return draftOfFile(run, from);
  if (!canAsk(run)) {
    throw new InteractionError('setting a site up by questions needs a terminal', {
      hint: 'docs sites setup --from plan.yaml; docs sites setup --help shows a plan',
    });
  }
  return askForDraft(run);
}

async function draftOfFile(run: Run, from: string): Promise<Opened> {
  const plan = await parsePlan(await readTextFile(run.context, from, '--from'), from);
  const organization = await readOrganization(run, plan.organization);
  const spaces = await readSpaces(await run.client(), organization.id);
  return { draft: resolvePlan(plan, organization, spaces), isUnique: uniqueIn(spaces), end: 'create' };
}

/** --org wins over what the plan says, and that over the context. */
async function readOrganization(run: Run, planned?: string): Promise<Organization> {
  const named = run.flags.org ?? planned;
  const input = named === undefined ? {} : { organizationId: named };
  const scoped: Run = { ...run, operation: getOrganization, input };
  await fillContext(scoped);
  const client = await run.client();
  const { id, title } = await withReferences(scoped, async ({ organizationId }) =>
    client.call(getOrganization, { organizationId: String(organizationId) }),
  );
  return { id, title };
}

const uniqueIn = (spaces: readonly Space[]) => (title: string) =>
  spaces.filter((space) => space.title === title).length === 1 && !spaces.some(({ id }) => id === title);

async function askForDraft(run: Run): Promise<Opened> {
  const { io } = run.context;
  const organization = await readOrganization(run);
  const client = await run.client();
  const spaces = await readSpaces(client, organization.id);
  if (spaces.length === 0)
    throw new NotFoundError(`"${organization.title}" has no space that a site could show`, {
      hint: 'docs spaces create --title "Guides"',
    });
  note(io, `A new site in ${organization.title}. Esc goes back; nothing is sent before you agree.`);
  const around = {
    spaces,
    checkTitle: async (title: string) => checkTitle(title, await sitesCalled(client, organization.id, title)),
    show: (answers: Answers) => `\n${planLines(io, draftOf(answers, organization))}\n`,
  };
  const prompts = await run.context.prompts();
  const answers = await interview(
    prompts,
    NO_ANSWERS,
    (soFar) => nextQuestion(soFar, around),
    (text) => io.err(text),
  );
  return { draft: draftOf(answers, organization), isUnique: uniqueIn(spaces), end: answers.end ?? 'stop' };
}

/** The plan as a tree, in lines. */
export function planLines(io: Pick<Io, 'accessible' | 'ci'>, draft: SiteDraft): string {
  const { label, children } = planTree(draft);
  return ciSafe(io, `${[label, ...drawTree(children, { plain: io.accessible })].join('\n')}\n`);
}

function checkTitle(title: string, found: readonly { id: string }[]): true | string {
  if (title.length < 2 || title.length > 128) return 'Between 2 and 128 characters.';
  return found[0] ? `There is a site "${title}" already (${found[0].id}). Choose another title.` : true;
}

function draftOf(answers: Answers, organization: Organization): SiteDraft {
  const {
    title = '',
    type = 'basic',
    visibility = 'public',
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

/** A site of this title must not be there yet, unless it is the one to go on with. Throws ConflictError. */
export async function refuseTaken(
  run: Run,
  { organization, title }: SiteDraft,
  siteId?: string,
): Promise<void> {
  const found = await sitesCalled(await run.client(), organization.id, title);
  const other = found.find(({ id }) => id !== siteId);
  if (!other || siteId !== undefined) return;
  throw new ConflictError(`there is a site "${title}" already (${other.id})`, {
    code: 'SITE_EXISTS',
    outcome: 'not-sent',
    hint: `docs sites setup --from ${String(run.flags.from ?? 'plan.yaml')} --site ${other.id}`,
  });
}
