// docs use: defaults of this folder, in .docsrc.json. Names only: never a token, never a host.

import type { Operation } from '../../api/operation.ts';
import { requirePath } from '../../config/paths.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { messageOf, NetworkError, ServerError, TimeoutError, UsageError } from '../../errors.ts';
import { canAsk } from '../../output/io.ts';
import { done, note } from '../../output/note.ts';

const USE_FLAGS = [
  flag('--org <org>', 'organization: ID or title'),
  flag('--space <space>', 'space: ID or title'),
  flag('--site <site>', 'site: ID or title'),
  flag('--profile <name>', 'profile', { reach: 'account' }),
  flag('--allow', 'let the project file choose its profile', { reach: 'machine' }),
  flag('--clear', 'clear all defaults', { reach: 'machine' }),
] as const satisfies readonly Option[];

export type UseRun = Run<FlagsOf<typeof USE_FLAGS>>;

export default handmade('use', {
  summary: 'Set the default organization, space, site or profile for this folder',
  changesHere: true,
  options: USE_FLAGS,
  examples: [
    ['Set the default space', 'docs use --space Guides'],
    ['Allow the file of this folder to choose a profile', 'docs use --allow'],
    ['Remove the defaults of this folder', 'docs use --clear'],
  ],
  notes:
    'Writes .docsrc.json to this folder; commands use the nearest one in this folder or above. Without a flag, lets you choose on a terminal. A name that the host does not know is refused. A file that came with a repository chooses a profile only after `docs use --allow` in its folder; once the file changes, it must be allowed again.',
  run: chooseDefaults,
});

type Given = { organization?: string; space?: string; site?: string; profile?: string };

async function chooseDefaults(run: UseRun): Promise<void> {
  const { org, space, site, profile, clear, allow } = run.flags;
  if (allow && !(org || space || site || profile || clear)) return allowProfile(run);
  let given: Given = {
    ...(org && { organization: org }),
    ...(space && { space }),
    ...(site && { site }),
    ...(profile && { profile }),
  };
  if (!clear && Object.keys(given).length === 0) {
    if (!canAsk(run)) {
      throw new UsageError('nothing to choose: give --org, --space, --site, --profile or --clear', {
        hint: 'docs context',
      });
    }
    given = await (await import('./use-questions.ts')).askForDefaults(run);
  } else await refuseUnknown(run, given);
  const cleared = clear ? { organization: null, space: null, site: null, profile: null } : {};
  const path = await writeAllowed(run, { ...cleared, ...given });
  sayChosen(run, path, given);
  if (allow) await allowProfile(run);
}

function sayChosen({ context: { io } }: UseRun, file: string, given: Given): void {
  const chosen = Object.entries(given).map(([name, value]) => `${name} ${value}`);
  if (chosen.length === 0) done(io, `cleared ${file}`, { outcome: 'cleared', file });
  else done(io, `using ${chosen.join(', ')} (${file})`, { outcome: 'set', file, ...given });
}

/** A profile that is chosen here and now is allowed; one that came with the file stays as it was, allowed or not. */
async function writeAllowed(run: UseRun, patch: { [key in keyof Given]?: string | null }): Promise<string> {
  const { findProjectFile, writeProjectFile } = await import('../../config/project-file.ts');
  const { allowProjectFile, isAllowed } = await import('../../config/project-file.ts');
  const { cwd } = run.context;
  const paths = run.context.paths();
  // Before anything is written: without a home there is no place to keep what was allowed.
  if (patch.profile) requirePath(paths, 'config');
  const before = findProjectFile(cwd);
  const wasAllowed = before !== undefined && isAllowed(paths, before.path);
  const path = await writeProjectFile(cwd, patch);
  const keeps = wasAllowed && before.path === path && patch.profile === undefined;
  if (patch.profile || keeps) await allowProjectFile(paths, path);
  return path;
}

/** Throws UsageError when there is nothing to allow, and ConfigError `PROJECT_PROFILE` for a file of another user. */
async function allowProfile(run: UseRun): Promise<void> {
  const { findProjectFile } = await import('../../config/project-file.ts');
  const { allowProjectFile, notAllowed, profileRefusal } = await import('../../config/project-file.ts');
  const paths = run.context.paths();
  const file = findProjectFile(run.context.cwd);
  const profile = file?.values.profile;
  if (file === undefined || profile === undefined) {
    throw new UsageError('nothing to allow: no .docsrc.json here or above names a profile', {
      hint: 'docs use --profile <name>',
    });
  }
  requirePath(paths, 'config');
  const refusal = profileRefusal(paths, file.path);
  if (refusal && !refusal.canAllow) throw notAllowed({ ...refusal, profile, path: file.path });
  await allowProjectFile(paths, file.path);
  done(run.context.io, `${file.path} may choose profile ${profile}`, {
    ...{ outcome: 'allowed', file: file.path, profile },
  });
}

/**
 * A typing error would show only with the next command. Throws NotFoundError, AmbiguousError, UsageError for an unknown
 * profile. Who is not signed in, or offline, may choose names that nobody can look up.
 */
async function refuseUnknown(run: UseRun, given: Given): Promise<void> {
  if (run.config().tokenSource() === undefined) return;
  const checks = [
    [given.organization, async () => (await import('../../api/people/organizations.ts')).getOrganization],
    [given.space, async () => (await import('../../api/content/spaces.ts')).getSpace],
    [given.site, async () => (await import('../../api/sites/sites.ts')).getSite],
  ] as const;
  const client = await run.client();
  for (const [value, load] of checks) {
    if (value === undefined) continue;
    try {
      const operation: Operation = await load();
      await readNamed({ ...run, input: {} }, operation, (input) => client.call(operation, input));
    } catch (error) {
      if (!isOffline(error)) throw error;
      return note(run.context.io, `"${value}" was not looked up: ${messageOf(error)}`);
    }
  }
}

/** Nothing was said of the name. */
const isOffline = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError || error instanceof ServerError;
