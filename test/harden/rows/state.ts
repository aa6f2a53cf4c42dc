// Profiles, credentials and what else is kept between two commands.
import type { Row } from '../row.ts';

export const state: readonly Row[] = [
  {
    id: 'C1',
    promise: 'no change of a profile is lost among processes that make changes at once',
    wanted: { changes: 1000 },
    tests: ['test/harden/config-lost-updates.test.ts'],
  },
  {
    id: 'C2',
    promise: 'a killed or failing write leaves the old state or the new one, and no temporary file',
    wanted: { kills: 1000, 'holder kills': 200, 'failing calls': 60 },
    tests: ['test/harden/config-kills.test.ts', 'test/harden/config-faults.test.ts'],
  },
  {
    id: 'C3',
    promise: 'a file is replaced by a new one also where conf would write into the old one',
    wanted: { changes: 100 },
    tests: ['test/unit/config/settings.test.ts'],
  },
  {
    id: 'C4',
    promise: 'a profile is called as it was named, dots and the names of built-in properties included',
    wanted: { names: 5000 },
    tests: ['test/unit/config/settings.test.ts'],
  },
  {
    id: 'C5',
    promise:
      'a token in the environment is enough to read: no home, no disk to write, no name of a user is needed',
    wanted: { environments: 11 },
    tests: ['test/bin/environments.test.ts', 'test/unit/config/resolve.test.ts'],
  },
  {
    id: 'C6',
    promise: 'a file of a later format is read and never written; what is unknown in a file is kept',
    wanted: { files: 5 },
    tests: [
      'test/unit/config/settings.test.ts',
      'test/unit/config/credentials.test.ts',
      'test/unit/config/name-cache.test.ts',
    ],
    open: 'no format has changed yet, so there is no migration, and no backup by one, to test',
  },
  {
    id: 'C7',
    promise:
      'whatever asks before it destroys names profile and host; a flag beats the environment, and that the default',
    wanted: { commands: 21 },
    tests: ['test/contract/destructive-prompts.test.ts', 'test/unit/config/resolve.test.ts'],
  },
  {
    id: 'C9',
    promise: 'a project file chooses a profile only as the user allowed it, and never one of another user',
    wanted: { 'project files': 4 },
    tests: ['test/unit/config/resolve.test.ts'],
  },
  {
    id: 'C8',
    promise: 'containers that share a home, a host name and a kernel lose no sign-in of one another',
    wanted: { 'sign-ins': 600 },
    tests: ['test/harden/config-lost-updates.test.ts'],
    open: 'a container that is frozen for over a minute in the middle of a write loses its lock',
  },
  {
    id: 'C10',
    promise: 'compiled code that was damaged is made again, and what the program prints is the same',
    wanted: { damages: 20 },
    tests: ['test/bin/compiled-code.test.ts'],
  },
];
