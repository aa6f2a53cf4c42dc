// What docs sites setup is about to do: the plan, the site it is for, and the steps between the two.

import type { Space } from '../../../api/content/spaces.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import type { Choice } from '../../../context.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { place } from '../../../engine/ask/question.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import { organizationInHand } from '../../../engine/run/context-params.ts';
import { readStdin, readTextFile } from '../../../engine/run/input.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { InteractionError, NotFoundError } from '../../../errors.ts';
import { note } from '../../../output/note.ts';
import { planChanges } from '../../../workflows/site-setup/apply-plan.ts';
import { refuseMisfit } from '../../../workflows/site-setup/apply-sections.ts';
import { type LiveSite, liveDraft, readLiveSite } from '../../../workflows/site-setup/live-site.ts';
import { isGroup, type PlannedItem, type SiteDraft, sectionsOf } from '../../../workflows/site-setup/plan.ts';
import { parsePlan } from '../../../workflows/site-setup/plan-file.ts';
import {
  type Organization,
  readSites,
  readSpaces,
  resolvePlan,
} from '../../../workflows/site-setup/resolve-plan.ts';
import { heldDrafts } from './held-drafts.ts';
import { type Asked, interview } from './prompt-sequence.ts';
import type { SetupRun } from './site-setup.ts';
import { consequenceLines } from './site-setup-consent.ts';
import { askForNewSite, checkTitle, keysOf } from './site-setup-draft.ts';
import {
  answerEnd,
  type EndSurroundings,
  type FileAnswers,
  fileExists,
  type Job,
  type Place,
  type Planned,
  type Shown,
} from './site-setup-end.ts';
import { checkBasename, nameIn, VISIBILITIES } from './site-setup-questions.ts';
import { changeLines, headerOf } from './site-setup-show.ts';
import { refuseTaken, siteMeant, uniqueAmong } from './site-setup-site.ts';

// What a person has changed so far about a site that exists.

type Field = 'title' | 'visibility' | 'space' | 'first' | 'basename' | 'publish';

/** What a person has changed so far. */
interface LiveAnswers extends FileAnswers {
  draft: SiteDraft;
  /** What is being changed. */
  field?: Field | undefined;
  /** A space that is added and has no section yet. */
  space?: Space | undefined;
  /** Nothing more is wanted. */
  isReviewed?: boolean;
}

interface LiveSurroundings extends EndSurroundings, Pick<Place, 'spaces' | 'sites'> {
  live: LiveSite;
  /** What would change, as lines. */
  show(draft: SiteDraft): Promise<Shown>;
}

const shownSpaces = (draft: SiteDraft) => [
  ...draft.spaces,
  ...sectionsOf(draft).flatMap((section) => section.spaces),
];

/** What can be shown first: sections, or spaces where there are none. */
const firstChoices = (draft: SiteDraft): string[] =>
  (draft.items.length > 0 ? sectionsOf(draft) : draft.spaces).map(({ title }) => title);

// One thing about a site that exists: the question, with its value of now as the answer.

function askField(
  field: Field,
  answers: LiveAnswers,
  around: LiveSurroundings,
): Asked<LiveAnswers> | undefined {
  const { draft } = answers;
  if (field === 'space') return askSpace(answers, around);
  if (field === 'title') {
    const others = around.sites.filter(({ id }) => id !== around.live.site.id);
    return askText('title', 'New title:', draft.title, (text) => checkTitle(text, others));
  }
  if (field === 'basename')
    return askText('basename', 'Address: the last part of its URL:', draft.basename ?? '', (text) =>
      text === '' ? 'It cannot be empty.' : checkBasename(text),
    );
  if (field === 'publish') {
    return {
      question: { kind: 'yes-no', message: 'Publish it?', default: draft.publish },
      take: (before, yes) => changed(before, { publish: yes === true }),
    };
  }
  if (field === 'visibility') return askChoice('visibility', 'Who sees it:', draft.visibility, VISIBILITIES);
  const titles = firstChoices(draft).map((title) => ({ name: title, value: title }));
  return askChoice('first', 'What do visitors see first?', draft.first, titles);
}

/** The answers with another draft; the same draft where nothing differs. */
function changed(answers: LiveAnswers, fields: Partial<SiteDraft>): LiveAnswers {
  const { draft } = answers;
  const isSame = Object.entries(fields).every(([name, value]) => Reflect.get(draft, name) === value);
  return {
    ...answers,
    field: undefined,
    space: undefined,
    draft: isSame ? draft : { ...draft, ...fields },
  };
}

function askText(
  field: 'title' | 'basename',
  message: string,
  preset: string,
  check: (text: string) => true | string,
): Asked<LiveAnswers> {
  return {
    question: { kind: 'text', message, default: preset, check: (text) => check(text.trim()) },
    take: (answers, text) => changed(answers, { [field]: String(text).trim() }),
  };
}

function askChoice(
  field: 'visibility' | 'first',
  message: string,
  preset: string | undefined,
  choices: readonly Choice[],
): Asked<LiveAnswers> {
  return {
    question: { kind: 'choice', message, choices, ...(preset !== undefined && { default: preset }) },
    take: (answers, value) => changed(answers, { [field]: value }),
  };
}

const OWN_SECTION = '\u0000own';

/** The space, and on a site with sections where it goes. */
function askSpace(answers: LiveAnswers, { spaces }: LiveSurroundings): Asked<LiveAnswers> {
  const { draft, space } = answers;
  const shown = shownSpaces(draft);
  if (!space) {
    const left = spaces.filter(({ id }) => !shown.some((one) => one.id === id));
    return {
      question: {
        kind: 'choice',
        message: 'Which space does it show as well?',
        choices: left.map(({ id, title }) => ({ name: nameIn(spaces, title, id), value: id })),
      },
      take(before, id) {
        const picked = spaces.find((one) => one.id === id);
        if (!picked || draft.items.length > 0) return { ...before, space: picked };
        return changed(before, { spaces: [...draft.spaces, { id: picked.id, title: picked.title }] });
      },
    };
  }
  const added = { id: space.id, title: space.title };
  const titles = sectionsOf(draft).map(({ title }) => title);
  const isFree = !titles.includes(space.title);
  return {
    question: {
      kind: 'choice',
      message: `Where does "${space.title}" go?`,
      choices: [
        ...(isFree ? [{ name: `A separate section, "${space.title}"`, value: OWN_SECTION }] : []),
        ...titles.map((title) => ({ name: `Section "${title}"`, value: title })),
      ],
    },
    take: (before, value) =>
      changed(before, {
        items:
          value === OWN_SECTION
            ? [...draft.items, { title: space.title, spaces: [added] }]
            : draft.items.map((item) => withSpace(item, String(value), added)),
      }),
  };
}

/** The item with one more space in the section of this title, if that is in it. */
function withSpace(item: PlannedItem, section: string, space: { id: string; title: string }): PlannedItem {
  if (isGroup(item))
    return {
      ...item,
      sections: item.sections.map((one) =>
        one.title === section ? { ...one, spaces: [...one.spaces, space] } : one,
      ),
    };
  return item.title === section ? { ...item, spaces: [...item.spaces, space] } : item;
}

// Changes to a site that exists, by questions: a list of what can be changed, as it is now, until nothing more is wanted.

const DONE = 'done';

/** Asks what to change; its own values are what is offered. Nothing is sent. */
async function askForChanges(run: SetupRun, where: Place, live: LiveSite): Promise<Planned> {
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

/** The text of --from, and what it is called; undefined without it. */
export async function readFrom({ context, flags: { from } }: SetupRun): Promise<Given | undefined> {
  if (typeof from !== 'string') return undefined;
  if (from === '-') return { text: await readStdin(context, '--from'), name: 'standard input' };
  return { text: await readTextFile(context, from, '--from'), name: from };
}

interface Given {
  text: string;
  name: string;
}

/** A plan that was given, or one by answers. Throws InteractionError where there is no terminal to ask. */
export async function openJob(run: SetupRun, given: Given | undefined): Promise<Job> {
  if (given) return jobOfFile(run, given);
  if (!canAsk(run)) {
    throw new InteractionError('interactive setup needs a terminal', {
      hint: 'docs sites setup --from plan.yaml',
    });
  }
  return jobOfAnswers(run);
}

async function jobOfFile(run: SetupRun, { text, name }: Given): Promise<Job> {
  const plan = await parsePlan(text, name);
  const place = await openPlace(run, plan.organization);
  const { organization, sites, spaces } = place;
  const site = siteMeant(run, sites, plan.title);
  refuseTaken(run, sites, plan.title, site);
  const draft = resolvePlan(plan, organization, spaces, site);
  const live = site && (await readLiveSite(await run.client(), organization.id, site));
  return jobOf(run, place, { draft, end: 'create' }, live);
}

async function jobOfAnswers(run: SetupRun): Promise<Job> {
  const place = await openPlace(run);
  const { organization, sites, spaces } = place;
  const site = siteMeant(run, sites);
  if (spaces.length === 0)
    throw new NotFoundError(`"${organization.title}" has no space that a site could show`, {
      hint: 'docs spaces create --title "Guides"',
    });
  if (!site) return jobOf(run, place, await askForNewSite(run, place), undefined);
  const live = await readLiveSite(await run.client(), organization.id, site);
  return jobOf(run, place, await askForChanges(run, place, live), live);
}

async function jobOf(
  run: SetupRun,
  { names }: Place,
  planned: Planned,
  live: LiveSite | undefined,
): Promise<Job> {
  if (live) refuseMisfit(planned.draft, live);
  const held = live && heldDrafts(run, live.site.id);
  return { ...planned, live, names, changes: await planChanges(planned.draft, live, names, held) };
}

/** `planned`: the organization that a plan names. --org wins over it, and it over the context. */
async function openPlace(run: SetupRun, planned?: string): Promise<Place> {
  const organization = await readOrganization(run, planned);
  const client = await run.client();
  const sites = await readSites(client, organization.id);
  const spaces = await readSpaces(client, organization.id);
  return {
    organization,
    sites,
    spaces,
    names: {
      isUnique: (title) =>
        spaces.filter((space) => space.title === title).length === 1 &&
        !spaces.some(({ id }) => id === title),
      isUniqueSite: uniqueAmong(sites),
      flags: await flagsFor(run, organization),
    },
  };
}

async function readOrganization(run: SetupRun, planned?: string): Promise<Organization> {
  const named = run.flags.org ?? planned;
  const input = named === undefined ? {} : { organizationId: named };
  const scoped: SetupRun = { ...run, operation: getOrganization, input };
  await fillContext(scoped);
  const client = await run.client();
  const { id, title } = await withReferences(scoped, async ({ organizationId }) =>
    client.call(getOrganization, { organizationId: String(organizationId) }),
  );
  return { id, title };
}

/** What each command needs where the context would name another organization or profile. */
async function flagsFor(run: SetupRun, { id, title }: Organization): Promise<string[]> {
  const { org, profile, baseUrl } = run.flags;
  const inHand = org === undefined ? await organizationInHand(run) : undefined;
  return [
    ...(inHand === id || inHand === title ? [] : ['--org', title]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}
