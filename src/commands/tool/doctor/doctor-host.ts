// docs doctor on the host: profile, token, whether it answers, its clock, who it takes us for.
import { getCaller } from '../../../api/people/users.ts';
import { notAllowed } from '../../../config/project-allowed.ts';
import type { Resolved } from '../../../config/resolve.ts';
import type { Run } from '../../../engine/run/run.ts';
import { DocsError, messageOf } from '../../../errors.ts';
import { shell } from '../../../files/shell-word.ts';
import { relativeTime } from '../../../output/format.ts';
import { type Check, failed, ok, skipped, warning } from './doctor-check.ts';

const REST = ['token', 'host', 'clock', 'account'];
/** A clock that is off by more makes certificates and signed addresses look wrong. */
const CLOCK_TOLERANCE_MS = 60_000;

export async function hostChecks(run: Run): Promise<Check[]> {
  let config: Resolved;
  try {
    config = run.config();
  } catch (error) {
    return [
      ofError('profile', error, 'docs profiles list'),
      ...REST.map((name) => skipped(name, 'no profile')),
    ];
  }
  if (config.refused) {
    const profile = ofError('profile', notAllowed(config.refused), 'docs use --allow');
    return [profile, ...REST.map((name) => skipped(name, 'no profile'))];
  }
  const profile = profileCheck(config);
  try {
    config.token();
  } catch (error) {
    const token = ofError('token', error, signInTo(config));
    return [profile, token, ...REST.slice(1).map((name) => skipped(name, 'no token'))];
  }
  return [profile, tokenCheck(config), ...(await askHost(run, config))];
}

function profileCheck({ profile, baseUrl, readOnly }: Resolved): Check {
  const name = profile ? `"${profile.value}" (${profile.where})` : 'none';
  return ok('profile', `${name}, ${baseUrl.value}${readOnly.value ? ', read-only' : ''}`);
}

function tokenCheck(config: Resolved): Check {
  return ok('token', `from ${config.tokenSource()?.where ?? 'the profile'}`);
}

async function askHost(run: Run, config: Resolved): Promise<Check[]> {
  const { now } = run.context;
  const client = await run.client();
  const from = performance.now();
  try {
    const { status, headers } = await client.raw({ method: 'GET', path: getCaller.path }, { attempts: 1 });
    const host = ok('host', `${config.origin} answered in ${Math.round(performance.now() - from)} ms`);
    const clock = clockCheck(headers.date, now());
    if (status >= 500)
      return [
        failed('host', `${config.origin} answered ${status}`, 'wait, or ask the operators of the host'),
        clock,
        skipped('account', 'the host does not work'),
      ];
    return [host, clock, await accountCheck(run)];
  } catch (error) {
    return [
      ofError('host', error, 'check the network, HTTPS_PROXY and the base URL'),
      skipped('clock', 'the host does not answer'),
      skipped('account', 'the host does not answer'),
    ];
  }
}

function clockCheck(date: string | undefined, now: Date): Check {
  const theirs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return skipped('clock', 'the host does not send its time');
  if (Math.abs(theirs - now.getTime()) <= CLOCK_TOLERANCE_MS)
    return ok('clock', 'agrees with that of the host');
  const told = relativeTime(new Date(theirs), now);
  return warning(
    'clock',
    `the host says ${new Date(theirs).toISOString()}, this machine is ${told}`,
    'set the clock: sudo timedatectl set-ntp true',
  );
}

async function accountCheck(run: Run): Promise<Check> {
  try {
    const { displayName, email } = await (await run.client()).call(getCaller, {});
    return ok('account', email ? `${displayName} <${email}>` : displayName);
  } catch (error) {
    return ofError('account', error, signInTo(run.config()));
  }
}

const signInTo = ({ profile }: Resolved): string =>
  shell`docs auth login ${profile ? ['--profile', profile.value] : []}`;

function ofError(name: string, error: unknown, hint: string): Check {
  const message = messageOf(error);
  return failed(name, message, (error instanceof DocsError ? error.hint : undefined) ?? hint);
}
