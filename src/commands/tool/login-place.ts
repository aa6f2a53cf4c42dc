// Where a sign-in leads: the profile it is kept in, the host it talks to, and where that host makes tokens.

import { apiOfApp, DEFAULT_BASE_URL, isSandboxUrl, originOf, parseBaseUrl } from '../../config/base-url.ts';
import { checkProfileName, isProfileName, type Profile, type Settings } from '../../config/settings.ts';
import { BACK, type Question } from '../../context.ts';
import { InteractionError, messageOf } from '../../errors.ts';
import type { LoginRun } from './auth.ts';

export interface Place {
  name: string;
  baseUrl: string;
  /** The profile of that name, where it is for the same host. */
  stored: Profile | undefined;
}

/** Asks for what is not given; a profile that is there knows its host, so that its token goes nowhere else. */
export async function choosePlace(run: LoginRun, settings: Settings, asking: boolean): Promise<Place> {
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
  const agreed = await (await run.context.prompts()).ask({ kind: 'yes-no', message, default: false });
  if (agreed !== true) throw declined();
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
export function whereTokensAreMade(baseUrl: string): string {
  if (isSandboxUrl(baseUrl)) return 'Make a token with docs sandbox token <member>';
  if (originOf(baseUrl) === DEFAULT_BASE_URL)
    return 'Create a token at https://app.gitbook.com/account/developer (Settings > Developer)';
  return `Create a token in your account settings on ${new URL(baseUrl).host}, or ask its administrator for one`;
}
