// docs profiles: the hosts you are signed in to.

import type { TokenKeeper } from '../../config/credentials.ts';
import type { ProfileEntry } from '../../config/profiles.ts';
import type { Choice, Context } from '../../context.ts';
import { arg, group, handmade } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { DELETE_FLAGS } from '../../engine/model/globals.ts';
import { flag } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { isForPeople, printRows } from '../../engine/run/view.ts';
import { done, note, noteOutcome, warn } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';

const store = () => import('../../config/profiles.ts');

/** All profiles, for a person who named none. */
async function profileChoices({ context }: Run): Promise<Choice[]> {
  const { listProfiles } = await store();
  return listProfiles(context.paths()).map(({ name, baseUrl, isDefault }) => ({
    name: `${name}  ${safeLine(baseUrl)}${isDefault ? ' (default)' : ''}`,
    value: name,
  }));
}

/** For people: with titles of organizations that were listed before, on whichever day, as a table of profiles asks no host. */
async function withTitles({ context }: Run, profiles: readonly ProfileEntry[]): Promise<unknown[]> {
  const [{ openNameCache }, { originOf }] = await Promise.all([
    import('../../config/name-cache.ts'),
    import('../../config/base-url.ts'),
  ]);
  return profiles.map((one) => {
    const profile = { ...one, readOnly: one.readOnly === true };
    const { name, baseUrl, organization } = profile;
    if (organization === undefined) return profile;
    const known = openNameCache(context.paths(), name, originOf(baseUrl), context.now);
    const found = known.newest('orgs.list')?.find(({ id }) => id === organization);
    return { ...profile, organization: found?.names[0] ?? organization };
  });
}

export default group(
  'profiles',
  'Manage the hosts you are signed in to',
  [
    handmade('list', {
      summary: 'List profiles',
      aliases: ['ls'],
      idField: 'name',
      columns: ['name', 'baseUrl', 'organization', 'isDefault', 'hasToken', 'readOnly'],
      examples: ['docs profiles list'],
      run: async (run) => {
        const { listProfiles } = await store();
        const profiles = listProfiles(run.context.paths());
        await printRows(run, isForPeople(run) ? await withTitles(run, profiles) : profiles);
        if (profiles.length === 0) note(run.context.io, 'no profiles: create one with docs auth login');
      },
    }),
    handmade('use', {
      summary: 'Make a profile the default, and choose its organization',
      changesHere: true,
      args: [arg('name', true, profileChoices)],
      options: [flag('--org <org>', 'organization it uses where none is given: ID or title')],
      examples: [
        ['Make a profile the default', 'docs profiles use sandbox'],
        ['Choose its organization, too', 'docs profiles use sandbox --org Tarnpost'],
      ],
      run: useProfile,
    }),
    handmade('rename', {
      summary: 'Rename a profile',
      changesHere: true,
      args: [arg('name', true, profileChoices), arg('new-name')],
      examples: ['docs profiles rename sandbox playground'],
      run: async (run) => {
        await requireProfile(run, 'name');
        const [profile, to] = [named(run, 'name'), named(run, 'new-name')];
        await (await store()).renameProfile(run.context.paths(), profile, to);
        done(run.context.io, `renamed profile "${profile}" to "${to}"`, { outcome: 'renamed', profile: to });
      },
    }),
    handmade('remove', {
      summary: 'Remove a profile and its token',
      changesHere: true,
      aliases: ['rm'],
      args: [arg('name', true, profileChoices)],
      options: DELETE_FLAGS,
      examples: ['docs profiles remove sandbox'],
      run: async (run) => {
        const { storedKeeper } = await import('../../config/credentials.ts');
        const { io } = run.context;
        const profile = named(run, 'name');
        const keeper = storedKeeper(run.context.paths(), profile);
        const removed = await (await store()).removeProfile(run.context.paths(), profile);
        await forgetKeeper(run.context, keeper);
        if (!removed && run.flags.ifExists)
          return noteOutcome(io, `profile "${profile}" does not exist`, { outcome: 'absent', profile });
        if (!removed) await requireProfile(run, 'name');
        done(io, `removed profile "${profile}" and its token`, { outcome: 'removed', profile });
      },
    }),
  ],
  [
    ['List profiles', 'list'],
    ['Make a profile the default', 'use'],
  ],
);

async function useProfile(run: Run<Flags<'--org <org>'>>): Promise<void> {
  await requireProfile(run, 'name');
  const name = named(run, 'name');
  const organization = await organizationOf(run, name);
  await (await store()).useProfile(run.context.paths(), name, organization?.id);
  const inside = organization ? `, with organization "${safeLine(organization.title)}"` : '';
  done(run.context.io, `profile "${name}" is used by default${inside}`, {
    ...{ outcome: 'used', profile: name },
    ...(organization && { organization: organization.id }),
  });
}

/** What --org names at the host of the profile. Throws NotFoundError, AmbiguousError. */
async function organizationOf(run: Run<Flags<'--org <org>'>>, name: string) {
  const { org } = run.flags;
  if (org === undefined) return undefined;
  const [{ getOrganization }, { openClient }, { findByTitle }, { resolveConfig }] = await Promise.all([
    import('../../api/people/organizations.ts'),
    import('../../engine/run/session.ts'),
    import('../../engine/run/scope.ts'),
    import('../../config/resolve.ts'),
  ]);
  const { context } = run;
  const config = resolveConfig({
    flags: { profile: name },
    env: context.env,
    cwd: context.cwd,
    paths: context.paths(),
  });
  const client = await openClient(context, config, {}, true);
  const input = { organizationId: org };
  const there: Run = {
    ...run,
    operation: getOrganization,
    input,
    config: () => config,
    client: async () => client,
  };
  const found = await findByTitle(there, getOrganization);
  return client.call(getOrganization, { organizationId: String(found?.organizationId ?? org) });
}

async function requireProfile(run: Run, label: string): Promise<void> {
  const name = named(run, label);
  const names = (await store()).listProfiles(run.context.paths()).map((profile) => profile.name);
  if (names.includes(name)) return;
  const { unknownProfile } = await import('../../config/settings.ts');
  throw unknownProfile(name, names);
}

const named = ({ args }: Run, label: string): string => args[label] ?? '';

// A token in the keychain goes with its profile.

/** Removes the token that a profile had in the keychain; says so where that fails. */
export async function forgetKeeper(context: Context, keeper: TokenKeeper | undefined): Promise<void> {
  if (keeper?.keychain === undefined) return;
  const { removeFromKeychain } = await import('../../config/keychain.ts');
  if (await removeFromKeychain(context, keeper.keychain)) return;
  warn(context.io, `the keychain may still hold the token, as "docs" and account "${keeper.keychain}"`);
}
