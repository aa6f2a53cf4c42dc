// What a request is about, in words: worked out from its operation and its input, and from what the host calls that.
// Plans are written and checked with the same words, so a plan cannot say anything else.
import type { OperationId } from '../../api/index.ts';
import { mutates, type Operation } from '../../api/operation.ts';
import { DocsError, isAbsence, unless } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { type Item as Listed, listOf } from '../references/look-up.ts';
import { titleOf } from '../references/names.ts';
import { readerOf } from '../references/readers.ts';
import { KINDS, nounOf } from '../references/reference-kinds.ts';
import { type Fields, type PlanTarget, rowsNamedIn } from './plan.ts';
import { creates, type Live, lastParam } from './row-state.ts';

/** What the path of a request does not say. */
interface About {
  kind?: string;
  /** The path parameter that names such things. */
  param?: string;
  /** The field of the body that names what it is about: one ID, or several. */
  field?: string;
}

const TEAM_MEMBER = 'team member';
const REVIEW = 'review request';
const GRANTS: About[] = [
  { kind: 'grant', param: 'userId', field: 'users' },
  { kind: 'grant', param: 'teamId', field: 'teams' },
];

const GRANT: About[] = [{ kind: 'grant' }];

/** By operation; of several the first whose field is there. */
const ABOUT: Readonly<Partial<Record<OperationId, readonly About[]>>> = {
  'spacePermissions.add': GRANTS,
  'collectionPermissions.add': GRANTS,
  'sitePermissions.add': GRANTS,
  'spacePermissions.updateUser': GRANT,
  'spacePermissions.removeUser': GRANT,
  'spacePermissions.updateTeam': GRANT,
  'spacePermissions.removeTeam': GRANT,
  'collectionPermissions.updateUser': GRANT,
  'collectionPermissions.removeUser': GRANT,
  'collectionPermissions.updateTeam': GRANT,
  'collectionPermissions.removeTeam': GRANT,
  'sitePermissions.updateUser': GRANT,
  'sitePermissions.removeUser': GRANT,
  'sitePermissions.updateTeam': GRANT,
  'sitePermissions.removeTeam': GRANT,
  'teamMembers.change': [
    { kind: TEAM_MEMBER, param: 'userId', field: 'add' },
    { kind: TEAM_MEMBER, param: 'userId', field: 'remove' },
  ],
  'teamMembers.set': [{ kind: TEAM_MEMBER }],
  'teamMembers.remove': [{ kind: TEAM_MEMBER }],
  'reviewers.request': [{ kind: REVIEW, param: 'userId', field: 'users' }],
  'reviewers.remove': [{ kind: REVIEW }],
  'installationSpaces.add': [{ kind: 'installation on space', param: 'spaceId', field: 'space' }],
  'installationSpaces.update': [{ kind: 'installation on space' }],
  'installationSpaces.remove': [{ kind: 'installation on space' }],
  'installationSites.add': [{ kind: 'installation on site', param: 'siteId', field: 'siteId' }],
  'installationSites.update': [{ kind: 'installation on site' }],
  'installationSites.remove': [{ kind: 'installation on site' }],
  'siteSpaces.add': [{ kind: 'site space', param: 'spaceId', field: 'spaceId' }],
  'siteSectionGroups.add': [{ kind: 'section', param: 'siteSectionId', field: 'sectionId' }],
  'customization.set': [{ kind: 'customization of site' }],
  'customization.updateOfSiteSpace': [{ kind: 'customization of site space' }],
  'customization.reset': [{ kind: 'customization of site space' }],
  'sitePublishing.updateAuth': [{ kind: 'visitor sign-in of site' }],
  'sitePublishing.regenerateAuth': [{ kind: 'visitor sign-in of site' }],
  'adaptiveSchema.set': [{ kind: 'visitor schema of site' }],
  'siteRedirects.push': [{ kind: 'redirects of site' }],
  'siteAgentSettings.set': [{ kind: 'agent settings of site' }],
  'agentInstructions.set': [{ kind: 'agent instructions of organization' }],
  'glossary.update': [{ kind: 'glossary of organization' }],
};

const SORTED: Readonly<Record<string, About>> = {
  'site-section': { kind: 'section', param: 'siteSectionId' },
  'site-section-group': { kind: 'section group', param: 'siteSectionGroupId' },
  'site-space': { kind: 'site space', param: 'siteSpaceId' },
  'site-external-link': { kind: 'external link', param: 'siteExternalLinkId' },
};

/** A request and what is known of it. */
export interface Request {
  operation: Operation;
  input: Fields;
  /** What the read of the thing itself has shown. */
  live?: Live;
}

export interface RowTargets {
  of(request: Request): Promise<PlanTarget>;
}

/** What titles come from. */
interface Source {
  /** Undefined where no host is at hand: then nothing has a title but what a request creates. */
  run: Run | undefined;
  organizationId: string | undefined;
  /** What an earlier row creates, by the number of the row. */
  made: (row: number) => Promise<PlanTarget | undefined> | undefined;
}

/** What holds everything else; each has an ID of its own. */
const OUTER = new Set(['spaceId', 'siteId', 'collectionId']);

/** `run` needs a client only; a thing that the host does not show has no title. */
export function rowTargets(source: Source): RowTargets {
  const lists = new Map<string, Promise<Listed[] | undefined>>();
  // Rows of one space name it again and again.
  const places = new Map<string, Promise<string | undefined>>();
  const titleIn: TitleIn = async (param, id, input) => {
    const [row] = rowsNamedIn([id]);
    if (row !== undefined) return (await source.made(row))?.title;
    if (!source.run) return undefined;
    if (!OUTER.has(param)) return await read(source.run, param, id, input);
    const known = places.get(id) ?? read(source.run, param, id, input);
    places.set(id, known);
    return await known;
  };
  const read = async (run: Run, param: string, id: string, input: Fields) => {
    const place = { ...placedIn(source, input), ...withoutRows(input), [param]: id };
    const item =
      (await readOne(run, param, place)) ??
      (await listed(run, lists, param, place)) ??
      (await linkIn(run, param, place));
    const title = titleOf(item);
    return typeof title === 'string' && title !== '' && title !== id ? title : undefined;
  };
  return {
    async of(request) {
      const about = aboutOf(request);
      const id = onlyId(about);
      const title = await titleFor(request, about, titleIn);
      return {
        kind: about.kind,
        ...(id !== undefined && { id }),
        ...(title !== undefined && { title }),
        ...(about.place !== undefined && { where: await whereOf(about, request.input, titleIn) }),
      };
    },
  };
}

type TitleIn = (param: string, id: string, input: Fields) => Promise<string | undefined>;

const isRow = (value: unknown): boolean => rowsNamedIn([value]).length > 0;

/** What is not created yet cannot be read from. */
const withoutRows = (input: Fields): Fields =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => !isRow(value)));

async function titleFor({ operation, input, live }: Request, about: Told, titleIn: TitleIn) {
  const { param, ids, made } = about;
  const [id] = ids;
  const isItself = operation.path.endsWith(`{${param}}`) && about.isInPath;
  const own = about.isMade ? titleOf({ ...input }) : isItself && live ? titleOfLive(param, live) : undefined;
  if (typeof own === 'string' && own !== id) return own;
  const names = await Promise.all(ids.map(async (one) => (await titleIn(param, one, input)) ?? one));
  const all = [...names, ...made];
  return all.length === 1 && all[0] === id ? undefined : textOfAll(all);
}

/** A link has no name: it is known by what it gives, as `edit to space Guides`. */
function titleOfLive(param: string, live: Fields): unknown {
  if (param !== 'inviteId') return titleOf(live);
  const { role, level = role, space, collection } = live;
  const place = space
    ? ` to space ${Object(space).title}`
    : collection
      ? ` to collection ${Object(collection).title}`
      : '';
  return `${level ?? 'guest'}${place}`;
}

/** What a request is about, as its path and body say it. */
interface Told {
  kind: string;
  param: string;
  ids: string[];
  /** Titles of what is created beside these. */
  made: string[];
  isMade: boolean;
  isInPath: boolean;
  /** The parameter of what it is in. */
  place: string | undefined;
  /** The parameter of what that is in, where it is something of its own: two change requests may have one subject. */
  outer: string | undefined;
}

/** The ID of the one thing that a request is about; undefined for several, and for what an earlier row creates. */
export const onlyId = ({ ids: [id, second], made }: Told): string | undefined =>
  second === undefined && made.length === 0 && !isRow(id) ? id : undefined;

/** From the request alone. */
export function aboutOf({ operation, input }: Pick<Request, 'operation' | 'input'>): Told {
  if (operation.id === 'changeRequestContent.update') return pagesIn(input);
  const params = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const sorted = operation.id === 'siteStructure.sort' ? SORTED[String(Object(input.item).type)] : undefined;
  // Safe: any other text is no key of it.
  const listed = ABOUT[operation.id as OperationId] ?? [];
  const said = listed.find(({ field }) => field === undefined || input[field] !== undefined);
  const about: About = sorted ?? said ?? {};
  const inBody = sorted ? Object(input.item).id : about.field && input[about.field];
  const isMade = creates(operation) && said === undefined;
  const isInPath = inBody === undefined && !isMade;
  const param = about.param ?? lastParam(operation);
  const named: unknown[] = isInPath ? [input[param]] : [inBody ?? []].flat();
  const around = params.slice(0, isInPath ? -1 : undefined).filter((name) => name !== 'organizationId');
  return {
    kind: about.kind ?? (isMade ? kindMadeBy(operation) : nounOf(param)),
    ...{ param, isMade, isInPath, made: [] },
    ids: named.filter((id) => typeof id === 'string'),
    place: around.at(-1),
    outer: around.at(-2),
  };
}

/** Of what the request is about, and of what that is in. What is sorted is named in the body. */
export function idsIn({ operation, input }: Pick<Request, 'operation' | 'input'>): unknown[] {
  const places = Object.keys(operation.params.properties).filter((param) => param !== 'organizationId');
  return [...aboutOf({ operation, input }).ids, ...places.map((param) => input[param])];
}

/** The pages that edits are about; the files, where they do nothing else. */
function pagesIn({ changes }: Fields): Told {
  const all: unknown[] = Array.isArray(changes) ? changes : [];
  const textsOf = (field: string) =>
    all.map((change) => Object(change)[field]).filter((value) => typeof value === 'string');
  const made = all
    .filter((change) => Object(change).operation === 'insert_page')
    .map((change) => String(Object(change).title));
  const isUpload = all.length > 0 && all.every((change) => Object(change).operation === 'insert_files');
  // A page that an earlier row creates is named there.
  const edited = [...new Set(textsOf('page'))];
  const ids = edited.filter((id) => !isRow(id));
  const count = ids.length + made.length || edited.length;
  const kind = isUpload ? 'file' : count > 1 ? 'pages' : 'page';
  return {
    ...{ kind, param: 'pageId', isMade: false, isInPath: false },
    place: 'changeRequestId',
    outer: 'spaceId',
    ids,
    made,
  };
}

/** Parts of paths that are not what people call one of those things. */
const MADE: Readonly<Record<string, string>> = {
  saml: 'samlProviderId',
  openapi: 'specSlug',
  'mcp-servers': 'siteMcpServerId',
  replies: 'commentReplyId',
};

function kindMadeBy({ path }: Operation): string {
  const parts = path.split('/').filter((part) => !part.startsWith('{'));
  const last = parts.at(-1) ?? '';
  const param = MADE[last];
  return param === undefined ? last.replace(/s$/, '').replaceAll('-', ' ') : nounOf(param);
}

const placedIn = ({ organizationId }: Source, input: Fields) =>
  organizationId === undefined || input.organizationId !== undefined ? {} : { organizationId };

const MOST_NAMED = 3;

function textOfAll(names: readonly string[]): string | undefined {
  const more = names.length - MOST_NAMED;
  const told = names.slice(0, MOST_NAMED).join(', ');
  return names.length === 0 ? undefined : more > 0 ? `${told} and ${more} more` : told;
}

const IN: readonly string[] = ['teamId', 'siteSectionGroupId'];

/** `on change request "Fix it" in space "Guides"`. */
async function whereOf({ place = '', outer }: Told, input: Fields, titleIn: TitleIn): Promise<string> {
  const inner = await placeText(IN.includes(place) ? 'in' : 'on', place, input, titleIn);
  return outer === undefined ? inner : `${inner} ${await placeText('in', outer, input, titleIn)}`;
}

async function placeText(how: string, param: string, input: Fields, titleIn: TitleIn): Promise<string> {
  const id = String(input[param] ?? '');
  const title = await titleIn(param, id, input);
  const word = title ?? (isRow(id) ? undefined : id);
  return `${how} ${nounOf(param)}${word === undefined ? '' : ` "${word}"`}`;
}

/** The organization of what a request is about: named in its path, or that of its space or collection. */
export async function organizationIn(run: Run, input: Fields): Promise<string | undefined> {
  const { organizationId, spaceId, collectionId } = input;
  if (typeof organizationId === 'string') return organizationId;
  const param = spaceId === undefined ? 'collectionId' : 'spaceId';
  if (typeof (spaceId ?? collectionId) !== 'string') return undefined;
  const organization = (await readOne(run, param, input))?.organization;
  return typeof organization === 'string' ? organization : undefined;
}

/** Undefined where it is not shown. Throws what keeps any request from being answered. */
async function readOne(run: Run, param: string, input: Fields): Promise<Listed | undefined> {
  const reader = await readerOf(param, input.changeRequestId !== undefined);
  if (!reader || mutates(reader)) return undefined;
  const params = Object.keys(reader.params.properties);
  if (!params.every((name) => typeof input[name] === 'string' && !isRow(input[name]))) return undefined;
  const own = Object.fromEntries(params.map((name) => [name, input[name]]));
  // Safe: all parameters of the path are there; what is read are objects.
  return whereShown(async () =>
    Object((await run.client().then((client) => client.call(reader, own as never))) ?? {}),
  );
}

/** Of what can only be found in a list. Each list is read once. */
async function listed(
  run: Run,
  lists: Map<string, Promise<Listed[] | undefined>>,
  param: string,
  input: Fields,
): Promise<Listed | undefined> {
  const kind = KINDS[param];
  const hasReader = (await readerOf(param, false)) !== undefined;
  if (!kind || hasReader) return undefined;
  const list = await kind.list(input.changeRequestId !== undefined);
  const place = Object.keys(list.params.properties).map((name) => input[name]);
  if (!place.every((one) => typeof one === 'string' && !isRow(one))) return undefined;
  const key = `${list.id} ${JSON.stringify(place)}`;
  const read = lists.get(key) ?? whereShown(() => listOf({ ...run, input: { ...input } }, kind));
  lists.set(key, read);
  return (await read)?.find((item) => item[kind.key ?? 'id'] === input[param]);
}

/** No list holds external links, but the structure of their site. */
async function linkIn(run: Run, param: string, input: Fields): Promise<Listed | undefined> {
  if (param !== 'siteExternalLinkId' || input.organizationId === undefined) return undefined;
  const { linkOf } = await import('../../domain/reversals/sites.ts');
  return whereShown(async () => linkOf(await run.client(), input));
}

/** What one may not see, or what is gone, is named by its ID. */
const whereShown = async <T>(work: () => Promise<T | undefined>): Promise<T | undefined> =>
  unless((error) => isAbsence(error) || (error instanceof DocsError && error.http?.status === 403), work);
