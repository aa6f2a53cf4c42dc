// Cutting a release: copy, name, import, attach, address, default, publish. A second run does what is left.
import type { Space } from '../../api/content/spaces.generated.ts';
import { duplicateSpace, listSpaces, updateSpace } from '../../api/content/spaces.ts';
import { importGit } from '../../api/integrations/git.ts';
import type { SiteSpace } from '../../api/sites/site-structure.generated.ts';
import { addSiteSpace, updateSiteSection, updateSiteSpace } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { publishSite, updateSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { sameRepository } from '../../domain/git-status.ts';
import { ConflictError, UsageError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import {
  type Cut,
  findCopy,
  type MemoryStore,
  makeCopy,
  type OnStep,
  type Place,
  pathOf,
  pickSource,
  type Step,
  siteSpacesOf,
  step,
  titleOf,
} from './version.ts';

// Where the content of a release came from: kept once it is cut, and compared when it is cut again.

/** A release that was cut before keeps what is known of it. */
export function keepOrigin({ memory, repository, now }: CutJob, { space }: State): void {
  if (!space || memory.load()?.cut?.space === space.id) return;
  const { url, ref, repoProjectDirectory: directory } = repository ?? {};
  const from = {
    ...(url !== undefined && { url: maskUrl(url) }),
    ...(ref !== undefined && { ref }),
    ...(directory !== undefined && { directory }),
  };
  memory.save({ before: [], at: now.toISOString(), cut: { space: space.id, ...from } });
}

/** Throws UsageError (exit 2) for a release that was cut from elsewhere; returns what cannot be compared. */
export function compareOrigin(job: CutJob, { space, siteSpace }: State): string | undefined {
  const { repository, memory, version } = job;
  if (!repository || !space || !siteSpace) return undefined;
  const { cut, copy } = memory.load() ?? {};
  if (cut?.space === space.id) {
    if (!isSame(cut, repository)) throw other(version, cut);
    return undefined;
  }
  // Still on its way: this run goes on with it.
  if (copy === space.id) return undefined;
  // Cut on another machine: the platform tells the repository, and neither branch nor folder.
  const { gitSync } = space;
  const url = gitSync?.url ?? gitSync?.repoName;
  if (gitSync === undefined || url === undefined)
    return `it is not known on this machine what ${version} was cut from`;
  if (!sameRepository(repository.url, gitSync)) throw other(version, { space: space.id, url: maskUrl(url) });
  return `the branch and folder that ${version} was cut from are not known on this machine`;
}

const isSame = (cut: Cut, { url, ref, repoProjectDirectory }: NonNullable<CutJob['repository']>): boolean =>
  cut.url === maskUrl(url) && cut.ref === ref && (cut.directory ?? '') === (repoProjectDirectory ?? '');

function other(version: string, { url, ref, directory }: Cut): UsageError {
  const branch = ref === undefined ? '' : ` (${ref.replace('refs/heads/', '')})`;
  const from =
    url === undefined
      ? 'without a repository'
      : `from ${url}${branch}${directory === undefined ? '' : `, folder ${directory}`}`;
  return new UsageError(`${version} was cut ${from}`, {
    code: 'RELEASE_DIFFERS',
    hint: shell`docs release retire ${version} --delete-space`,
  });
}

export interface CutJob {
  client: Client;
  memory: MemoryStore;
  place: Place;
  site: Site;
  version: string;
  /** The site space that is copied: `default`, or an id, path or title. */
  from: string;
  /** Content of the release; without it the copy keeps the content of its source. */
  repository?: { url: string; ref: string; repoProjectDirectory?: string };
  /** Title of the space; by default that of the source, and the version. */
  title?: string;
  makeDefault: boolean;
  publish: boolean;
  now: Date;
  /** Returns when the import of the space has ended well; throws when it failed. */
  waitForImport: (space: Space) => Promise<void>;
  onStep: OnStep;
  /** Told of the copy as it was made, so that it is not read again before it is changed. */
  noteCopy?: (space: Space) => void;
  /** What the first look at it has asked for already. */
  ahead?: Promise<void>;
}

export interface Release {
  space: Space | undefined;
  siteSpace: SiteSpace | undefined;
}

/** How far it is. */
export interface State extends Release {
  source: SiteSpace;
  title: string;
  path: string;
  published: boolean;
  /** Readers would see the release before it has its path: it is a draft until then. */
  heldBack: boolean;
}

/** Stands for an id that only comes to be on the way. */
const COPY = '<copy>';
const SITE_SPACE = '<site space>';

/** What is asked for next is known as soon as the site is: its spaces, a copy that may be there, what the host offers. */
export async function askAhead({
  client,
  memory,
  place,
}: Pick<CutJob, 'client' | 'memory' | 'place'>): Promise<void> {
  const { organizationId } = place;
  // Where the copy is known, nothing looks for one.
  const mayBeThere = memory.load()?.copy === undefined;
  // The longest first: it goes out on the connection that is open.
  const reads = [
    ...(mayBeThere ? [allItems(client.pages(listSpaces, { organizationId }))] : []),
    siteSpacesOf(client, place),
  ];
  // It loads more of the program, which must not keep these requests from going out.
  setImmediate(() => client.lacks?.(addSiteSpace).catch(() => {}));
  await Promise.allSettled(reads);
}

/** How far a release is. Throws NotFoundError, AmbiguousError, ConflictError when its path belongs to something else. */
export async function readState(job: CutJob): Promise<State> {
  const { client, place, version, from, site } = job;
  await (job.ahead ?? askAhead(job));
  delete job.ahead;
  const all = await siteSpacesOf(client, place);
  const source = await pickSource(client, place, all, from);
  const path = pathOf(version);
  const title = job.title ?? titleOf(source.space.title, version);
  const beside = all.filter(({ section }) => section === source.section);
  const here = beside.find((one) => one.path === path);
  if (here?.id === source.id) {
    throw new ConflictError(`the release would be a copy of itself: "${path}" is where "${from}" is`, {
      code: 'RELEASE_IS_SOURCE',
      hint: '--from names the space to copy',
    });
  }
  const space =
    here?.space ??
    (await findCopy({ client, memory: job.memory, source: source.space, title, now: job.now }));
  const siteSpace = here ?? beside.find((one) => one.space.id === space?.id);
  const heldBack = isHeldBack(job, {
    siteSpace,
    space,
    knowsDrafts: all.some(({ draft }) => draft !== undefined),
  });
  return { source, title, path, space, siteSpace, published: site.published, heldBack };
}

/** What is cut already, and a draft, is one because somebody made it one since. */
function isHeldBack(
  { site, memory }: CutJob,
  { siteSpace, space, knowsDrafts }: Release & { knowsDrafts: boolean },
): boolean {
  if (!site.published || !knowsDrafts) return false;
  if (siteSpace === undefined) return true;
  return siteSpace.draft === true && memory.load()?.cut?.space !== space?.id;
}

/** Every step in order, with what it sends; ids that are not there yet are named. */
export function stepsOf(
  job: CutJob,
  { source, title, path, space, siteSpace, published, heldBack }: State,
): Step[] {
  const { place, repository, makeDefault, publish } = job;
  const spaceId = space?.id ?? COPY;
  const siteSpaceId = siteSpace?.id ?? SITE_SPACE;
  const { section } = source;
  const attached = siteSpace !== undefined;
  const where = section === undefined ? {} : { sectionId: section };
  const isDefault = siteSpace?.default === true;
  return [
    step('copy', duplicateSpace, { spaceId: source.space.id }, space !== undefined),
    step('name', updateSpace, { spaceId, title }, space?.title === title || attached),
    // What is on the site has its content: it is attached only after the import.
    ...(repository ? [step('import', importGit, { spaceId, ...repository }, attached)] : []),
    step('attach', addSiteSpace, { ...place, spaceId, ...where, ...(heldBack && { draft: true }) }, attached),
    step('address', updateSiteSpace, { ...place, siteSpaceId, path }, siteSpace?.path === path),
    ...(heldBack
      ? [step('live', updateSiteSpace, { ...place, siteSpaceId, draft: false }, siteSpace?.draft === false)]
      : []),
    ...(makeDefault
      ? [
          section === undefined
            ? step('default', updateSite, { ...place, defaultSiteSpace: siteSpaceId }, isDefault)
            : step(
                'default',
                updateSiteSection,
                { ...place, siteSectionId: section, defaultSiteSpace: siteSpaceId },
                isDefault,
              ),
        ]
      : []),
    ...(publish ? [step('publish', publishSite, { ...place }, published)] : []),
  ];
}

/** Takes every step that is left. Throws what a step throws; a second run goes on with that step. */
export async function cutRelease(job: CutJob): Promise<State> {
  let state = await readState(job);
  for (let at = 0; at < stepsOf(job, state).length; at += 1) {
    const next = stepsOf(job, state)[at];
    if (!next) break;
    job.onStep(next);
    if (!next.done) state = await take(job, state, next);
  }
  keepOrigin(job, state);
  return state;
}

async function take(job: CutJob, state: State, { name, operation, input }: Step): Promise<State> {
  const { client } = job;
  const send = () => client.call(operation, input);
  switch (name) {
    case 'copy': {
      const { source, title } = state;
      const space = await makeCopy({ ...job, source: source.space, title });
      job.noteCopy?.(space);
      return { ...state, space };
    }
    case 'name':
      return { ...state, space: changed(state.space, { title: state.title }, await send()) };
    case 'import': {
      await send();
      if (state.space) await job.waitForImport(state.space);
      return state;
    }
    case 'attach': {
      // Safe: the response of the operation of this step; a host may answer without one.
      const added = (await send()) as SiteSpace | undefined;
      return { ...state, siteSpace: added ?? (await attached(job, state)) };
    }
    case 'address':
      return { ...state, siteSpace: changed(state.siteSpace, { path: state.path }, await send()) };
    case 'live':
      return { ...state, siteSpace: changed(state.siteSpace, { draft: false }, await send()) };
    case 'publish':
      refuseCheckout(await send());
      return { ...state, published: true };
    default:
      await send();
      return state.siteSpace ? { ...state, siteSpace: { ...state.siteSpace, default: true } } : state;
  }
}

/** What is there by now: a host may answer an update without it, or with a part of it. */
const changed = <T>(known: T | undefined, sent: Partial<T>, answer: unknown): T | undefined =>
  known && { ...known, ...sent, ...Object(answer) };

const attached = async ({ client, place }: CutJob, { space, source }: State) =>
  (await siteSpacesOf(client, place)).find(
    (one) => one.space.id === space?.id && one.section === source.section,
  );

/** A checkout is no publication: the plan must be paid first (src/api/README.md#sites). */
function refuseCheckout(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('sessionId' in answer)) return;
  throw new ConflictError(
    `not published: the plan of this site must be paid first (checkout ${answer.sessionId})`,
    {
      code: 'CHECKOUT_REQUIRED',
      hint: 'pay in the app, then run the same command again',
    },
  );
}
