import { describe, it } from 'vitest';
import { pathsOf } from '../../../src/config/folders.ts';
import { requirePath } from '../../../src/config/paths.ts';
import { ConfigError } from '../../../src/errors.ts';
import { thrownBy } from '../../helpers/config-home.ts';

const linux = (env: Record<string, string>) => pathsOf({ env, platform: 'linux', cwd: '/work' });

describe('pathsOf', () => {
  it('follows the XDG folders below the home', ({ expect }) => {
    expect(linux({ HOME: '/home/a' })).toEqual({
      config: '/home/a/.config/docs',
      data: '/home/a/.local/share/docs',
      cache: '/home/a/.cache/docs',
    });
  });

  it('prefers the XDG variables, and ignores relative ones', ({ expect }) => {
    const paths = linux({ HOME: '/home/a', XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: 'rel', XDG_CACHE_HOME: '' });
    expect(paths).toEqual({
      config: '/c/docs',
      data: '/home/a/.local/share/docs',
      cache: '/home/a/.cache/docs',
    });
  });

  it('prefers its own variables above all, relative to the working folder', ({ expect }) => {
    const paths = linux({
      XDG_CONFIG_HOME: '/c',
      DOCS_CONFIG_DIR: 'here',
      DOCS_DATA_DIR: '/d',
      DOCS_CACHE_DIR: '/e',
    });
    expect(paths).toEqual({ config: '/work/here', data: '/d', cache: '/e' });
  });

  it.for([{}, { HOME: '' }, { HOME: 'relative' }])(
    'knows no folder with %j, and says so when one is needed',
    (env, { expect }) => {
      const paths = linux(env);
      expect(paths).toEqual({ config: undefined, data: undefined, cache: undefined });
      const error = thrownBy(() => requirePath(paths, 'config'));
      expect(error).toBeInstanceOf(ConfigError);
      expect(error).toHaveProperty('message', expect.stringContaining('HOME is not set to an absolute path'));
      expect(error).toMatchObject({ code: 'NO_HOME', hint: 'set HOME or DOCS_CONFIG_DIR' });
    },
  );

  it('uses the roaming and local folders on Windows', ({ expect }) => {
    const env = { APPDATA: 'C:\\U\\Roaming', LOCALAPPDATA: 'C:\\U\\Local' };
    const folders = {
      config: 'C:\\U\\Roaming\\docs',
      data: 'C:\\U\\Local\\docs\\data',
      cache: 'C:\\U\\Local\\docs\\cache',
    };
    expect(pathsOf({ env, platform: 'win32', cwd: 'C:\\w' })).toEqual(folders);
    const home = pathsOf({ env: { USERPROFILE: 'C:\\U' }, platform: 'win32', cwd: 'C:\\w' });
    expect(home.config).toBe('C:\\U\\AppData\\Roaming\\docs');
  });
});
