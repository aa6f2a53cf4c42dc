// The profile of a served sandbox: one for each server, and never in place of one that is in use.

import { UsageError } from '../../../errors.ts';
import type { ServeRun } from './serve-flags.ts';

const NAME = 'sandbox-serve';
const PROBE_MS = 500;

interface Kept {
  name: string;
  remove(): Promise<void>;
}

/**
 * Saves the profile under the name that was asked for, or `sandbox-serve`, or that with the port where it is taken. Throws
 * UsageError `PROFILE_EXISTS` where the name asked for belongs to a real host or to a server that runs.
 */
export async function keepServeProfile(run: ServeRun, served: { url: string; token: string }): Promise<Kept> {
  const { listProfiles, removeProfile, saveProfile } = await import('../../../config/profiles.ts');
  const { parseToken } = await import('../../../config/secret.ts');
  const paths = run.context.paths();
  const save = (name: string) =>
    saveProfile(paths, {
      name,
      profile: { baseUrl: served.url, kind: 'sandbox' },
      token: parseToken(served.token),
      keepHost: 'choose another name: --profile-name <profile>',
      mayReplace: async ({ baseUrl }) => !(await isServing(baseUrl)),
    });
  const asked = run.flags.profileName;
  let name = typeof asked === 'string' ? asked : NAME;
  try {
    await save(name);
  } catch (error) {
    const isTaken = error instanceof UsageError && error.code === 'PROFILE_EXISTS';
    if (!isTaken || asked !== undefined) throw error;
    name = `${NAME}-${new URL(served.url).port}`;
    await save(name);
  }
  return {
    name,
    async remove() {
      const { baseUrl } = listProfiles(paths).find((profile) => profile.name === name) ?? {};
      // Somebody may have made it their own meanwhile.
      if (baseUrl === served.url) await removeProfile(paths, name);
    },
  };
}

/** Whether a server answers there; a sandbox in a file needs none, and its profile is not ours to replace. */
async function isServing(baseUrl: string): Promise<boolean> {
  if (!baseUrl.startsWith('http')) return true;
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(PROBE_MS, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
