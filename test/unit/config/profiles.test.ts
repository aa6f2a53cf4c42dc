import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { Secret, saveToken } from '../../../src/config/credentials.ts';
import { listProfiles, removeProfile, saveProfile } from '../../../src/config/profiles.ts';
import { readSettings } from '../../../src/config/settings.ts';
import { ownerId } from '../../../src/files/lock.ts';
import { configHome } from '../../helpers/config-home.ts';

const CANARY = 'canary-1f4c9a';
const baseUrl = 'https://docs.example.com';
const token = new Secret(CANARY);

describe('profiles', () => {
  it('leave no trace of a token after they are removed', async ({ expect }) => {
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
