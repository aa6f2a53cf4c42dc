// Making and replacing a sandbox, with the profile that uses it.

import { basename, resolve } from 'node:path';
import { isSandboxUrl } from '../../config/base-url.ts';
import { readSettings } from '../../config/settings.ts';
import { unconfirmed } from '../../engine/ask/confirm.ts';
import type { Option } from '../../engine/model/command.ts';
import type { Flags, FlagsOf } from '../../engine/model/command-type.ts';
import { keepTitles } from '../../engine/references/keep-titles.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { sandboxFile } from '../../engine/run/sandbox-transport.ts';
import { whyReadOnly } from '../../engine/run/session.ts';
import { chosenFormat, printItem, viewOf } from '../../engine/run/view.ts';
import { ForbiddenError, InteractionError, UsageError } from '../../errors.ts';
import { notA, statsAt } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { canAsk } from '../../output/io.ts';
import { capital, done, note } from '../../output/note.ts';

export const door = () => import('../../sandbox/door.ts');
export const controls = async () => (await door()).controls();
export const DEFAULT_PROFILE = 'sandbox';
/** Profile of a clone. */
export const REHEARSAL = 'rehearsal';

export type FileFlag = Flags<'--file <file>'>;
export type NameFlag = Flags<'--name <profile>'>;

const OWN = { reach: 'machine' } as const;
export const SIZE_FLAGS = [
  { ...OWN, flags: '--spaces <n>', description: 'add this many spaces' },
  { ...OWN, flags: '--pages <n>', description: 'with this many pages in all' },
  { ...OWN, flags: '--members <n>', description: 'add this many members' },
  { ...OWN, flags: '--sites <n>', description: 'add this many sites, which show some of the spaces' },
] as const satisfies readonly Option[];

type SizeFlags = Partial<FlagsOf<typeof SIZE_FLAGS>>;
type SizeName = keyof SizeFlags;
type MakeFlags = FileFlag & NameFlag & Flags<'--demo'> & SizeFlags;
type ResetFlags = MakeFlags & Flags<'--to <snapshot>'>;

/**
 * The sandbox in use: that of --file, else of the profile in use, else the one at the usual place. Throws UsageError for a
 * folder.
 */
export function fileOf(run: Run<FileFlag>): string {
  const { file } = run.flags;
  if (typeof file !== 'string') return sandboxFile(run.context, ofProfile(run));
  const path = resolve(run.context.cwd, file);
  if (statsAt(path, { shown: file, behind: true })?.isDirectory())
    throw notA('file', file, 'name a file with --file');
  return path;
}

/** The same, where the profile in use may also be of a server: then the file that it serves. */
export async function fileServed(run: Run<FileFlag>): Promise<string> {
  if (run.flags.file !== undefined) return fileOf(run);
  const { baseUrl, kind, token } = run.config();
  const isServed = /^http:/.test(baseUrl.value) && (kind === 'sandbox' || run.flags.profile !== undefined);
  return isServed ? (await controls()).servedFile(baseUrl.value, token().reveal()) : fileOf(run);
}

/** Where a new sandbox goes: not over the one in use, unless that is said. */
function fileForNew(run: Run<FileFlag>): string {
  if (run.flags.file !== undefined || run.flags.profile !== undefined) return fileOf(run);
  return sandboxFile(run.context, undefined);
}

/** The sandbox of the profile in use; undefined where that is of a host. */
function ofProfile(run: Run): string | undefined {
  const { value } = run.config().baseUrl;
  return isSandboxUrl(value) ? value : undefined;
}

/** Throws UsageError `PROFILE_EXISTS` where the profile is of another sandbox: its token would be lost. */
export function refuseOtherProfile(run: Run, name: string, file: string): void {
  const known = readSettings(run.context.paths()).profiles.get(name);
  if (!known || (isSandboxUrl(known.baseUrl) && sandboxFile(run.context, known.baseUrl) === file)) return;
  throw new UsageError(`profile "${name}" is for ${known.baseUrl}, not for ${file}`, {
    code: 'PROFILE_EXISTS',
    hint: OTHER_NAME,
  });
}

/** Throws UsageError where there is something already. */
export async function initHere(run: Run<MakeFlags>): Promise<void> {
  const file = fileForNew(run);
  refuseReadOnly(run, `create a sandbox at ${file}`, file);
  const profile = profileOfFile(run, file);
  await refuseRealProfile(run, profile);
  await make(run, { file, profile });
}

/** What was changed in the sandbox that was there cannot be undone in the one that is. `served`: the URL of its server. */
export async function endHistory(run: Run, file: string, served: readonly string[] = []): Promise<void> {
  const { endHistoryOf } = await import('../../engine/journal/end-history.ts');
  const { profiles } = readSettings(run.context.paths());
  const isIt = (baseUrl: string) => isSandboxUrl(baseUrl) && sandboxFile(run.context, baseUrl) === file;
  const known = [`sandbox:${file}`, 'sandbox:', ...[...profiles.values()].map(({ baseUrl }) => baseUrl)];
  await endHistoryOf(run.context, [...known.filter(isIt), ...served]);
}

/** Also for `docs sandbox reset --to`. What was not saved is lost, so it asks. */
export async function restore(run: Run<FileFlag>, name: string): Promise<void> {
  const file = await fileServed(run);
  refuseReadOnly(run, `replace the content of ${file}`, file);
  const { listSnapshots, restoreSnapshot } = await controls();
  const known = (await listSnapshots(file)).some((one) => one.name === name);
  if (known) await consent(run, `replace the content of ${file} with snapshot "${name}"`);
  await restoreSnapshot(file, name);
  const inUse = run.config().baseUrl.value;
  await endHistory(run, file, run.flags.file === undefined && inUse.startsWith('http:') ? [inUse] : []);
  done(run.context.io, `restored snapshot "${name}" to ${file}`, { outcome: 'restored', name, file });
}

/** Checks everything that could block the reset, and asks for consent, before anything is removed. */
export async function resetHere(run: Run<ResetFlags>): Promise<void> {
  if (run.flags.to !== undefined) return restore(run, run.flags.to);
  refuseHost(run);
  const file = fileOf(run);
  const profile = profileOfFile(run, file);
  refuseReadOnly(run, `delete the sandbox ${file}`, file);
  await refuseRealProfile(run, profile);
  const { inspectSandbox, removeClones } = await (await door()).removals();
  const remains = inspectSandbox(file);
  if (remains.file || remains.clones) {
    const what = remains.file ? `the sandbox ${file}` : `the clones of Git repositories of ${file}`;
    await consent(run, `delete ${what}`);
  }
  await make(run, { file, profile, replace: true });
  removeClones(file);
}

/**
 * The profile that a sandbox is used by: that in use, else another of this file, else a new one, which takes its name
 * from the file where `sandbox` is the profile of another one.
 */
function profileOfFile(run: Run<FileFlag>, file: string): string {
  const { profiles } = readSettings(run.context.paths());
  const isOf = (name: string) => {
    const profile = profiles.get(name);
    return profile && isSandboxUrl(profile.baseUrl) && sandboxFile(run.context, profile.baseUrl) === file;
  };
  const inUse = run.config().profile?.value;
  const [own] = [inUse ?? '', DEFAULT_PROFILE, ...profiles.keys()].filter(isOf);
  if (own !== undefined) return own;
  const named = basename(file)
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-');
  return [DEFAULT_PROFILE, named].find((name) => name !== '' && !profiles.has(name)) ?? DEFAULT_PROFILE;
}

/** Whoever names a profile means its data: the default sandbox is not deleted instead. */
function refuseHost(run: Run<MakeFlags>): void {
  const { file, profile } = run.flags;
  if (profile === undefined || file !== undefined || ofProfile(run) !== undefined) return;
  throw new UsageError(`profile "${profile}" is for ${run.config().baseUrl.value}, not for a sandbox file`, {
    hint: 'docs sandbox reset --file <file>',
  });
}

/**
 * Throws ForbiddenError where DOCS_READ_ONLY is set, or the profile in use is read-only and of this very sandbox: a
 * read-only profile of another host says nothing of it.
 */
export function refuseReadOnly(run: Run, task: string, file: string): void {
  const config = run.config();
  const reason = whyReadOnly(config);
  if (!reason) return;
  const { baseUrl, readOnly } = config;
  const isItsOwn = baseUrl.value.startsWith('sandbox:') && sandboxFile(run.context, baseUrl.value) === file;
  if (readOnly.source === 'profile' && !isItsOwn) return;
  throw new ForbiddenError(`refusing to ${task}: ${reason.why}`, { code: 'READ_ONLY', hint: reason.hint });
}

/** What the door does in a file of a sandbox, as the caller of the profile in use. Throws UsageError for a host, ForbiddenError. */
export function inOwnFile(run: Run, task: string, notHere = ' file', hint = 'docs profiles list') {
  const baseUrl = run.config().baseUrl.value;
  if (!isSandboxUrl(baseUrl)) throw new UsageError(`${baseUrl} is not a sandbox${notHere}`, { hint });
  const file = sandboxFile(run.context, baseUrl);
  refuseReadOnly(run, task, file);
  const { now, env } = run.context;
  return { file, as: () => ({ token: run.config().token().reveal(), now, env }) };
}

const profileName = ({ flags }: Run<NameFlag>, fallback: string) =>
  typeof flags.name === 'string' ? flags.name : fallback;

export async function refuseRealProfile(run: Run<NameFlag>, fallback: string): Promise<void> {
  const { refuseHostProfile } = await import('../../config/profiles.ts');
  refuseHostProfile(run.context.paths(), profileName(run, fallback), OTHER_NAME);
}

const OTHER_NAME = 'choose another name: --name <profile>';

/** A sandbox that is kept elsewhere is named again. */
export const withFile = ({ flags }: Run<FileFlag>, line: string): string =>
  typeof flags.file === 'string' ? line + shell` --file ${flags.file}` : line;

interface Making {
  file: string;
  /** What uses it, unless --name says so. */
  profile: string;
  replace?: boolean;
}

async function make(run: Run<MakeFlags>, { file, profile, replace = false }: Making): Promise<void> {
  refuseOtherProfile(run, profileName(run, profile), file);
  const size = sizeOf(run.flags);
  const { initSandbox } = await door();
  const { token, organization, organizationId, user } = await initSandbox({
    file,
    demo: run.flags.demo === true,
    ...(size && { size }),
    now: run.context.now,
    env: run.context.env,
    replace,
  });
  await endHistory(run, file);
  done(run.context.io, `created a sandbox with organization "${organization}": ${file}`);
  const { name, isDefault } = await keepProfile(run, file, token, { fallback: profile });
  await tellProgram(run, { profile: name, file, organization: organizationId }, token);
  const next = shell`docs spaces list ${isDefault ? [] : ['--profile', name]}`;
  note(run.context.io, `you are ${user}; next: ${next}`);
}

const MOST = 100_000;

/** How many are added; undefined where that is not asked. Throws UsageError. */
function sizeOf(flags: MakeFlags): Partial<Record<SizeName, number>> | undefined {
  const asked = SIZE_FLAGS.flatMap((option) => {
    // Safe: the type is made of the same text.
    const name = /\w+/.exec(option.flags)?.[0] as SizeName;
    const text = flags[name];
    if (text === undefined) return [];
    const count = /^\d{1,6}$/.test(text) ? Number(text) : MOST + 1;
    if (count <= MOST) return [[name, count] as const];
    throw new UsageError(`--${name} must be a whole number from 0 to ${MOST}, not "${text}"`, {
      hint: 'docs sandbox init --spaces 200',
    });
  });
  if (flags.pages !== undefined && flags.spaces === undefined)
    throw new UsageError('--pages needs --spaces, to be in', {
      hint: 'docs sandbox init --spaces 10 --pages 40',
    });
  return asked.length === 0 ? undefined : Object.fromEntries(asked);
}

/** For a program that asked for a format: what it goes on with; with --show-secrets the token, too. People have read it. */
export async function tellProgram(run: Run, facts: Record<string, string>, token: string): Promise<void> {
  const format = chosenFormat(run);
  if (format === undefined || format === 'table' || format === 'id') return;
  const isShown = run.flags.showSecrets === true;
  // Shown because it was asked for: from here on it is no secret of this output.
  if (isShown) run.context.secrets.delete(token);
  const item = { ...facts, token: isShown ? token : '[redacted]' };
  await printItem(run, item, { ...viewOf(run), columns: Object.keys(item) });
}

export interface Kept {
  /** What the profile is called where nobody says so. */
  fallback: string;
  /** The title may be unknown; else it is the only organization there is. */
  organization?: { id: string; title?: string } | undefined;
}

/** Commands use it at once when there is no other profile, or when it is asked for by --profile. */
export async function keepProfile(
  run: Run<NameFlag>,
  file: string,
  token: string,
  { fallback, organization }: Kept,
) {
  const { saveProfile } = await import('../../config/profiles.ts');
  const { parseToken } = await import('../../config/credentials.ts');
  const { io } = run.context;
  const paths = run.context.paths();
  const name = profileName(run, fallback);
  run.context.secrets.add(token);
  const baseUrl = `sandbox:${file}`;
  await saveProfile(paths, {
    name,
    profile: {
      baseUrl,
      kind: 'sandbox',
      ...(organization && { organization: organization.id }),
    },
    token: parseToken(token),
    keepHost: OTHER_NAME,
  });
  if (organization?.title !== undefined)
    await keepTitles(run, {
      name,
      baseUrl,
      organizations: [{ id: organization.id, title: organization.title }],
    });
  const isDefault = readSettings(paths).defaultProfile === name;
  done(
    io,
    `profile "${name}" is ready${isDefault ? ' and the default' : `: ${shell`docs profiles use ${name}, or --profile ${name}`}`}`,
  );
  return { name, isDefault };
}

/** `task` reads on after "add --yes to". Throws InteractionError. */
export async function consent(run: Run, task: string): Promise<void> {
  if (run.flags.yes) return;
  if (!canAsk(run)) throw unconfirmed('--yes', { act: task }, { hint: `${sameCommand(run)} --yes` });
  const agreed = await (await run.context.prompts()).confirm(`${capital(task)}?`);
  if (!agreed) throw new InteractionError('canceled: you answered no', { code: 'DECLINED' });
}
