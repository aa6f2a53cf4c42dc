// The local platform: what reaches it, what it holds and what it leaves.
import type { Row } from '../row.ts';

export const sandbox: readonly Row[] = [
  {
    id: 'L1',
    promise: 'only a program that addresses the sandbox by its own name and port gets an answer',
    wanted: { 'Host values': 40 },
    tests: ['test/sandbox/http.test.ts', 'test/bin/sandbox-serve.test.ts'],
  },
  {
    id: 'L2',
    promise: 'no web page changes anything in the sandbox, whatever method, type and origin it sends',
    wanted: { combinations: 240 },
    tests: ['test/sandbox/http.test.ts'],
  },
  {
    id: 'L3',
    promise: 'another user of the machine reads no file of the sandbox and gets 401 from it',
    wanted: { users: 1 },
    tests: ['test/bin/sandbox-serve.test.ts'],
  },
  {
    id: 'L4',
    promise:
      'a served sandbox outlives any bytes, cuts off the slow and the many, and grows by less than 20 MB',
    wanted: { requests: 20_000, 'time limits': 2, connections: 256 },
    tests: ['test/sandbox/http.test.ts', 'test/harden/sandbox-abuse.test.ts'],
  },
  {
    id: 'L5',
    promise: 'a killed writer loses nothing that was acknowledged and damages nothing',
    wanted: { kills: 1000 },
    tests: ['test/sandbox/durability.test.ts', 'test/sandbox/file.test.ts'],
  },
  {
    id: 'L6',
    promise: 'the sandbox connects to what a request asked for, without a token, and to nothing else',
    wanted: { commands: 5 },
    tests: ['test/bin/sandbox-serve.test.ts'],
  },
  {
    id: 'L7',
    promise:
      'every answer of a sandbox says that it is one, and no stored token of a host goes to it, nor the reverse',
    wanted: { combinations: 48 },
    tests: ['test/contract/sandbox-or-host.test.ts', 'test/sandbox/http.test.ts'],
    open: 'DOCS_TOKEN of the environment goes where --profile or --base-url says: it comes first in the order of precedence',
  },
  {
    id: 'L8',
    promise:
      'no expression of the program takes 50 ms over any of the texts of 100,000 characters made against it',
    wanted: { expressions: 350 },
    tests: ['test/harden/expressions.test.ts', 'test/harden/patterns.test.ts'],
  },
  {
    id: 'L9',
    promise: 'a server leaves no process and no profile behind, and a port in use is exit 1',
    wanted: { starts: 50 },
    tests: ['test/bin/sandbox-serve.test.ts'],
  },
  {
    id: 'L10',
    promise:
      '200 connections for a minute: no error, flat memory, p99 stated; 20 processes write to the same file',
    wanted: { connections: 200, seconds: 60, processes: 20, 'ms at p99 (stated)': 1 },
    tests: ['test/harden/sandbox-load.test.ts'],
  },
  {
    id: 'L11',
    promise:
      'a fetch of the sandbox that began at a public address reaches no private one, by redirect, image or name',
    wanted: { addresses: 20 },
    tests: ['test/sandbox/content/reach.test.ts'],
  },
  {
    id: 'L12',
    promise:
      'a server whose file is removed, moved, replaced or reset answers 503 or the reset is refused: nothing acknowledged is lost',
    wanted: { rounds: 200 },
    tests: ['test/sandbox/serving.test.ts'],
  },
  {
    id: 'L13',
    promise:
      'an event is called delivered only when its receiver answered 2xx; every other attempt is in its log',
    wanted: { outcomes: 5 },
    tests: ['test/sandbox/deliveries.test.ts'],
  },
  {
    id: 'L14',
    promise:
      'every answer over random organizations fits its operation and the published facts: what is required is there',
    wanted: { organizations: 200 },
    tests: ['test/sandbox/contract-walk.test.ts'],
  },
  {
    id: 'L15',
    promise:
      'a server that is killed, reset, or whose file is replaced, removed or made read-only, or whose disk is full, loses nothing acknowledged',
    wanted: { rounds: 200 },
    tests: ['test/harden/sandbox-faults.test.ts'],
  },
  {
    id: 'L16',
    promise:
      'during a heavy job on a space of 20,000 pages nobody else waits for 200 ms of CPU, and all of them stay below 400 MiB',
    wanted: {
      pages: 20_000,
      'spaces of 100 pages': 200,
      'ms of the longest wait (stated)': 1,
      'ms of CPU during the longest wait (stated)': 1,
      'ms of CPU at a stretch (stated)': 1,
      'MiB of memory (stated)': 1,
    },
    tests: ['test/harden/sandbox-heavy.test.ts'],
  },
  {
    id: 'L17',
    promise:
      'any sequence of changes leaves sites and collections as a simple model says, and an import gives what was exported',
    wanted: {
      'sequences for sites': 2000,
      'sequences for collections': 500,
      'spaces exported': 200,
      'spaces exported through git': 40,
    },
    tests: [
      'test/sandbox/site-structure.model.test.ts',
      'test/sandbox/collections.model.test.ts',
      'test/sandbox/content/git-export.test.ts',
      'test/sandbox/content/repo-round-trip.test.ts',
    ],
  },
  {
    id: 'L18',
    promise: 'redirects of a site are what a simple model says after every change, and lead where it says',
    wanted: { 'sequences of redirects': 2000 },
    tests: ['test/sandbox/redirects.model.test.ts'],
  },
  {
    id: 'L19',
    promise:
      'who may see and change spaces, collections and sites is what a simple model says, after any sequence of grants',
    wanted: { sequences: 2000 },
    tests: ['test/sandbox/permissions.model.test.ts'],
  },
  {
    id: 'L20',
    promise: 'the looks of a site and of its spaces are what a simple model says after every change',
    wanted: { 'sequences of looks': 2000 },
    tests: ['test/sandbox/customization.model.test.ts'],
  },
  {
    id: 'L21',
    promise:
      'matrix, of, who-can and why are what the platform adds up and what each member is let through to, and every command of why does what it says',
    wanted: { organizations: 200 },
    tests: ['test/unit/jobs/access/random.test.ts'],
  },
  {
    id: 'L22',
    promise:
      'a matrix of 500 members and 400 spaces costs a request a space and two; with origins three, two a collection, one a team',
    wanted: { cells: 200_000 },
    tests: ['test/harden/access-at-size.test.ts'],
  },
  {
    id: 'L23',
    promise:
      'each request gives a stranger, a guest and a member of each role what a table names, and tells nobody of what is hidden',
    wanted: { operations: 347 },
    tests: ['test/contract/rights.test.ts'],
  },
  {
    id: 'L24',
    promise: 'offboarding tells everything that a member has, and leaves nothing but what they wrote',
    wanted: { situations: 10, ways: 2 },
    tests: ['test/unit/jobs/offboard/offboard.test.ts'],
  },
  {
    id: 'L25',
    promise: 'an export of audit events has each event once, across kills, new arrivals and equal times',
    wanted: { exports: 20, events: 5000 },
    tests: ['test/harden/audit-export-kills.test.ts'],
  },
  {
    id: 'L26',
    promise:
      'a clone of an organization shows what its source shows, by the API and by six commands, and nothing but GET is sent to the source',
    wanted: { 'cloned organizations': 50, 'compared organizations': 50 },
    tests: ['test/unit/jobs/clone/clone.test.ts', 'test/unit/jobs/clone/clone-same.test.ts'],
  },
  {
    id: 'L27',
    promise: 'a directory that was reconciled leaves nothing to do, and never the caller without their role',
    wanted: { directories: 200 },
    tests: ['test/unit/jobs/reconcile/reconcile.test.ts'],
  },
  {
    id: 'L38',
    promise:
      'a folder of an organization, applied to an empty one and pulled again, is the same; applied twice nothing is sent; what is edited is planned, applied and undone as that',
    wanted: { organizations: 300, edits: 500 },
    tests: ['test/unit/jobs/organization/random-organizations.test.ts'],
  },
  {
    id: 'L39',
    promise:
      'a plan of a folder of 10,000 spaces, 5,000 members and 50 sites costs what the lists cost and what changed, grows as they do, and takes less than 250 MB',
    wanted: { spaces: 10_000 },
    tests: ['test/harden/organization-at-size.test.ts'],
  },
  {
    id: 'L40',
    promise:
      'docs sandbox exec leaves no server and no file, whether its program fails, hangs, hears no signal, is killed or goes to the background',
    wanted: { programs: 100 },
    tests: ['test/bin/sandbox-exec.test.ts'],
  },
  {
    id: 'L36',
    promise:
      'a clone made with --anonymise has no name, email, photo or host of its source in any byte of its file',
    wanted: { 'anonymised clones': 50 },
    tests: ['test/unit/jobs/clone/anonymise.test.ts'],
  },
  {
    id: 'L37',
    promise:
      'a clone of 1,000 spaces is under 300 MB, and the second run sends under 5 % of the requests of the first',
    wanted: { 'spaces of 20 pages': 1000 },
    tests: ['test/unit/jobs/clone/clone-size.test.ts'],
  },
];
