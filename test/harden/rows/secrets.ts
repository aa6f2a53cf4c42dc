// The token, and what else nobody but its owner may read.
import type { Row } from '../row.ts';

export const secrets: readonly Row[] = [
  {
    id: 'S1',
    promise:
      'a token in use goes to the socket of its host: no output, file, argument or child gets it in any form',
    wanted: { 'traced commands': 64, forms: 12 },
    tests: [
      'test/bin/token-traces.test.ts',
      'test/unit/client/hide-secrets.test.ts',
      'test/unit/client/redact.test.ts',
    ],
  },
  {
    id: 'S2',
    promise: 'no flag takes a token, secret or password from the command line',
    wanted: { flags: 800 },
    tests: ['test/contract/commands.test.ts'],
  },
  {
    id: 'S3',
    promise: 'a damaged credential file is told by its place, stays as it is and prints nothing of the token',
    wanted: { cuts: 106, flips: 106 },
    tests: ['test/contract/corrupt-credentials.test.ts', 'test/unit/config/credentials.test.ts'],
  },
  {
    id: 'S4',
    promise: 'no command prints the password of an address that it is given, valid or not, also with --debug',
    wanted: { addresses: 5000 },
    tests: ['test/contract/credentials-in-urls.test.ts', 'test/unit/client/redact.test.ts'],
  },
  {
    id: 'S5',
    promise:
      'the token goes to the one origin of its profile, wherever a redirect, a page or a file address points',
    wanted: { cases: 74 },
    tests: ['test/unit/client/origin.test.ts', 'test/unit/client/download.test.ts'],
  },
  {
    id: 'S6',
    promise:
      'a stored token goes to the origin it was saved for, and no project file sends any token elsewhere',
    wanted: { 'ways to name the address': 16 },
    tests: ['test/unit/config/resolve.test.ts'],
  },
  {
    id: 'S7',
    promise:
      'files of ours are 0600 in folders 0700 whatever the umask; links, pipes and files of others are refused',
    wanted: { cases: 24 },
    tests: ['test/unit/files/writer.test.ts'],
  },
  {
    id: 'S8',
    promise: 'after killed commands signing out leaves no token anywhere, in no temporary file either',
    wanted: { kills: 1000 },
    tests: ['test/harden/config-kills.test.ts', 'test/unit/config/profiles.test.ts'],
  },
  {
    id: 'S9',
    promise: 'a diagnostic report of a running command holds no token',
    wanted: { reports: 4 },
    tests: ['test/bin/reports.test.ts'],
    open: 'a heap snapshot or core dump holds the token, as the process itself must; neither is ever asked for',
  },
  {
    id: 'S10',
    promise: 'no format of any command prints a field that holds a secret, unless --show-secrets asks for it',
    wanted: { outputs: 800 },
    tests: ['test/contract/changed-answers.test.ts'],
  },
  {
    id: 'S11',
    promise: 'a proxy that refuses is named without user and password, and never gets the token',
    wanted: { refusals: 36 },
    tests: ['test/unit/client/proxy.test.ts'],
  },
  {
    id: 'S12',
    promise: 'a token file of any bytes is a token or an error of one line that does not quote it',
    wanted: { files: 2000 },
    tests: ['test/unit/config/secret.test.ts'],
  },
];
