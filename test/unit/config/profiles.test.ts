import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { readToken, Secret, saveToken } from '../../../src/config/credentials.ts';
import {
  listProfiles,
  removeProfile,
  renameProfile,
  saveProfile,
  signOut,
  useProfile,
} from '../../../src/config/profiles.ts';
import { readSettings } from '../../../src/config/settings.ts';
import { ConfigError, UsageError } from '../../../src/errors.ts';
import { ownerId } from '../../../src/files/process-owner.ts';
import { configHome, rejectionOf } from '../../helpers/config-home.ts';

const CANARY = 'canary-1f4c9a';
const baseUrl = 'https://docs.example.com';
const token = new Secret(CANARY);

describe('saveProfile', () => {
  it('makes the first profile the default, and later ones only when asked', async ({ expect }) => {
    const { paths } = configHome();
    await saveProfile(paths, { name: 'b', profile: { baseUrl, organization: 'o' }, token });
    await saveProfile(paths, { name: 'a', profile: { baseUrl: 'sandbox:', kind: 'sandbox' } });
    expect(listProfiles(paths)).toEqual([
      { name: 'a', baseUrl: 'sandbox:', kind: 'sandbox', isDefault: false, hasToken: false },
      { name: 'b', baseUrl, organization: 'o', isDefault: true, hasToken: true },
    ]);
    await saveProfile(paths, { name: 'a', profile: { baseUrl: 'sandbox:' }, makeDefault: true });
    expect(readSettings(paths).defaultProfile).toBe('a');
    expect(readSettings(paths).profiles.get('a')).toEqual({ baseUrl: 'sandbox:' });
  });

  it('keeps the token while the origin stays, and never sends it to a new one', async ({ expect }) => {
    const { paths } = configHome();
    await saveProfile(paths, { name: 'a', profile: { baseUrl }, token });
    await saveProfile(paths, { name: 'a', profile: { baseUrl: `${baseUrl}/api`, space: 's' } });
    expect(readToken(paths, 'a', baseUrl)?.reveal()).toBe(CANARY);
    await saveProfile(paths, { name: 'a', profile: { baseUrl: 'https://other.example.com' } });
    expect(() => readToken(paths, 'a', 'https://other.example.com')).toThrow(ConfigError);
  });

  it('refuses a bad name or address before it writes, and takes back a token whose profile cannot be saved', async ({
    expect,
  }) => {
    const { paths, home, config } = configHome();
    for (const save of [
      { name: '../x', profile: { baseUrl }, token },
      { name: 'x', profile: { baseUrl: 'http://example.com' }, token },
    ]) {
      expect(await rejectionOf(saveProfile(paths, save))).toBeInstanceOf(UsageError);
    }
    expect(readdirSync(home)).toEqual([]);
    const long = { name: 'x', profile: { baseUrl, space: 'x'.repeat(501) }, token };
    expect(await rejectionOf(saveProfile(paths, long))).toMatchObject({ code: 'BAD_SETTING' });
    expect(readFileSync(join(config, 'credentials.json'), 'utf8')).not.toContain(CANARY);
  });
});

describe('useProfile, renameProfile, removeProfile', () => {
  it('rename profile, token and default together', async ({ expect }) => {
    const { paths, config } = configHome();
    await saveProfile(paths, { name: 'a', profile: { baseUrl, space: 's' }, token });
    await saveProfile(paths, { name: 'z', profile: { baseUrl } });
    await renameProfile(paths, 'a', 'my.corp');
    expect(listProfiles(paths)).toMatchObject([
      { name: 'my.corp', space: 's', isDefault: true, hasToken: true },
      { name: 'z', isDefault: false, hasToken: false },
    ]);
    expect(readToken(paths, 'my.corp', baseUrl)?.reveal()).toBe(CANARY);
    expect(readFileSync(join(config, 'credentials.json'), 'utf8').split(CANARY)).toHaveLength(2);
  });

  it('refuse what is not there, or is there already', async ({ expect }) => {
    const { paths } = configHome();
    await saveProfile(paths, { name: 'a', profile: { baseUrl } });
    await saveProfile(paths, { name: 'b', profile: { baseUrl } });
    expect(await rejectionOf(useProfile(paths, 'x'))).toMatchObject({ code: 'UNKNOWN_PROFILE', exit: 5 });
    expect(await rejectionOf(renameProfile(paths, 'x', 'y'))).toMatchObject({ code: 'UNKNOWN_PROFILE' });
    expect(await rejectionOf(renameProfile(paths, 'a', 'b'))).toMatchObject({
      code: 'PROFILE_EXISTS',
      exit: 2,
    });
    expect(await rejectionOf(renameProfile(paths, 'a', '-b'))).toMatchObject({ code: 'BAD_PROFILE_NAME' });
    await useProfile(paths, 'b');
    expect(readSettings(paths).defaultProfile).toBe('b');
  });

  it('does not give a renamed profile the token that lay under the new name', async ({ expect }) => {
    const { paths } = configHome();
    await saveProfile(paths, { name: 'a', profile: { baseUrl } });
    await saveToken(paths, 'b', baseUrl, token);
    await renameProfile(paths, 'a', 'b');
    expect(readToken(paths, 'b', baseUrl)).toBeUndefined();
  });

  it('keep the profile when it is signed out, and no token that belongs to none', async ({ expect }) => {
    const { paths, config } = configHome();
    await saveProfile(paths, { name: 'a', profile: { baseUrl }, token });
    await saveProfile(paths, { name: 'b', profile: { baseUrl }, token: new Secret('kept') });
    await saveToken(paths, 'orphan', baseUrl, token);
    expect([await signOut(paths, 'a'), await signOut(paths, 'a')]).toEqual([true, false]);
    expect(listProfiles(paths).map(({ name, hasToken }) => [name, hasToken])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(readFileSync(join(config, 'credentials.json'), 'utf8')).not.toContain(CANARY);
  });

  it('leaves no trace of a token after its profile is removed', async ({ expect }) => {
    const { paths, config } = configHome();
    await saveProfile(paths, { name: 'a', profile: { baseUrl }, token });
    await saveToken(paths, 'orphan', baseUrl, token);
    const [, , host] = ownerId().split('-');
    writeFileSync(join(config, `credentials.json.${2 ** 22 + 5}-1-${host}.abc.tmp`), CANARY);
    expect(await removeProfile(paths, 'a')).toBe(true);
    expect(await removeProfile(paths, 'a')).toBe(false);
    expect(listProfiles(paths)).toEqual([]);
    expect(readSettings(paths).defaultProfile).toBeUndefined();
    expect(readdirSync(config)).toEqual(['config.json', 'credentials.json']);
    for (const name of readdirSync(config)) {
      expect(readFileSync(join(config, name), 'utf8')).not.toContain(CANARY);
      expect(statSync(join(config, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('lose nothing when many are saved at once', async ({ expect }) => {
    const { paths } = configHome();
    const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
    await Promise.all(names.map((name) => saveProfile(paths, { name, profile: { baseUrl }, token })));
    expect(listProfiles(paths).map(({ name, hasToken }) => [name, hasToken])).toEqual(
      names.map((name) => [name, true]),
    );
  });
});
