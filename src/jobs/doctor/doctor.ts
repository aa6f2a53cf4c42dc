// docs doctor: each thing a command depends on, and what to do where one is wrong.
import type { X509Certificate } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { getCaller } from '../../api/people/members.ts';
import type { Paths } from '../../config/paths.ts';
import { notAllowed } from '../../config/project-file.ts';
import type { Resolved } from '../../config/resolve.ts';
import type { Context } from '../../context.ts';
import { readCaller } from '../../domain/caller.ts';
import { handmade } from '../../engine/model/command.ts';
import { flag } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { openToken } from '../../engine/run/session.ts';
import { chosenFormat, printRows } from '../../engine/run/view.ts';
import { DocsError, EXIT, isError } from '../../errors.ts';
import { effectiveUser } from '../../files/lock.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { shell, shellLine, shellWord } from '../../files/shell-word.ts';
import { holdsOnlyOurs, isWritableByOthers } from '../../files/writer.ts';
import { unexpected } from '../../output/errors.ts';
import { plural } from '../../output/format.ts';
import { styles } from '../../output/note.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';

// One line of docs doctor.

interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  detail: string;
  /** What to do; null where there is nothing. */
  hint: string | null;
}

const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, hint: null });
const skipped = (name: string, detail: string): Check => ({
  name,
  status: 'skipped',
  detail,
  hint: null,
});
const warning = (name: string, detail: string, hint: string): Check => ({
  name,
  status: 'warning',
  detail,
  hint,
});
const failed = (name: string, detail: string, hint: string): Check => ({
  name,
  status: 'failed',
  detail,
  hint,
});

// docs doctor on the files that docs keeps: where they are, and who else can read them.

const FILES = ['config.json', 'credentials.json'];

/** To be asked before anything is read: reading takes rights of others away. */
function filesCheck({ config }: Paths): Check {
  const name = 'files';
  if (config === undefined)
    return warning(
      name,
      'no place for settings: HOME is not set to an absolute path',
      'set HOME or DOCS_CONFIG_DIR; DOCS_TOKEN works without',
    );
  const folder = lookAt(config);
  if (!folder) return ok(name, `${config} does not exist yet`);
  // There, a mode says nothing of who may read a file.
  if (effectiveUser() === undefined) return skipped(name, `Windows decides who can read ${config}`);
  if (!folder.isDirectory())
    return failed(name, `${config} is not a folder`, 'move it away, or set DOCS_CONFIG_DIR');
  const isShared = !holdsOnlyOurs(config);
  if (isShared && isWritableByOthers(folder))
    return failed(
      name,
      `${config} can be changed by other users and contains files that do not belong to docs: no token is saved there`,
      `chmod go-w ${shellWord(config)}, or set DOCS_CONFIG_DIR`,
    );
  // Readers of other things in the folder are no danger to files that are closed themselves.
  const open = [...(isShared ? [] : [config]), ...FILES.map((file) => join(config, file))].flatMap((path) => {
    const mode = (lookAt(path)?.mode ?? 0) & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${path} (${mode.toString(8)})`];
  });
  if (open.length === 0)
    return ok(name, isShared ? `${config}, only you can read its files` : `${config}, only you can read it`);
  return warning(
    name,
    `other users can read ${open.join(', ')}`,
    isShared
      ? `chmod go= ${shellLine(FILES.map((file) => join(config, file)))}`
      : `chmod -R go= ${shellWord(config)}; otherwise files are restricted on the next read, the folder on the next write`,
  );
}

function lookAt(path: string) {
  try {
    return lstatSync(path);
  } catch {
    // What cannot be looked at cannot be read either, and reading it will say why.
    return undefined;
  }
}

// docs doctor on the host: profile, token, whether it answers, its clock, who it takes us for.

const REST = ['token', 'host', 'clock', 'account'];
/** A clock that is off by more makes certificates and signed addresses look wrong. */
const CLOCK_TOLERANCE_MS = 60_000;

async function hostChecks(run: Run): Promise<Check[]> {
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
    await openToken(run.context, config);
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

const tokenCheck = (config: Resolved): Check =>
  ok('token', `from ${config.tokenSource()?.where ?? 'the profile'}`);

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
  return warning(
    'clock',
    `the host says ${new Date(theirs).toISOString()}, this machine says ${now.toISOString()}`,
    'set the clock: sudo timedatectl set-ntp true',
  );
}

async function accountCheck(run: Run): Promise<Check> {
  try {
    const { displayName, email } = await readCaller(await run.client());
    const name = displayName ?? '(no name)';
    return ok('account', email ? `${name} <${email}>` : name);
  } catch (error) {
    return ofError('account', error, signInTo(run.config()));
  }
}

const signInTo = ({ profile }: Resolved): string =>
  shell`docs auth login ${profile ? ['--profile', profile.value] : []}`;

function ofError(name: string, error: unknown, hint: string): Check {
  const { message, hint: own = hint } = error instanceof DocsError ? error : unexpected(error, hint);
  return failed(name, message, own);
}

// docs doctor on this machine: Node, the terminal, proxies, certificates.

const SUPPORTED_NODE = 22;

function nodeCheck({ runtime: { node } }: Context): Check {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 18))
    return failed('node', `${node} is too old`, 'install Node 22 or 24');
  if (major < SUPPORTED_NODE)
    return warning('node', `${node} works, but no longer gets security fixes`, 'install Node 22 or 24');
  return ok('node', node);
}

function terminalCheck({ io, env }: Context): Check {
  if (!io.outTty && !io.errTty) return ok('terminal', 'none: plain rows, no prompts');
  const traits = [
    `${io.columns} columns`,
    io.colorOut ? 'color' : 'no color',
    ...(io.accessible ? ['accessible mode'] : []),
    ...(io.inCi ? ['CI: no prompts'] : []),
  ];
  if (env.TERM === 'dumb' || env.TERM === undefined)
    return warning(
      'terminal',
      `TERM is ${env.TERM ?? 'not set'}: ${traits.join(', ')}`,
      'export TERM=xterm-256color',
    );
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (!/utf-?8/i.test(locale))
    return warning(
      'terminal',
      `${traits.join(', ')}, and no UTF-8 locale (${locale || 'not set'})`,
      'export LANG=C.UTF-8',
    );
  return ok('terminal', `${env.TERM}, ${traits.join(', ')}`);
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const;

function proxyCheck({ env }: Context): Check {
  const set = PROXIES.flatMap((name) => (env[name] ? [{ name, url: env[name] }] : []));
  if (set.length === 0) return ok('proxy', 'none');
  const wrong = set.find(({ url }) => !URL.canParse(url) || !/^https?:\/\//.test(url));
  if (wrong)
    return failed('proxy', `${wrong.name} is not an http or https URL`, `unset ${wrong.name}, or correct it`);
  const none = env.NO_PROXY || env.no_proxy;
  const listed = set.map(({ name, url }) => `${name}=${maskUrl(url)}`).join(', ');
  return ok('proxy', none ? `${listed}, not for ${none}` : listed);
}

async function certificatesCheck({ env, cwd, now }: Context): Promise<Check> {
  const name = 'certificates';
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return failed(
      name,
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns checks off, and no token is sent then',
      'unset it; for your own certificate, set NODE_EXTRA_CA_CERTS=<file.pem>',
    );
  const file = env.NODE_EXTRA_CA_CERTS;
  if (!file) return ok(name, 'from Node');
  const { readFileSync } = await import('node:fs');
  const { resolve } = await import('node:path');
  try {
    return await bundleCheck(name, file, readFileSync(resolve(cwd, file), 'utf8'), now());
  } catch (error) {
    // Node goes on without the file and says so once, which is easily missed.
    const why = isError(error) && 'code' in error ? String(error.code) : 'it contains no certificate';
    return failed(
      name,
      `NODE_EXTRA_CA_CERTS: cannot use ${file}: ${why}`,
      'give a PEM file that can be read, or unset it',
    );
  }
}

async function bundleCheck(name: string, file: string, pem: string, now: Date): Promise<Check> {
  const { X509Certificate } = await import('node:crypto');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const found = blocks.map((block) => new X509Certificate(block));
  if (found.length === 0)
    return failed(name, `NODE_EXTRA_CA_CERTS: no certificate in ${file}`, 'give a PEM file, or unset it');
  const expired = found.filter((one) => hasExpired(one, now)).length;
  const counted = `${plural(found.length, 'certificate')} from ${file}, in addition to those of Node`;
  return expired < found.length
    ? ok(name, expired === 0 ? counted : `${counted}, ${expired} of them expired`)
    : warning(
        name,
        `every certificate of ${file} has expired`,
        `renew ${file}, or unset NODE_EXTRA_CA_CERTS`,
      );
}

const hasExpired = ({ validTo }: X509Certificate, now: Date): boolean => new Date(validTo) < now;

export default handmade('doctor', {
  summary: 'Check settings, token, host, proxy, certificates, clock and terminal',
  columns: ['name', 'status', 'detail', 'hint'],
  idField: 'name',
  uses: [getCaller],
  options: [
    flag('--api', 'what each command can do on this host, by the operations that it offers', {
      group: 'Flags:',
      reach: 'platform',
    }),
    flag('--spec <file>', 'read what a host offers from its OpenAPI document in JSON', {
      group: 'Flags:',
      reach: 'machine',
      needs: ['--api'],
    }),
  ],
  examples: [
    ['Show a list', 'docs doctor'],
    ['Show the results as JSON', 'docs doctor --json'],
    ['List what a host cannot do', 'docs doctor --api --jq \'.[] | select(.status != "works")\''],
  ],
  notes: 'Exits 1 if a check fails. Warnings do not count.',
  paged: true,
  run: examine,
});

type DoctorRun = Run<{ api?: boolean | undefined; spec?: string | undefined }>;

async function examine(run: DoctorRun): Promise<void> {
  if (run.flags.api) return (await import('./doctor-api.ts')).examineApi(run, run.flags.spec);
  const { context } = run;
  const files = filesCheck(context.paths());
  const checks = [
    { name: 'docs', status: 'ok', detail: context.version, hint: null } satisfies Check,
    nodeCheck(context),
    terminalCheck(context),
    files,
    proxyCheck(context),
    await certificatesCheck(context),
    ...(await hostChecks(run)),
  ];
  await print(run, checks);
  const broken = checks.filter(({ status }) => status === 'failed');
  if (broken.length === 0) return;
  throw new DocsError(
    `${plural(broken.length, 'check')} failed: ${broken.map(({ name }) => name).join(', ')}`,
    { code: 'DOCTOR', exit: EXIT.failed },
    { hint: broken[0]?.hint ?? undefined },
  );
}

async function print(run: Run, checks: readonly Check[]): Promise<void> {
  const { io } = run.context;
  if (io.outTty && chosenFormat(run) === undefined && run.flags.fields === undefined) {
    return io.out(ciSafe(io, checks.map((check) => lineOf(check, io.colorOut)).join('')));
  }
  await printRows(run, checks);
}

const WIDTH = 13;

function lineOf({ name, status, detail, hint }: Check, color: boolean): string {
  const { green, yellow, red, dim } = styles(color);
  const mark = { ok: green('✓'), warning: yellow('!'), failed: red('✗'), skipped: dim('-') }[status];
  const line = `${mark} ${name.padEnd(WIDTH)} ${safeLine(detail)}\n`;
  return hint === null ? line : `${line}  ${' '.repeat(WIDTH)} ${dim(`-> ${safeLine(hint)}`)}\n`;
}
