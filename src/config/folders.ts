// The folders for settings, data and caches. It must import none of our modules: what keeps compiled code needs it before errors.ts is loaded.
import { posix, win32 } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Paths {
  readonly config: string | undefined;
  readonly data: string | undefined;
  readonly cache: string | undefined;
}

/** Folders by DOCS_CONFIG_DIR, DOCS_DATA_DIR and DOCS_CACHE_DIR, else by the system's own rule; undefined without a home. Never throws. */
export function pathsOf({ env, platform, cwd }: { env: Env; platform: string; cwd: string }): Paths {
  const path = platform === 'win32' ? win32 : posix;
  const system = platform === 'win32' ? windowsFolders(env) : xdgFolders(env);
  const choose = (own: string | undefined, ofSystem: string | undefined) =>
    own ? path.resolve(cwd, own) : ofSystem;
  return {
    config: choose(env.DOCS_CONFIG_DIR, system.config),
    data: choose(env.DOCS_DATA_DIR, system.data),
    cache: choose(env.DOCS_CACHE_DIR, system.cache),
  };
}

function xdgFolders(env: Env): Paths {
  const home = absolute(env.HOME, posix.isAbsolute);
  // The XDG rule: a relative path counts as not set.
  const folder = (variable: string | undefined, ...below: string[]) => {
    const given = absolute(variable, posix.isAbsolute);
    if (given) return posix.join(given, 'docs');
    return home && posix.join(home, ...below, 'docs');
  };
  return {
    config: folder(env.XDG_CONFIG_HOME, '.config'),
    data: folder(env.XDG_DATA_HOME, '.local', 'share'),
    cache: folder(env.XDG_CACHE_HOME, '.cache'),
  };
}

function windowsFolders(env: Env): Paths {
  const home = absolute(env.USERPROFILE, win32.isAbsolute);
  const roaming = absolute(env.APPDATA, win32.isAbsolute) ?? (home && win32.join(home, 'AppData', 'Roaming'));
  const local =
    absolute(env.LOCALAPPDATA, win32.isAbsolute) ?? (home && win32.join(home, 'AppData', 'Local'));
  return {
    config: roaming && win32.join(roaming, 'docs'),
    data: local && win32.join(local, 'docs', 'data'),
    cache: local && win32.join(local, 'docs', 'cache'),
  };
}

const absolute = (path: string | undefined, isAbsolute: (path: string) => boolean): string | undefined =>
  path && isAbsolute(path) ? path : undefined;
