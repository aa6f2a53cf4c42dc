// Which project files may choose a profile: those the user allowed, by the hash of their text, in our own config folder.
import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { isJsonObject, type JsonObject, parseJsonFile, refuseNewer, toJsonFile } from '../files/json-file.ts';
import { effectiveUser } from '../files/leftovers.ts';
import { nodeCrypto } from '../files/of-node.ts';
import { readPrivateFile } from '../files/private-file.ts';
import { updateFile } from '../files/writer.ts';
import { type Paths, requirePath } from './paths.ts';

const VERSION = 1;

interface Refusal {
  why: string;
  /** Only the user's own file can be allowed. */
  canAllow: boolean;
}

export interface RefusedProfile extends Refusal {
  profile: string;
  path: string;
}

/** Why the file at `path` may not choose a profile; undefined when it may. A changed file is asked about anew. */
export function profileRefusal(paths: Paths, path: string): Refusal | undefined {
  const foreign = foreignOwner(path);
  if (foreign !== undefined) return { why: foreign, canAllow: false };
  if (isAllowed(paths, path)) return undefined;
  return { why: 'it was not allowed for this folder', canAllow: true };
}

/** True when the text of the file, as it is now, was allowed. */
export function isAllowed(paths: Paths, path: string): boolean {
  if (paths.config === undefined) return false;
  const file = allowedPath(paths);
  const text = readPrivateFile(file);
  if (text === undefined) return false;
  const { projects } = parseJsonFile(file, text);
  return isJsonObject(projects) && hashOf(path) === projects[realpathSync(path)];
}

/** Allows the file at `path`, as it is now, to choose a profile. Throws ConfigError and LocalIoError. */
export async function allowProjectFile(paths: Paths, path: string): Promise<void> {
  const file = allowedPath(paths);
  const hash = hashOf(path);
  const change = (old: string | undefined) => {
    const now: JsonObject = old === undefined ? {} : parseJsonFile(file, old);
    refuseNewer(file, now.version, VERSION);
    const projects = isJsonObject(now.projects) ? now.projects : {};
    return toJsonFile({ version: VERSION, ...now, projects: { ...projects, [realpathSync(path)]: hash } });
  };
  await updateFile(file, change, { ownDir: true });
}

/** A ConfigError `PROJECT_PROFILE`. */
export function notAllowed({ profile, path, why, canAllow }: RefusedProfile): ConfigError {
  const shown = JSON.stringify(profile);
  return new ConfigError(`"${path}" may not choose profile ${shown}: ${why}`, {
    code: 'PROJECT_PROFILE',
    hint: canAllow
      ? 'docs use --allow, or name the profile with --profile'
      : 'name the profile with --profile',
    details: { profile, path },
  });
}

const allowedPath = (paths: Paths) => join(requirePath(paths, 'config'), 'allowed.json');

function hashOf(path: string): string {
  return nodeCrypto().createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The file, and whoever can replace it: the folder it is in, also behind a link. */
function foreignOwner(path: string): string | undefined {
  const user = effectiveUser();
  if (user === undefined) return undefined;
  const real = realpathSync(path);
  const owners = [path, dirname(path), real, dirname(real)].map((one): [string, Stats] => [
    one,
    lstatSync(one),
  ]);
  const foreign = owners.find(([, { uid }]) => uid !== user);
  return foreign && `"${foreign[0]}" belongs to another user (uid ${foreign[1].uid})`;
}
