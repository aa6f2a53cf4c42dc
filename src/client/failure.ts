// From an answer that is an error, whatever its shape, to the error a person reads.

import {
  AuthError,
  ConflictError,
  type DocsError,
  type ErrorFacts,
  EXIT,
  ForbiddenError,
  NotFoundError,
  ProtocolError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '../errors.ts';
import { shell } from '../files/shell-word.ts';
import { beginning, jsonIn } from '../files/texts.ts';
import {
  checkHint,
  type FailureContext,
  httpFacts,
  kindOfParam,
  lostFailure,
  OTHER_NOUNS,
  redacted,
  refusalOf,
  retryable,
  retryOf,
  taskOf,
} from './failure-context.ts';
import { retryAfter } from './retry.ts';
import { looksLikeHtml, type WireResponse } from './transport/transport.ts';

/** The error for an answer that is no success. Holds the platform's words, never a token. */
export function failureOf(context: FailureContext, answer: WireResponse): DocsError {
  const { status } = answer;
  const facts: ErrorFacts = { http: httpFacts(context, answer) };
  if (status >= 500 && status < 600) return serverFailure(context, answer, facts);
  const words = redacted(context, wordsOf(answer.payload));
  const { task, reason } = refusalOf(context, words);
  const refused = (verdict: string) => `cannot ${task}: ${reason || verdict}${reason ? ` (${status})` : ''}`;
  switch (status) {
    case 202:
      return new ConflictError(
        `cannot ${task} yet: ${context.host} asked an administrator to approve it (202)`,
        {
          ...facts,
          hint: 'wait for the approval before you count on it',
        },
      );
    case 400:
    case 413:
    case 414:
    case 415:
    case 422:
      return new ValidationError(refused(`the platform refused the input (${status})`), facts);
    case 401:
      if (atProvider(context))
        return providerFailure(refused('the git provider wants an access token (401)'), facts);
      return authFailure(context, facts);
    case 402:
      return planFailure(context, refused("the organization's plan does not include it (402)"), facts);
    case 403:
    case 451:
      if (ABOUT_PLAN.test(words.replace(/"[^"]*"/g, ''))) return planFailure(context, refused(words), facts);
      return new ForbiddenError(refused('the permission is missing (403)'), {
        ...facts,
        hint: rightsHint(context),
      });
    case 404:
    case 410:
      return notFound(
        context,
        isPlatformError(answer.payload) ? missingThing(context, words) : undefined,
        words,
        facts,
      );
    case 408:
      return lostFailure(context, new TimeoutError(`${context.host} timed out (408)`, retryable(facts)));
    case 409:
    case 412:
    case 423:
      return new ConflictError(refused(`it conflicts with the current state (${status})`), facts);
    case 429:
      return rateFailure(context, answer, facts);
    default:
      return strangeFailure(context, answer, facts);
  }
}

function serverFailure(context: FailureContext, answer: WireResponse, facts: ErrorFacts): DocsError {
  const { status } = answer;
  const words = redacted(context, wordsOf(answer.payload));
  const message = `${context.host} failed to ${taskOf(context)} (${status})${words ? `: ${words}` : ''}`;
  if (retryOf(context) !== 'safe') {
    const outcome = status === 501 ? 'rejected' : 'unknown';
    const error = new ServerError(message, { ...facts, outcome, hint: checkHint(context) });
    return [502, 503, 504].includes(status) ? lostFailure(context, error) : error;
  }
  const wait = waitOf(answer);
  // Busy, and says for how long: nothing was changed, safe to run again then.
  if (wait) return new ServerError(message, { ...retryable(facts), ...wait, exit: EXIT.retryLater });
  return new ServerError(message, {
    ...retryable(facts),
    hint: 'try again later; --debug shows each request',
  });
}

/** What a person is told when the platform asks to wait. */
function waitOf(answer: WireResponse): Pick<ErrorFacts, 'hint' | 'details'> | undefined {
  const seconds = Math.ceil((retryAfter(answer, Date.now) ?? 0) / 1000);
  if (seconds === 0) return undefined;
  return { hint: `wait ${seconds} s, then run it again`, details: { retryAfterSeconds: seconds } };
}

function authFailure(context: FailureContext, facts: ErrorFacts): DocsError {
  const { host, profile, tokenVariable, signedIn } = context;
  const owner = tokenVariable ?? (profile && `profile "${profile}"`);
  const whose = owner ? `the token ${tokenVariable ? 'in' : 'of'} ${owner}` : 'the token';
  const message = signedIn ? `${host} refused ${whose} (401)` : `${host} requires a token (401)`;
  // A variable wins over every profile: signing in would change nothing.
  const hint = tokenVariable
    ? `set ${tokenVariable} to a token of ${host}, or unset it to use a profile`
    : wayToSignIn(context);
  return new AuthError(message, { ...facts, hint });
}

/** What goes on to a git provider, which has a token of its own: the one of the profile has shown the installation. */
const atProvider = ({ operation }: FailureContext): boolean =>
  /^\/v1\/git\/installations\/\{installationId\}\/./.test(operation?.path ?? '');

const providerFailure = (message: string, facts: ErrorFacts): DocsError =>
  new AuthError(message, {
    ...facts,
    code: 'PROVIDER_TOKEN',
    hint: 'docs git installations update --help',
  });

/** By the profile that was used: another one would lead to another host. Nobody signs in to a sandbox. */
function wayToSignIn({ host, profile }: FailureContext): string {
  if (host === 'sandbox') return shell`docs sandbox token <member> ${profile ? ['--name', profile] : []}`;
  return shell`docs auth login ${profile ? ['--profile', profile] : []}`;
}

/** What a platform says of something that must be paid for: a role that is missing is put in other words. */
const ABOUT_PLAN = /\b(plans?|subscriptions?|upgrades?|upgrading|trial)\b/i;

/** Nobody's rights are missing: the organization would have to pay for it. */
function planFailure({ input }: FailureContext, message: string, facts: ErrorFacts): DocsError {
  const organization = input?.organizationId;
  const named = typeof organization === 'string' ? [organization] : [];
  return new ForbiddenError(message, {
    ...facts,
    code: 'NOT_IN_PLAN',
    hint: shell`docs orgs get ${named} --fields title,plan`,
  });
}

function rightsHint({ operation, profile, host, input }: FailureContext): string | undefined {
  const who = shell`docs auth status ${profile ? ['--profile', profile] : []}`;
  const [kind = 'any'] = [operation?.token ?? 'any'].flat();
  if (kind === 'any' || kind === 'user') return who;
  // All but the platform itself are named: the token is one of theirs.
  const isNamed = kind === 'integration' || kind === 'installation';
  const name = input?.integrationName;
  if (host === 'sandbox' && isNamed && typeof name === 'string')
    return shell`docs sandbox token ${name} --kind ${kind}`;
  if (host === 'sandbox' && isNamed) return shell`docs sandbox token <integration> --kind ${kind}`;
  if (host === 'sandbox') return shell`docs sandbox token --kind ${kind}`;
  return `this call requires an ${kind} token: a personal token is refused`;
}

const rateFailure = (context: FailureContext, answer: WireResponse, facts: ErrorFacts): DocsError =>
  new RateLimitError(`${context.host} is rate limiting requests (429)`, {
    ...retryable(facts),
    ...(waitOf(answer) ?? { hint: 'wait a minute, then run it again' }),
  });

function strangeFailure(context: FailureContext, answer: WireResponse, facts: ErrorFacts): DocsError {
  const { status, headers } = answer;
  const redirect = status >= 300 && status < 400;
  const where = redirect ? `, a redirect to ${redirectHost(context, headers.location)}` : '';
  const why = redirect ? ', which is not followed' : ', unexpected for this request';
  return new ProtocolError(`${context.host} answered ${status}${where}${why}`, {
    ...facts,
    hint: redirect ? 'check the base URL of the profile: docs context' : undefined,
  });
}

/** The host alone: the rest of a redirect may hold credentials. */
function redirectHost({ host }: FailureContext, location = ''): string {
  if (!URL.canParse(location, 'https://here.invalid')) return 'an invalid URL';
  const target = new URL(location, 'https://here.invalid').host;
  return target === 'here.invalid' ? host : target.slice(0, 100) || 'an invalid URL';
}

/** `space "x" not found`: what the platform says is missing, else the last parameter of the path. */
function notFound(
  context: FailureContext,
  missing: Missing | undefined,
  words: string,
  facts: ErrorFacts,
): NotFoundError {
  const { operation, input = {} } = context;
  // The path goes on after its last name, and the platform tells what is missing there.
  const isPart = operation && !operation.path.endsWith('}');
  const tellsMore = words !== '' && !/not (?:be )?found/i.test(words);
  if ((isPart && tellsMore) || (missing && missing.name === undefined))
    return new NotFoundError(`cannot ${taskOf(context)}: ${words} (${facts.http?.status})`, facts);
  const said = tellsMore ? `: ${words}` : '';
  const name = operation && [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  if (!name) return nothingAt(context, said, facts);
  const value = String(input[name] ?? '');
  // What is missing may be named in the query or the body: then the platform's word is the better one.
  const [, other, called] = /^([\w ]+) "([^"]+)" not found$/.exec(words) ?? [];
  if (other !== undefined && called !== value)
    return new NotFoundError(words, { ...facts, details: { kind: other, name: called } });
  const kind = missing?.name === undefined ? kindOfParam(name) : missing.kind;
  const shown = redacted(context, missing?.name ?? value);
  return new NotFoundError(`${kind} "${shown}" not found${said}`, {
    ...facts,
    details: { kind, name: shown },
  });
}

interface Missing {
  kind: string;
  /** Only where the request names one such thing. */
  name?: string;
}

/**
 * What `Page not found` is said of: the one page that the path, the query or the body names, or what the query asks
 * about; undefined for words that name no kind of thing.
 */
function missingThing({ operation, input = {} }: FailureContext, words: string): Missing | undefined {
  const said = /^(?:the )?([a-z][a-z ]*?)(?: was| is| could)? not (?:be )?found\.?$/i.exec(words)?.[1];
  const kind = said?.toLowerCase();
  if (!operation || kind === undefined || NO_KIND.test(kind)) return undefined;
  const { params, query } = operation;
  const own = Object.keys(params.properties);
  const param = own.find((name) => kindOfParam(name).toLowerCase() === kind) ?? own.at(-1);
  if (param && (isKind(param, kind) || isAlsoCalled(param, kind)))
    return { kind: kindOfParam(param), name: String(input[param] ?? '') };
  const sent = Object.entries(input).filter(([name]) => !own.includes(name));
  const named = namesOf(kind, Object.fromEntries(sent));
  const names = named.length > 0 ? named : (query?.required ?? []).map((name) => String(input[name]));
  return new Set(names).size === 1 && names[0] ? { kind, name: names[0] } : { kind };
}

/** Said of whatever an address leads to. */
const NO_KIND = /^(?:resource|object|entity|item|record|thing|route|endpoint|path|url|file or directory)$/;

/** `pageId`, `targetPage` and `pages` are pages. */
const isKind = (name: string, kind: string): boolean =>
  ` ${kindOfParam(name).toLowerCase()}`.replace(/s$/, '').endsWith(` ${kind}`);

const isAlsoCalled = (name: string, kind: string): boolean =>
  (OTHER_NOUNS[kindOfParam(name)] ?? []).some((noun) => kind.endsWith(noun));

/** What a request names as a thing of this kind, at any depth. */
function namesOf(kind: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const texts = [inner].flat().filter((one) => typeof one === 'string' && one !== '');
    return [...(isKind(key, kind) ? texts.map(String) : []), ...namesOf(kind, inner)];
  });
}

/** For people what they asked about, where a request says it. */
function nothingAt(
  { input, method, path, redact }: FailureContext,
  said: string,
  facts: ErrorFacts,
): NotFoundError {
  const { url } = input ?? {};
  // Paths of the API begin so; those in its documents are often written without.
  const whole = path.startsWith('/v1/') ? undefined : shell`docs api ${method} /v1${path}`;
  const { hint = whole } = facts;
  if (typeof url !== 'string')
    return new NotFoundError(`nothing found at ${path}${said}`, { ...facts, hint });
  return new NotFoundError(`nothing that you can see is at ${redact ? redact(url) : url}${said}`, facts);
}

// The platform's own words in an answer that is an error, in whatever shape they come.

const MOST_WORDS = 200;
const READ_FROM_TEXT = 8192;

/**
 * Takes the body of an error: `{error: {message}}`, `{message}`, `{error}`, `{errors: [...]}`, problem+json, text or HTML.
 * Returns one line of at most 200 characters, empty when nothing is said.
 */
export function wordsOf(payload: WireResponse['payload']): string {
  if ('value' in payload) return oneLine(messageIn(payload.value) ?? '');
  const { text } = payload;
  if (looksLikeHtml(text)) return oneLine(withoutTags(text.slice(0, READ_FROM_TEXT)));
  const said = messageIn(jsonIn(text));
  if (said !== undefined) return oneLine(said);
  // JSON without a message is for programs; other text is meant to be read.
  return /^\s*[{[]/.test(text) ? '' : oneLine(text.slice(0, READ_FROM_TEXT));
}

/** Whether it is the platform's own `{ "error": { "code": 404, "message": "..." } }`. */
export function isPlatformError(payload: WireResponse['payload']): boolean {
  const value = 'value' in payload ? payload.value : jsonIn(payload.text);
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

function messageIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // Of a list of errors the first; `detail` and `title` are those of problem+json.
  if (Array.isArray(value)) return messageIn({ error: value[0] });
  const { message, detail, title, error, errors = error }: Record<string, unknown> = { ...value };
  const said = [message, detail, title, errors].find((one) => typeof one === 'string' && one !== '');
  return said === undefined ? messageIn(errors) : String(said);
}

const withoutTags = (html: string): string =>
  html
    .replace(/<(script|style|head)\b[^<>]*>.*?<\/\1>/gis, (head, name: string) =>
      name.toLowerCase() === 'head' ? (/<title>([^<]*)/i.exec(head)?.[1] ?? '') : ' ',
    )
    .replace(/<[^<>]*>/g, ' ');

const oneLine = (text: string): string => beginning(text.replace(/\s+/g, ' ').trim(), MOST_WORDS);
