// Profiles as commands change them: settings and credentials together. The steps of a change stand in an order in
// which a kill after any of them leaves a profile whole or signed out, never a token for the wrong host.
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { sweepLeftovers, withLock } from '../files/lock.ts';
import { shell } from '../files/shell-word.ts';
import { ensureFolder } from '../files/writer.ts';
import { isSandboxUrl, originOf } from './base-url.ts';
import {
  copyToken,
  keepTokensOf,
  removeToken,
  type Secret,
  saveToken,
  storedOrigins,
  type TokenKeeper,
} from './credentials.ts';
import { removeNameCache } from './name-cache.ts';
import { type Paths, removeKeptAnswers, requirePath } from './paths.ts';
import { checkProfileName, type Profile, readSettings, unknownProfile } from './settings.ts';
import type { SettingsDraft } from './settings-store.ts';

export interface ProfileEntry extends Profile {
  name: string;
  isDefault: boolean;
  hasToken: boolean;
}

export interface SaveProfile {
  name: string;
  profile: Profile;
  /** Without it a stored token stays, as long as the origin does. */
  token?: Secret | TokenKeeper | undefined;
  makeDefault?: boolean | undefined;
  /** A profile of a real host stays, and UsageError `PROFILE_EXISTS` with this hint is thrown. */
  keepHost?: string | undefined;
  /** Asked, while nobody else changes profiles, whether the sandbox profile of this name may go; `keepHost` is the hint. */
  mayReplace?: ((profile: Profile) => Promise<boolean>) | undefined;
}

/** All profiles by name. Throws what `readSettings` and `storedOrigins` throw. */
export function listProfiles(paths: Paths): ProfileEntry[] {
  const { profiles, defaultProfile } = readSettings(paths);
  const origins = storedOrigins(paths);
  const entries = [...profiles].map(([name, profile]) => ({
    name,
    ...profile,
    isDefault: name === defaultProfile,
    hasToken: origins.has(name),
  }));
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds or replaces a profile; the first one becomes the default. Throws UsageError for a bad name, URL or value. */
export async function saveProfile(
  paths: Paths,
  { name, profile, token, makeDefault, keepHost, mayReplace }: SaveProfile,
): Promise<void> {
  checkProfileName(name);
  const origin = originOf(profile.baseUrl);
  await alone(paths, async () => {
    if (keepHost !== undefined) refuseHostProfile(paths, name, keepHost);
    const known = mayReplace && readSettings(paths).profiles.get(name);
    if (known && !(await mayReplace(known))) throw taken(name, keepHost);
    const hadToken = storedOrigins(paths).has(name);
    if (token) await saveToken(paths, name, origin, token);
    try {
      await change(paths, (draft) => {
        draft.profiles.set(name, { ...withoutKnown(draft.profiles.get(name)), ...given(profile) });
        if (makeDefault || draft.profiles.size === 1) draft.defaultProfile = name;
      });
    } catch (error) {
      // A token without a profile would be kept for nobody.
      if (token && !hadToken) await removeToken(paths, name);
      throw error;
    }
  });
}

/** Throws UsageError `PROFILE_EXISTS` where the name belongs to a real host: a sandbox must not take its place and token. */
export function refuseHostProfile(paths: Paths, name: string, hint: string): void {
  const known = readSettings(paths).profiles.get(name);
  if (!known || known.kind === 'sandbox' || isSandboxUrl(known.baseUrl)) return;
  throw new UsageError(`profile "${name}" belongs to ${originOf(known.baseUrl)}, which is not a sandbox`, {
    code: 'PROFILE_EXISTS',
    hint,
  });
}

/** Makes a profile the default. Throws UsageError `UNKNOWN_PROFILE`. */
export async function useProfile(paths: Paths, name: string, organization?: string): Promise<void> {
  await alone(paths, () =>
    change(paths, (draft) => {
      refuseUnknown(draft, name);
      draft.defaultProfile = name;
      const profile = draft.profiles.get(name);
      if (organization !== undefined && profile) draft.profiles.set(name, { ...profile, organization });
    }),
  );
}

/** Gives a profile and its token a new name. Throws UsageError when there is no such profile or the name is taken. */
export async function renameProfile(paths: Paths, from: string, to: string): Promise<void> {
  checkProfileName(to);
  if (from === to) {
    const { profiles } = readSettings(paths);
    if (!profiles.has(from)) throw unknownProfile(from, profiles.keys());
    return;
  }
  await alone(paths, async () => {
    const { profiles } = readSettings(paths);
    if (!profiles.has(from)) throw unknownProfile(from, profiles.keys());
    if (profiles.has(to)) throw taken(to);
    if (!(await copyToken(paths, from, to))) await removeToken(paths, to);
    await change(paths, (draft) => {
      refuseUnknown(draft, from);
      if (draft.profiles.has(to)) throw taken(to);
      draft.profiles = new Map(
        [...draft.profiles].map(([name, profile]) => [name === from ? to : name, profile]),
      );
      if (draft.defaultProfile === from) draft.defaultProfile = to;
    });
    forgetCaches(paths, from);
    await dropOrphans(paths);
  });
}

/** What earlier runs kept of the host: names and answers. */
function forgetCaches(paths: Paths, name: string): void {
  removeNameCache(paths, name);
  removeKeptAnswers(paths, name);
}

/** Removes a profile's token and every trace of tokens that no profile owns; false when it had none. The profile stays. */
export const signOut = async (paths: Paths, name: string): Promise<boolean> =>
  alone(paths, async () => {
    const hadToken = await removeToken(paths, name);
    forgetCaches(paths, name);
    await dropOrphans(paths);
    return hadToken;
  });

/** Removes a token first and then its profile; false when there was neither. */
export const removeProfile = async (paths: Paths, name: string): Promise<boolean> =>
  alone(paths, async () => {
    const hadToken = await removeToken(paths, name);
    forgetCaches(paths, name);
    const hadProfile = readSettings(paths).profiles.has(name);
    if (hadProfile) {
      await change(paths, (draft) => {
        draft.profiles.delete(name);
        if (draft.defaultProfile === name) draft.defaultProfile = undefined;
      });
    }
    await dropOrphans(paths);
    return hadToken || hadProfile;
  });

/** Settings and credentials are two files, so a change of both needs a lock above their own. */
async function alone<T>(paths: Paths, work: () => Promise<T>): Promise<T> {
  const folder = requirePath(paths, 'config');
  ensureFolder(folder, true);
  return withLock(join(folder, 'profiles.json'), () => {
    // Signing out must also remove the copies that a killed process left.
    sweepLeftovers(folder);
    return work();
  });
}

async function change(paths: Paths, alter: (draft: SettingsDraft) => void): Promise<void> {
  const { changeSettings } = await import('./settings-store.ts');
  await changeSettings(paths, alter);
}

async function dropOrphans(paths: Paths): Promise<void> {
  await keepTokensOf(paths, new Set(readSettings(paths).profiles.keys()));
}

/** Keys that a later version wrote stay with the profile. */
function withoutKnown(old: Record<string, unknown> = {}): Record<string, unknown> {
  const { baseUrl, organization, space, site, readOnly, kind, ...unknown } = old;
  return unknown;
}

const given = (profile: Profile): Record<string, unknown> =>
  Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));

function refuseUnknown(draft: SettingsDraft, name: string): void {
  if (!draft.profiles.has(name)) throw unknownProfile(name, draft.profiles.keys());
}

const taken = (name: string, hint = shell`docs profiles remove ${name}`): UsageError =>
  new UsageError(`profile "${name}" already exists`, { code: 'PROFILE_EXISTS', hint });
