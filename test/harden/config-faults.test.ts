import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, it } from 'vitest';
import { readToken, Secret } from '../../src/config/credentials.ts';
import { listProfiles, saveProfile } from '../../src/config/profiles.ts';
import { sweepLeftovers } from '../../src/files/lock.ts';
import { bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';
import { failing } from '../helpers/strace.ts';

const script = perFile(() => bundled('test/helpers/config-changer.ts'));

const hasStrace = spawnSync('strace', ['-V']).status === 0;
/** A rename across disks is where some writers truncate instead. */
const FAULTS = [
  'error=EIO',
  'signal=KILL',
  ...(process.env.DOCS_HARDEN ? ['error=ENOSPC', 'error=EDQUOT', 'error=EXDEV'] : []),
];
const baseUrl = 'https://docs.example.com';

// Saving one profile makes three locks and two files: this many calls of each kind.
describe.for([
  ['symlink', 3],
  ['fsync', 4],
  ['rename', 2],
  ['unlink', 3],
] as const)('when %s fails', ([call, times]) => {
  const faults = Array.from({ length: times }, (_, at) => at + 1).flatMap((at) =>
    FAULTS.map((fault) => [at, fault] as const),
  );

  it.for(faults)(
    'at call %i with %s, the old profiles or the new are there',
    async ([at, fault], { expect, skip }) => {
      skip(!hasStrace, 'strace is not installed');
      const { paths, config } = configHome();
      await saveProfile(paths, { name: 'old', profile: { baseUrl }, token: new Secret('canary-old') });
      const words = [...failing(`${call}:${fault}:when=${at}`), process.execPath, script.path];
      const run = spawnSync('strace', [...words, 'save', config, 'new', '1'], {
        ...{ input: 'go\n', encoding: 'utf8' },
      });
      const profiles = new Map(listProfiles(paths).map(({ name, hasToken }) => [name, hasToken]));
      const isDone = run.stdout.includes('done save new-0');
      // A lock that cannot be removed fails nothing: its holder is dead a moment later.
      expect(isDone).toBe(call === 'unlink' && fault !== 'signal=KILL');
      expect(profiles.get('old')).toBe(true);
      expect(readToken(paths, 'old', baseUrl)?.reveal()).toBe('canary-old');
      if (isDone) expect(profiles.get('new-0')).toBe(true);
      expect(run.stdout + run.stderr).not.toContain('canary');

      sweepLeftovers(config);
      expect(readdirSync(config).sort()).toEqual(['config.json', 'credentials.json']);
      await saveProfile(paths, { name: 'next', profile: { baseUrl } });
      expect(listProfiles(paths).map(({ name }) => name)).toContain('next');
      reached('C2', 'failing calls', 1);
    },
  );
});
