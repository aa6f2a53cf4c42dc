// docs api: a request of your own, with the profile's host and token.

import { failureOf } from '../../client/failure.ts';
import { parseBase, rawPath } from '../../client/origin.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { forgetAllNames } from '../../engine/references/references.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { isJson, parseAnswer, parseJson, readSource } from '../../engine/run/input.ts';
import type { Run, RunFlags } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { fromContext, tokenVariableOf } from '../../engine/run/session.ts';
import { patienceOf } from '../../engine/run/view.ts';
import { NotFoundError, UsageError, unless } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { done, note } from '../../output/note.ts';
import { ciSafe, safeText } from '../../output/safe-text.ts';
import type { RawRequest } from './api-consent.ts';

// The sending side of docs api: placeholders, raw bodies, pages.

const PLACEHOLDERS: Record<string, string> = {
  org: 'organizationId',
  organizationId: 'organizationId',
  space: 'spaceId',
  spaceId: 'spaceId',
  site: 'siteId',
  siteId: 'siteId',
  cr: 'changeRequestId',
  changeRequestId: 'changeRequestId',
};

async function sendRaw(run: ApiRun, method: string, template: string): Promise<void> {
  const path = await fillPlaceholders(run, template);
  const body = await readBody(run);
  if (run.flags.paginate && method !== 'GET') throw new UsageError('--paginate works only with GET');
  if (run.flags.dryRun) return printPlan(run, { method, path, body });
  if (method !== 'GET') await (await import('./api-consent.ts')).consentTo(run, { method, path, body });
  const wayBack = await wayBackOf(run, method, path);
  // The history keeps it, too.
  if (wayBack !== undefined) run.wayBack = wayBack;
  if (run.flags.jq !== undefined) return printFiltered(run, run.flags.jq, method, path, body);
  if (run.flags.paginate)
    return printPages(run, method, path, (text) => run.context.io.out(ciSafe(run.context.io, text)));
  const answer = await exchange(run, method, path, body);
  if (run.flags.include) await printHead(run, answer);
  await print(run, run.context.io.outTty ? indented(answer.text) : answer.text);
  if (method === 'DELETE') sayWayBack(run, path);
}

/** The answer to a DELETE has no words, also where nothing was there. A space comes back by a command. */
function sayWayBack({ context: { io }, wayBack }: ApiRun, path: string): void {
  done(io, `sent DELETE ${path}`);
  if (wayBack) note(io, `undo: ${wayBack}`);
  else if (!SPACE.test(path)) note(io, 'it cannot be reversed by docs undo');
}

const SPACE = /^\/v1\/spaces\/([\w-]+)$/;

/** Undefined for a space that is not there, too: the answer to its DELETE is the same. */
async function wayBackOf(run: ApiRun, method: string, path: string): Promise<string | undefined> {
  const [, spaceId] = (method === 'DELETE' && SPACE.exec(path)) || [];
  if (spaceId === undefined) return undefined;
  const { getSpace } = await import('../../api/content/spaces.ts');
  const space = await unless(
    (error) => error instanceof NotFoundError,
    async () => (await run.client()).call(getSpace, { spaceId }),
  );
  return space && space.deletedAt === undefined ? shell`docs spaces restore ${spaceId}` : undefined;
}

/** --jq gets the answer as it came, with --paginate all items as one array. */
async function printFiltered(
  run: ApiRun,
  expression: string,
  method: string,
  path: string,
  body?: string,
): Promise<void> {
  let json = '';
  if (run.flags.paginate) {
    await printPages(run, method, path, async (text) => {
      json += text;
    });
  } else json = (await exchange(run, method, path, body)).text;
  const { runJq } = await import('../../output/jq.ts');
  await run.context.io.out(await runJq(run.context.io, json, expression, patienceOf(run)));
}

async function fillPlaceholders(run: ApiRun, template: string): Promise<string> {
  let path = template;
  for (const [whole, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const param = PLACEHOLDERS[name];
    const value = param && (fromContext(run, param) ?? (await onlyOrganization(run, param)));
    if (!param || !value) throw unfilled(whole, param && `docs use, or ${CONTEXT_FLAGS[param]?.flags}`);
    const id = param === 'changeRequestId' ? value : await settleOne(run, param, value);
    path = path.replace(whole, () => encodeURIComponent(id));
  }
  return path;
}

function unfilled(placeholder: string, hint?: string): UsageError {
  const known = Object.keys(PLACEHOLDERS).map((name) => `{${name}}`);
  return new UsageError(`no value for ${placeholder} in the path`, {
    hint: hint ?? `placeholders are ${known.join(', ')}`,
  });
}

async function onlyOrganization(run: ApiRun, param: string): Promise<string | undefined> {
  if (param !== 'organizationId') return undefined;
  const { getOrganization } = await import('../../api/people/organizations.ts');
  const probe: ApiRun = { ...run, operation: getOrganization, input: {} };
  await fillContext(probe);
  return String(probe.input.organizationId);
}

async function readBody(run: ApiRun): Promise<string | undefined> {
  if (run.flags.data === undefined) return undefined;
  const text = await readSource(run.context, run.flags.data, '--data');
  parseJson(text, '--data');
  return text;
}

async function exchange(run: ApiRun, method: string, path: string, body?: string) {
  const client = await run.client();
  const answer = await client.raw({ method, path, ...(body !== undefined && { body }) });
  if (method !== 'GET') await forgetAllNames(run);
  if (answer.status < 300) return answer;
  const { text, ...head } = answer;
  const profile = run.config().profile?.value;
  const tokenVariable = tokenVariableOf(run.config());
  throw failureOf(
    {
      method,
      path: path.replace(/\?.*$/s, ''),
      host: client.origin,
      signedIn: true,
      ...(profile && { profile }),
      ...(tokenVariable && { tokenVariable }),
    },
    { ...head, payload: { text } },
  );
}

/** On a terminal control characters are made visible, in CI nothing is a command; elsewhere the bytes pass as they are. */
async function print({ context: { io } }: ApiRun, text: string): Promise<void> {
  const ending = text === '' || text.endsWith('\n') ? '' : '\n';
  await io.out(ciSafe(io, io.outTty ? safeText(text, { multiline: true }) : text) + ending);
}

async function printHead(
  run: ApiRun,
  { status, headers }: { status: number; headers: Record<string, string> },
): Promise<void> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  await print(run, [`HTTP ${status}`, ...lines, ''].join('\n'));
}

async function printPlan(run: ApiRun, request: RawRequest): Promise<void> {
  const { method, path, body } = request;
  const base = parseBase(run.config().baseUrl.value);
  const url = base.origin + rawPath(base, path);
  const asks = method === 'GET' ? undefined : await (await import('./api-consent.ts')).foreseen(run, request);
  const { operation, danger = 'mild', follows } = asks ?? {};
  const plan = {
    ...{ method, url },
    ...(body !== undefined && { body: parseJson(body, '--data') }),
    ...(asks && { operation, danger }),
  };
  const asJson = run.flags.json || run.flags.output === 'json';
  await print(
    run,
    asJson ? JSON.stringify(plan, null, 2) : [`${method} ${url}`, ...(body ? [body] : [])].join('\n'),
  );
  const flag = danger === 'severe' && operation ? '--confirm' : '--yes';
  const effect = follows === undefined ? '' : `: ${follows}`;
  if (danger !== 'mild') note(run.context.io, `it asks first; without a terminal it needs ${flag}${effect}`);
  if (method !== 'GET' && !asJson) done(run.context.io, 'dry run: nothing was sent');
}

async function printPages(
  run: ApiRun,
  method: string,
  path: string,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  const { io } = run.context;
  // Not before the first page is there: of a failure nothing is left on standard output.
  let before = '[';
  for (let page: string | undefined = ''; page !== undefined && !io.outClosed; ) {
    const { text } = await exchange(run, method, page === '' ? path : withPage(path, page));
    const { items, next } = pageOf(parseAnswer(text, 'the response'));
    const chunk = items.map((item) => JSON.stringify(item)).join(',\n');
    if (chunk) await write(`${before}\n${chunk}`);
    if (chunk) before = ',';
    if (next !== undefined && seen.has(next)) throw loop(next);
    if (next !== undefined) seen.add(next);
    page = next;
  }
  await write(before === '[' ? '[\n]\n' : '\n]\n');
}

const loop = (page: string) =>
  new UsageError(`page "${page}" came twice: the list never ends`, { code: 'PAGINATION_LOOP', exit: 1 });

function withPage(path: string, page: string): string {
  const [base = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  params.set('page', page);
  return `${base}?${params}`;
}

function pageOf(answer: unknown): { items: unknown[]; next: string | undefined } {
  if (typeof answer !== 'object' || answer === null || !('items' in answer) || !Array.isArray(answer.items)) {
    throw new UsageError('the response is not a paged list', { hint: 'leave --paginate out' });
  }
  const next = 'next' in answer && typeof answer.next === 'object' && answer.next !== null ? answer.next : {};
  return {
    items: answer.items,
    next: 'page' in next && typeof next.page === 'string' ? next.page : undefined,
  };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const API_FLAGS = [
  flag('--data <json>', 'request body as JSON, @file, or - for stdin', { reach: 'machine' }),
  flag('--paginate', 'fetch all pages and print one array', { reach: 'machine', group: 'Output:' }),
  flag('--spec', 'print the OpenAPI document of all operations', { reach: 'machine', group: 'Output:' }),
  flag('-i, --include', 'print the status and headers first', { reach: 'machine', group: 'Output:' }),
  flag('--org <org>', 'value for {org} and {organizationId}', { group: 'Context:' }),
  flag('--space <space>', 'value for {space} and {spaceId}', { group: 'Context:' }),
  flag('--site <site>', 'value for {site} and {siteId}', { group: 'Context:' }),
  flag('--cr <cr>', 'value for {cr} and {changeRequestId}', { group: 'Context:' }),
  flag('--dry-run', 'show the request without sending it', { reach: 'form', group: 'Safety:' }),
  flag('--confirm <title>', 'confirm with the title or ID of the target', {
    reach: 'person',
    group: 'Safety:',
  }),
] as const satisfies readonly Option[];

export type ApiRun = Run<FlagsOf<typeof API_FLAGS>>;

export default handmade('api', {
  summary: 'Make an authenticated API request',
  changesHere: true,
  args: [arg('method', false), arg('path', false)],
  options: API_FLAGS,
  examples: [
    ['Get one resource', 'docs api /v1/user'],
    ['Get all pages of a list of the default organization', 'docs api GET /v1/orgs/{org}/spaces --paginate'],
    [
      'Delete a space, which asks as docs spaces delete does',
      'docs api DELETE /v1/spaces/{space} --space Handbook --yes',
    ],
    ['Print the API as OpenAPI', 'docs api --spec'],
  ],
  notes:
    'Placeholders are filled from the context, as in every command. JSON is printed unchanged, and indented on a terminal. The default method is GET. A request that changes something asks as the command for its operation does; one that matches no operation needs --yes.',
  asksIf: 'the command for the same operation asks',
  worst: 'severe',
  check: 'docs api GET {path}',
  run: async (run: ApiRun) => {
    if (run.flags.spec === true) return printSpec(run);
    const { method, path } = readRequest(run);
    refuseShaping(run.flags);
    await sendRaw(run, method, path);
  },
});

/** `docs api /v1/user` gets it. Throws UsageError for a method or a path that is none. */
function readRequest({ args, flags }: ApiRun): { method: string; path: string } {
  const only = args.path === undefined ? args.method : undefined;
  if (only?.startsWith('/') && flags.data !== undefined) {
    throw new UsageError('--data needs a method before the path', {
      hint: shell`docs api POST ${only} --data @body.json`,
    });
  }
  const { method: given = '', path } = only?.startsWith('/') ? { method: 'GET', path: only } : args;
  if (path === undefined) {
    throw new UsageError('a method and a path are required', { hint: 'docs api GET /v1/user' });
  }
  const method = given.toUpperCase();
  if (!METHODS.includes(method)) {
    throw new UsageError(`"${given}" is not an HTTP method: use one of ${METHODS.join(', ')}`, {
      hint: 'docs api GET /v1/user',
    });
  }
  if (path.startsWith('/')) return { method, path };
  throw new UsageError(`the path must start with /, not "${path}"`, {
    hint: shell`docs api ${method} /v1/user`,
  });
}

/** The answer passes through as it came: a flag that asks for another shape must not be passed over in silence. */
function refuseShaping({ output, fields, quiet }: RunFlags): void {
  const shape =
    (output !== undefined && output !== 'json' && `--output ${output}`) ||
    (fields !== undefined && '--fields') ||
    (quiet && '--quiet');
  if (!shape) return;
  throw new UsageError(`docs api prints the response unchanged, without ${shape}`, {
    hint: "choose with --jq, such as --jq '.[].title'",
  });
}

/** Needs no profile and no network: it is made from what this program knows. */
async function printSpec({ context }: ApiRun): Promise<void> {
  const { specification } = await import('../../sandbox/door.ts');
  await context.io.out(`${JSON.stringify(await specification(), null, 2)}\n`);
}

// Breaks JSON text into lines for a person, with every digit and escape as it came.

const TOKENS = /"(?:\\.|[^"\\])*"?|[[\]{},:]|[^\s[\]{},:"]+/g;

const OPENS: ReadonlySet<string> = new Set(['{', '[']);
const CLOSES: ReadonlySet<string> = new Set(['}', ']']);

/** JSON with two spaces a level; any other text, and JSON that has lines already, as it is. */
export function indented(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.trim().includes('\n') || !isJson(text)) return text;
  let level = 0;
  const lineFor = (token: string, before: string, after: string): string => {
    if (OPENS.has(token)) level += 1;
    if (CLOSES.has(after)) level -= 1;
    // Nothing is between the brackets of what is empty.
    const breaks = token === ',' || (OPENS.has(token) && !CLOSES.has(after)) || CLOSES.has(after);
    const isEmpty = OPENS.has(token) && CLOSES.has(after);
    return breaks && !isEmpty ? `${before}\n${'  '.repeat(level)}` : before;
  };
  const tokens = text.match(TOKENS) ?? [];
  return tokens
    .map((token, at) => lineFor(token, token === ':' ? ': ' : token, tokens[at + 1] ?? ''))
    .join('');
}
