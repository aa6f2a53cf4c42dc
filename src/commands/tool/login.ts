// docs auth login: asks on a terminal, reads standard input elsewhere, checks the token before it is kept.

import { getCaller } from '../../api/people/members.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import { listOrganizations } from '../../api/people/organizations.ts';
import { apiOfApp, DEFAULT_BASE_URL, isSandboxUrl, originOf, parseBaseUrl } from '../../config/base-url.ts';
import { parseToken, type Secret, storedKeeper, type TokenKeeper } from '../../config/credentials.ts';
import { saveProfile } from '../../config/profiles.ts';
import { resolveConfig } from '../../config/resolve.ts';
import {
  checkProfileName,
  isProfileName,
  type Profile,
  readSettings,
  type Settings,
} from '../../config/settings.ts';
import { keptToken } from '../../config/token-keeper.ts';
import { BACK, type Question } from '../../context.ts';
import { lineWith } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { keepTitles } from '../../engine/references/keep-titles.ts';
import { nameAmong } from '../../engine/references/several-organizations.ts';
import { readStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { clientFor } from '../../engine/run/session.ts';
import {
  AuthError,
  CancelledError,
  ConfigError,
  DocsError,
  InteractionError,
  messageOf,
  NetworkError,
  UsageError,
} from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { canAsk } from '../../output/io.ts';
import { done, note, warn } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { forgetKeeper } from './profiles.ts';

export const LOGIN_FLAGS = [
  flag('--with-token', 'read the token from stdin', { reach: 'machine' }),
  flag('--token-command <command>', 'program that prints the token, run when one is needed', {
    reach: 'machine',
  }),
  flag('--keychain', 'keep the token in the keychain of this system', { reach: 'machine' }),
  flag('--name <profile>', 'name of the profile to create or replace'),
  flag('--org <org>', 'organization the profile uses where none is given: ID or title'),
  flag('--read-only', 'refuse all writes with this profile', { reach: 'machine' }),
  flag('--no-read-only', 'allow writes again', { reach: 'machine' }),
] as const satisfies readonly Option[];

export type LoginRun = Run<FlagsOf<typeof LOGIN_FLAGS>>;

// Where a sign-in leads: the profile it is kept in, the host it talks to, and where that host makes tokens.

interface Place {
  name: string;
  baseUrl: string;
  /** The profile of that name, where it is for the same host. */
  stored: Profile | undefined;
}

/** Asks for what is not given; a profile that is there knows its host, so that its token goes nowhere else. */
async function choosePlace(run: LoginRun, settings: Settings, asking: boolean): Promise<Place> {
  const { flags, context } = run;
  const given = flags.name || flags.profile || context.env.DOCS_PROFILE;
  const named = typeof given === 'string' && given !== '' ? checkProfileName(given) : undefined;
  const known = named === undefined ? undefined : settings.profiles.get(named);
  const baseUrl = await chooseHost(run, known?.baseUrl ?? DEFAULT_BASE_URL, asking);
  const name = named ?? (await chooseName(run, settings, baseUrl, asking));
  const stored = settings.profiles.get(name);
  const isSame = stored !== undefined && sameOrigin(stored.baseUrl, baseUrl);
  if (stored && !isSame && asking) await agreeToReplace(run, name, stored.baseUrl, baseUrl);
  return { name, baseUrl, stored: isSame ? stored : undefined };
}

async function chooseHost(run: LoginRun, preset: string, asking: boolean): Promise<string> {
  const given = run.flags.baseUrl || run.context.env.DOCS_BASE_URL;
  if (given || !asking) return parseBaseUrl(given || preset);
  const check = (text: string) => apiOfApp(text) !== undefined || problemOf(() => parseBaseUrl(text));
  const typed = await asText(run, { kind: 'text', message: 'Host:', default: preset, check });
  const api = apiOfApp(typed);
  if (api === undefined) return parseBaseUrl(typed);
  const message = `That is the web app. Use its API, ${api}?`;
  const agreed = await (await run.context.prompts()).ask({ kind: 'yes-no', message, default: true });
  return agreed === true ? api : chooseHost(run, preset, asking);
}

async function chooseName(
  run: LoginRun,
  settings: Settings,
  baseUrl: string,
  asking: boolean,
): Promise<string> {
  const usual = usualName(settings, baseUrl);
  if (!asking) return usual;
  const check = (text: string) =>
    isProfileName(text.trim()) || 'use letters, digits, dots, dashes and underscores';
  return (await asText(run, { kind: 'text', message: 'Save it as profile:', default: usual, check })).trim();
}

/** The profile that is for this host already, the default one first; else a name made from the host. */
function usualName({ profiles, defaultProfile }: Settings, baseUrl: string): string {
  // That of a served sandbox goes when its server ends.
  const forHost = [...profiles].filter(
    ([, { kind, baseUrl: own }]) => sameOrigin(own, baseUrl) && (kind !== 'sandbox' || isSandboxUrl(baseUrl)),
  );
  const [first] = forHost.map(([name]) => name).sort((a, b) => rank(a) - rank(b));
  function rank(name: string): number {
    return name === defaultProfile ? 0 : 1;
  }
  if (first !== undefined) return first;
  const host = isSandboxUrl(baseUrl) ? 'sandbox' : new URL(baseUrl).host;
  const name = host
    .replace(/^(?:api|app|www)\.(?=.*\.)/, '')
    .split(/[^a-z0-9.]+/i)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 64);
  return isProfileName(name) ? name : 'default';
}

async function agreeToReplace(run: LoginRun, name: string, old: string, baseUrl: string): Promise<void> {
  const message = `Profile "${name}" is for ${old}. Use it for ${originOf(baseUrl)} instead?`;
  if (!(await (await run.context.prompts()).confirm(message))) throw declined();
}

async function asText(run: LoginRun, question: Question): Promise<string> {
  const answer = await (await run.context.prompts()).ask(question);
  if (answer === BACK) throw declined();
  return String(answer);
}

const declined = () => new InteractionError('not signed in: canceled', { code: 'DECLINED' });

function problemOf(work: () => unknown): true | string {
  try {
    work();
    return true;
  } catch (error) {
    return messageOf(error).replace(/^base URL/, 'host');
  }
}

function sameOrigin(stored: string, baseUrl: string): boolean {
  try {
    return originOf(stored) === originOf(baseUrl);
  } catch {
    return false;
  }
}

/** A sentence on where a token for this host comes from. */
function whereTokensAreMade(baseUrl: string): string {
  if (isSandboxUrl(baseUrl)) return 'Make a token with docs sandbox token <member>';
  if (originOf(baseUrl) === DEFAULT_BASE_URL)
    return 'Create a token at https://app.gitbook.com/account/developer (Settings > Developer)';
  return `Create a token in your account settings on ${new URL(baseUrl).host}, or ask its administrator for one`;
}

/** How often a token may be typed. */
const ATTEMPTS = 3;

function refuseTwoKeepers({ withToken, keychain, tokenCommand }: LoginRun['flags']): void {
  const other = withToken ? '--with-token' : keychain ? '--keychain' : undefined;
  if (tokenCommand === undefined || other === undefined) return;
  throw new UsageError(`${other} and --token-command cannot be used together`, {
    hint: 'choose where the token comes from',
  });
}

/** What keeps the token, where that is not our own file. Throws ConfigError `KEYCHAIN`. */
async function keeperOf(
  { context, flags }: LoginRun,
  { name, baseUrl }: Place,
  token: Secret,
): Promise<TokenKeeper | undefined> {
  if (flags.tokenCommand !== undefined) return { command: flags.tokenCommand };
  if (!flags.keychain) return undefined;
  const { storeInKeychain } = await import('../../config/keychain.ts');
  return { keychain: await storeInKeychain(context, { profile: name, origin: originOf(baseUrl) }, token) };
}

export async function logIn(run: LoginRun): Promise<void> {
  const { context } = run;
  const { tokenCommand, keychain } = run.flags;
  refuseTwoKeepers(run.flags);
  if (keychain) await (await import('../../config/keychain.ts')).requireKeychain(context);
  const asking = run.flags.withToken !== true && tokenCommand === undefined;
  if (asking && !canAsk(run)) {
    throw new InteractionError('signing in needs a terminal, or the token on standard input', {
      hint: 'docs auth login --with-token < token.txt, or set DOCS_TOKEN',
    });
  }
  const settings = readSettings(context.paths());
  const place = await choosePlace(run, settings, asking);
  const { name, baseUrl, stored } = place;
  const { token, client, user } = await signIn(run, place, asking);
  const { items: organizations } = await client.call(listOrganizations, { limit: 100 });
  const organization = await defaultOrganization(run, organizations, asking, place);
  const { organization: _, readOnly: wasReadOnly, ...kept } = stored ?? {};
  const readOnly = run.flags.readOnly ?? wasReadOnly;
  const makeDefault = await becomesDefault(run, settings, name, asking);
  const keeper = await keeperOf(run, place, token);
  const old = storedKeeper(context.paths(), name);
  await saveProfile(context.paths(), {
    name,
    profile: {
      ...kept,
      baseUrl,
      ...(organization && { organization }),
      ...(readOnly === true && { readOnly }),
    },
    token: keeper ?? token,
    makeDefault,
  }).catch(async (error) => {
    await forgetKeeper(context, keeper);
    throw error;
  });
  await forgetKeeper(context, old);
  await keepTitles(run, { name, baseUrl, organizations });
  done(context.io, `signed in to ${originOf(baseUrl)} as ${user.displayName}, profile "${name}"`);
  sayWhatIsNext(run, name, organizations.length > 1 && organization === undefined);
}

/** Reads a token and tries it. A person who slipped is asked again. */
async function signIn(run: LoginRun, { name, baseUrl }: Place, asking: boolean) {
  const { context } = run;
  if (asking) {
    await findHost(run, baseUrl);
    note(context.io, whereTokensAreMade(baseUrl));
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const token = await readToken(run, name, asking);
      context.secrets.add(token.reveal());
      const client = await clientFor(context, { baseUrl, token, profile: name }, run.flags);
      return { token, client, user: await client.call(getCaller, {}) };
    } catch (error) {
      // A token was refused before: something was sent.
      if (error instanceof CancelledError && attempt > 1)
        throw new CancelledError('interrupted: not signed in', { exit: error.exit });
      withOwnHint(run, error);
      if (!isOfToken(error)) throw error;
      if (!asking || attempt === ATTEMPTS) throw withWayToToken(error, baseUrl);
      warn(context.io, error.message);
    }
  }
}

/** Before a token is typed: whether there is a host, and an API on it. Sends no token. */
async function findHost(run: LoginRun, baseUrl: string): Promise<void> {
  if (isSandboxUrl(baseUrl)) return;
  try {
    const client = await clientFor(run.context, { baseUrl, token: undefined }, run.flags);
    const { status } = await client.raw({ method: 'GET', path: getCaller.path }, { attempts: 1 });
    if (status === 404) throw new ConfigError(`no API at ${baseUrl}${getCaller.path} (404)`, { hint: AGAIN });
  } catch (error) {
    withOwnHint(run, error);
    throw error;
  }
}

const AGAIN = 'check the address of the host, then run: docs auth login';

/** No profile has this host yet, so that its settings say nothing of it. */
function withOwnHint({ context: { argv } }: LoginRun, error: unknown): void {
  if (error instanceof NetworkError && error.hint?.includes('docs context'))
    error.hint = `check the network and the host, then run: ${lineWith(argv)}`;
}

const isOfToken = (error: unknown): error is DocsError =>
  error instanceof AuthError || (error instanceof DocsError && error.code === 'BAD_TOKEN');

function withWayToToken(error: DocsError, baseUrl: string): DocsError {
  if (!(error instanceof AuthError) || error.code === 'TOKEN_COMMAND') return error;
  const { message, code, exit, http } = error;
  return new AuthError(message, { code, exit, ...(http && { http }), hint: whereTokensAreMade(baseUrl) });
}

async function readToken({ context, flags }: LoginRun, name: string, asking: boolean): Promise<Secret> {
  if (flags.tokenCommand !== undefined) return keptToken(context, { command: flags.tokenCommand }, name);
  if (!asking) return parseToken(await readStdin(context, '--with-token'));
  return parseToken(await (await context.prompts()).password('API token:'));
}

/** What was signed in to is what is used, unless another host is: then a person decides. */
async function becomesDefault(run: LoginRun, settings: Settings, name: string, asking: boolean) {
  const { defaultProfile: current, profiles } = settings;
  const used = current === undefined ? undefined : profiles.get(current);
  if (!used || current === name) return true;
  // A script that adds one must not lead an open terminal to another host.
  if (!asking) return false;
  if (used.kind === 'sandbox' || isSandboxUrl(used.baseUrl)) return true;
  const message = `Use "${name}" by default, instead of "${current}"?`;
  return (await (await run.context.prompts()).ask({ kind: 'yes-no', message, default: true })) === true;
}

/** The next command must talk to what was signed in to. */
function sayWhatIsNext({ context }: LoginRun, name: string, mustChoose: boolean): void {
  const { io, env, cwd } = context;
  const paths = context.paths();
  if (readSettings(paths).defaultProfile === name) note(io, `profile "${name}" is used by default`);
  else note(io, `to use it by default: ${shell`docs profiles use ${name}`}`);
  if (env.DOCS_TOKEN || env.DOCS_TOKEN_FILE)
    warn(io, `DOCS_TOKEN${env.DOCS_TOKEN ? '' : '_FILE'} is set and replaces the token of every profile`);
  const isDefault = isInUse();
  // Without an organization, spaces are nowhere.
  const next = mustChoose
    ? shell`docs orgs list ${isDefault ? [] : ['--profile', name]}`
    : shell`docs spaces list ${isDefault ? [] : ['--profile', name]}`;
  note(io, `next: ${next}`);

  function isInUse(): boolean {
    try {
      return resolveConfig({ flags: {}, env, cwd, paths }).profile?.value === name;
    } catch {
      return false;
    }
  }
}

/** Throws UsageError. */
function named(items: readonly Organization[], text: string): Organization {
  const [found, second] = items.filter(({ id, title, hostname }) => [id, title, hostname].includes(text));
  if (found && !second) return found;
  const known = items.map(({ id, title }) => `"${safeLine(title)}" (${id})`).join(', ');
  throw new UsageError(`the token has ${found ? 'several organizations' : 'no organization'} "${text}"`, {
    hint: `use the ID of one of ${known}`,
  });
}

async function defaultOrganization(
  { context, flags }: LoginRun,
  items: readonly Organization[],
  asking: boolean,
  { stored, name }: Place,
): Promise<string | undefined> {
  const [only] = items;
  if (flags.org !== undefined) return named(items, flags.org).id;
  if (only === undefined || items.length === 1) return only?.id;
  const kept = stored?.organization;
  if (kept !== undefined && items.some(({ id, title }) => id === kept || title === kept)) return kept;
  if (!asking) {
    const line = shell`docs profiles use ${name} --org ${nameAmong(items, only)}`;
    note(context.io, `the token has ${items.length} organizations; to choose one: ${line}`);
    return undefined;
  }
  const prompts = await context.prompts();
  const choices = items.map(({ id, title }) => ({ name: title, value: id }));
  const chosen = await prompts.select('Default organization:', [...choices, { name: '(none)', value: '' }]);
  return chosen || undefined;
}
