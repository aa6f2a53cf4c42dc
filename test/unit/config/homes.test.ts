// What settings, credentials and project files of a new home come to, step by step: a step is a word and what it is given, as
// words or as JSON, and what it gives back or throws stands behind the arrow. Names of files are below the folder of settings.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import * as credentials from '../../../src/config/credentials.ts';
import * as profiles from '../../../src/config/profiles.ts';
import { findProjectFile, writeProjectFile } from '../../../src/config/project-file.ts';
import { type Profile, readSettings } from '../../../src/config/settings.ts';
import { changeSettings } from '../../../src/config/settings-store.ts';
import { DocsError } from '../../../src/errors.ts';
import { type ConfigHome, configHome } from '../../helpers/config-home.ts';
import { reached } from '../../helpers/runs.ts';
import { spread, textCases } from '../../helpers/text-cases.ts';

const CANARY = 'gb_api_CANARY0123456789';
/** Any four characters of the token in a row are a leak. */
const PARTS = Array.from({ length: CANARY.length - 3 }, (_, at) => CANARY.slice(at, at + 4));

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);

function file(path: string, words: readonly string[]) {
  if (words.length === 0) return readFileSync(path, 'utf8');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, words.join(' '), { mode: 0o600 });
  return undefined;
}

type Step = (home: ConfigHome, ...given: never[]) => unknown;
type Keeper = credentials.TokenKeeper;
const kept = (token: string | Keeper) => (typeof token === 'string' ? new credentials.Secret(token) : token);

const STEPS: Readonly<Record<string, Step>> = {
  /** Writes a text, or says what is there; `project` that of a folder below the home. */
  file: ({ config }, name: string, ...text: string[]) => file(join(config, name), text),
  project: ({ home }, folder: string, ...text: string[]) => file(join(home, folder, '.docsrc.json'), text),
  /** Sets the rights of a file or folder, or says which it has. */
  rights: ({ config }, name: string, set?: string) =>
    set === undefined ? rights(join(config, name)) : chmodSync(join(config, name), Number.parseInt(set, 8)),
  /** What it has of them whatever is taken from new files. */
  ownRights: ({ config }, name: string) => (statSync(join(config, name)).mode & 0o700).toString(8),
  /** Files below the home. */
  files: ({ home }) => {
    const all = readdirSync(home, { recursive: true, withFileTypes: true });
    return all.flatMap((one) => (one.isFile() ? [one.name] : [])).sort();
  },
  entries: ({ home }) => readdirSync(home),
  settings: ({ paths }) => {
    const { profiles: all, ...rest } = readSettings(paths);
    return { ...rest, profiles: Object.fromEntries(all) };
  },
  /** Adds these profiles, and the default. */
  change: ({ paths }, added: Record<string, Profile> = {}, defaultProfile?: string) =>
    changeSettings(paths, (draft) => {
      for (const [name, profile] of Object.entries(added)) draft.profiles.set(name, { ...profile });
      if (defaultProfile !== undefined) draft.defaultProfile = defaultProfile;
    }),
  saveToken: ({ paths }, name: string, origin: string, token: string | Keeper) =>
    credentials.saveToken(paths, name, origin, kept(token)),
  readToken: ({ paths }, name: string, origin: string) =>
    credentials.readToken(paths, name, origin)?.reveal() ?? 'none',
  keeper: ({ paths }, name: string, origin: string) =>
    credentials.readTokenKeeper(paths, name, origin) ?? 'none',
  storedKeeper: ({ paths }, name: string) => credentials.storedKeeper(paths, name) ?? 'none',
  origins: ({ paths }) => Object.fromEntries(credentials.storedOrigins(paths)),
  copyToken: ({ paths }, from: string, to: string) => credentials.copyToken(paths, from, to),
  removeToken: ({ paths }, name: string) => credentials.removeToken(paths, name),
  keepTokens: ({ paths }, ...names: string[]) => credentials.keepTokensOf(paths, new Set(names)),
  save: ({ paths }, { token, ...given }: Omit<profiles.SaveProfile, 'token'> & { token?: string }) =>
    profiles.saveProfile(paths, { ...given, ...(token && { token: kept(token) }) }),
  profiles: ({ paths }) => profiles.listProfiles(paths),
  use: ({ paths }, name: string) => profiles.useProfile(paths, name),
  rename: ({ paths }, from: string, to: string) => profiles.renameProfile(paths, from, to),
  remove: ({ paths }, name: string) => profiles.removeProfile(paths, name),
  signOut: ({ paths }, name: string) => profiles.signOut(paths, name),
  find: ({ home }, folder: string) => findProjectFile(join(home, folder)) ?? 'none',
  write: ({ home }, folder: string, names: Parameters<typeof writeProjectFile>[1]) =>
    writeProjectFile(join(home, folder), { site: undefined, ...names }),
};

textCases(join(import.meta.dirname, 'homes'), async (file, { steps = '' }) => {
  const home = configHome();
  const lines: string[] = [];
  for (const line of steps.trimEnd().split('\n')) {
    const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(spread(line)) ?? [];
    const given = rest === '' ? [] : /^[[{"]/.test(rest) ? [JSON.parse(rest)].flat() : rest.split(' ');
    const step = STEPS[word] ?? expect.fail(`no step ${word}`);
    const end = await (async () => step(home, ...(given as never[])))().then(shown, thrown);
    lines.push(`${line}${end.replaceAll(home.home, '~')}\n`);
  }
  if (file === 'formats') reached('C6', 'files', 1);
  return { become: lines.join('') };
});

function shown(value: unknown): string {
  if (value === undefined) return '';
  return ` -> ${typeof value === 'string' && !value.includes('\n') ? value : JSON.stringify(value)}`;
}

function thrown(error: unknown): string {
  if (!(error instanceof DocsError)) throw error;
  const all = inspect(error, { depth: 9 });
  expect([all.match(/canary/i), PARTS.filter((part) => all.includes(part))]).toEqual([null, []]);
  const { name, code, exit, message, hint, details } = error;
  const facts = [`${name} ${code}, exit ${exit}: ${message}`, hint && `(${hint})`, JSON.stringify(details)];
  return ` -> ${facts.filter(Boolean).join(' ')}`;
}
