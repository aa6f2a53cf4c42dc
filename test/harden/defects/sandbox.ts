// The local sandbox: what it promises to its file, and whom it answers.
import type { Defect } from './defect.ts';

const HTTP_TEST = 'test/sandbox/http.test.ts';
const ONE_ACCESS_TEST = 'test/contract/one-access.test.ts';

export const sandboxDefects: readonly Defect[] = [
  {
    id: 'grant-of-create-forgotten',
    what: 'the one function of access forgets a grant of create: lists, refusals and reports all say less',
    patches: [
      {
        file: 'src/sandbox/access.ts',
        find: 'const explicit = granted(kind).get(thing.id);',
        replace: "const explicit = [granted(kind).get(thing.id)].find((role) => role !== 'create');",
      },
    ],
    tests: [
      { file: ONE_ACCESS_TEST, name: 'is in the list of everyone with access' },
      { file: ONE_ACCESS_TEST, name: 'lets through as far as it goes' },
      { file: ONE_ACCESS_TEST, name: 'is in the report of' },
    ],
  },
  {
    id: 'comment-is-edit',
    what: 'whoever may comment on a space may edit it',
    patches: [{ file: 'src/sandbox/access.ts', find: "  edit: 'edit',", replace: "  edit: 'comment'," }],
    tests: [{ file: 'test/contract/rights.test.ts', name: 'gives to everybody what the table names' }],
  },
  {
    id: 'read-without-a-right',
    what: 'a GET looks at no right: every member reads what the organization pays',
    patches: [
      {
        file: 'src/sandbox/resources/people/organizations.ts',
        find: "requireOrganization(input.organizationId, 'viewBilling')",
        replace: "requireOrganization(input.organizationId, 'view')",
      },
    ],
    tests: [{ file: 'test/contract/rights.test.ts', name: 'gives to everybody what the table names' }],
  },
  {
    id: 'yaml-without-end',
    what: 'one YAML holds up everybody',
    patches: [
      { file: 'src/files/yaml-text.ts', find: 'const SHORT = 16 * 1024;', replace: 'const SHORT = 2 ** 40;' },
    ],
    tests: [{ file: 'test/unit/files/yaml-text.test.ts', name: 'takes too long is given up' }],
  },
  {
    id: 'quadratic-keys',
    what: 'keys of a YAML are compared each with each',
    patches: [{ file: 'src/files/yaml-text.ts', find: 'uniqueKeys: false', replace: 'uniqueKeys: true' }],
    tests: [{ file: 'test/unit/files/yaml-text.test.ts', name: 'takes linear time' }],
  },
  {
    id: 'many-attributes',
    what: 'a tag of an imported page may have any number of attributes',
    patches: [
      {
        file: 'src/files/html-bounds.ts',
        find: 'const MAX_ATTRIBUTES = 500;',
        replace: 'const MAX_ATTRIBUTES = 1e9;',
      },
    ],
    tests: [
      { file: 'test/sandbox/content/content-import.test.ts', name: 'is refused without a second look' },
    ],
  },
  {
    id: 'import-of-nothing',
    what: 'an import that could read no page is a success',
    patches: [
      {
        file: 'src/sandbox/content/import/website-import.ts',
        find: 'if (pages.length === 0) {',
        replace: 'if (pages.length < 0) {',
      },
    ],
    tests: [{ file: 'test/sandbox/content/content-import.test.ts', name: 'not an import of nothing' }],
  },
  {
    id: 'import-reaches-inside',
    what: 'a public page leads an import to an address inside the network',
    patches: [
      {
        file: 'src/sandbox/content/import/fetch-bytes.ts',
        find: 'if (isPrivateAddress(url.hostname)) throw',
        replace: "if (url.hostname === '') throw",
      },
    ],
    tests: [{ file: 'test/sandbox/content/reach.test.ts', name: 'began at a public address' }],
  },
  {
    id: 'hooks-of-the-target',
    what: 'an export runs the hooks of a repository on this machine',
    patches: [
      {
        file: 'src/sandbox/content/git/git-export.ts',
        find: "'--porcelain', RECEIVE, ",
        replace: "'--porcelain', RECEIVE.slice(0, 0) || '--verify', ",
      },
    ],
    tests: [{ file: 'test/sandbox/content/git-export.test.ts', name: 'has no hook' }],
  },
  {
    id: 'member-names-a-folder',
    what: 'a member who reaches a served sandbox names a folder of its machine',
    patches: [
      {
        file: 'src/sandbox/resources/integrations/git.ts',
        find: "if (call.origin !== 'sandbox:' &&",
        replace: "if (call.origin === '' &&",
      },
    ],
    tests: [{ file: 'test/sandbox/git.test.ts', name: 'administrators only' }],
  },
  {
    id: 'acknowledged-before-commit',
    what: 'a write is acknowledged before it is in the file',
    patches: [
      {
        file: 'src/sandbox/db/database.ts',
        find: '      guard(() => connection.exec(begin));\n',
        replace:
          "      if (depth === 0 && connection.isTransaction) connection.exec('COMMIT');\n      guard(() => connection.exec(begin));\n",
      },
      {
        file: 'src/sandbox/db/database.ts',
        find: '        guard(() => connection.exec(commit));\n',
        replace: `        if (depth > 1) guard(() => connection.exec(commit));
        else setTimeout(() => connection.isOpen && connection.isTransaction && connection.exec(commit), 50);
`,
      },
    ],
    tests: [{ file: 'test/sandbox/durability.test.ts', name: 'kills during writes' }],
  },
  {
    id: 'half-a-transaction',
    what: 'a change that fails half-way leaves its first half',
    patches: [
      {
        file: 'src/sandbox/db/database.ts',
        find: 'if (connection.isTransaction) connection.exec(rollback);',
        replace: 'if (connection.isTransaction) connection.exec(rollback.length > 0 ? commit : rollback);',
      },
    ],
    tests: [{ file: 'test/sandbox/database.test.ts' }],
  },
  {
    id: 'foreign-host-answered',
    what: 'a web page reaches the sandbox by a name of its own',
    patches: [
      {
        file: 'src/sandbox/http/admission.ts',
        find: 'if (host === undefined || others.length > 0 || !(isOurs(host, port) || isAllowedHost(host, admission))) {',
        replace: 'if (host === undefined || others.length > 0) {',
      },
    ],
    tests: [{ file: HTTP_TEST, name: 'refuses every other Host' }],
  },
  {
    id: 'foreign-origin-answered',
    what: 'a web page of another site may use the sandbox',
    patches: [
      {
        file: 'src/sandbox/http/admission.ts',
        find: "valuesOf(request, 'origin').some((origin) => !isOurOrigin(origin, port))",
        replace: "valuesOf(request, 'origin').some((origin) => origin === '' && !isOurOrigin(origin, port))",
      },
    ],
    tests: [{ file: HTTP_TEST, name: 'lets no web page change anything' }],
  },
  {
    id: 'no-body-limit',
    what: 'a request may be as long as it likes',
    patches: [
      {
        file: 'src/sandbox/http/routes.ts',
        find: 'if (size > limit) throw tooLarge(limit);',
        replace: 'if (size < 0) throw tooLarge(limit);',
      },
      {
        file: 'src/sandbox/http/routes.ts',
        find: "if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);",
        replace: '',
      },
    ],
    tests: [{ file: HTTP_TEST, name: 'bounds the body' }],
  },
  {
    id: 'any-token-taken',
    what: 'the sandbox answers those whose token it does not know',
    patches: [
      {
        file: 'src/sandbox/caller.ts',
        find: "if (row === undefined || caller === undefined)\n    throw new WireError(401, 'the sandbox does not know this token');\n  requireAlive(row, now);\n  return caller;",
        replace: "if (row) requireAlive(row, now);\n  return caller ?? { kind: 'user', userId: '' };",
      },
    ],
    tests: [{ file: HTTP_TEST, name: 'requires a token it knows' }],
  },
  {
    id: 'any-kind-taken',
    what: 'the sandbox takes every kind of token for every operation',
    patches: [
      {
        file: 'src/sandbox/caller.ts',
        find: 'if (takesToken(operation, kind)) return;',
        replace: "if (takesToken(operation, kind) || kind !== 'x') return;",
      },
    ],
    tests: [{ file: 'test/contract/token-kinds.test.ts', name: 'is taken where the platform takes it' }],
  },
  {
    id: 'merge-loses-a-side',
    what: 'a merge keeps the old value where only the other side changed it',
    patches: [
      {
        file: 'src/sandbox/content/merge/merge-text.ts',
        find: 'return same(ours, base) ? { value: theirs } : undefined;',
        replace: 'return same(ours, base) ? { value: ours } : undefined;',
      },
    ],
    tests: [{ file: 'test/sandbox/content/merge.test.ts' }],
  },
  {
    id: 'merge-hides-a-conflict',
    what: 'a merge takes ours where both sides changed a value',
    patches: [
      {
        file: 'src/sandbox/content/merge/merge-text.ts',
        find: 'if (same(ours, theirs) || same(theirs, base)) return { value: ours };',
        replace: 'if (same(ours, theirs) || !same(ours, base)) return { value: ours };',
      },
    ],
    tests: [{ file: 'test/sandbox/content/merge.test.ts' }],
  },
  {
    id: 'reset-of-any-file',
    what: 'a reset deletes a file that is not a sandbox',
    patches: [
      {
        file: 'src/sandbox/remove.ts',
        find: "if (there && !bearsMark(file)) throw notOurs(file, 'is not a sandbox file');",
        replace: '',
      },
    ],
    tests: [{ file: 'test/unit/jobs/sandbox/sandbox.test.ts', name: 'refuses a folder, a link' }],
  },
  {
    id: 'reset-under-a-server',
    what: 'a reset deletes the file that a running server writes to',
    patches: [
      { file: 'src/sandbox/remove.ts', find: '  if (!servedToo) refuseServed(file);\n', replace: '' },
    ],
    tests: [
      {
        file: 'test/unit/jobs/sandbox/sandbox.test.ts',
        name: 'refuses a file that is being served',
      },
    ],
  },
  {
    id: 'sandbox-over-a-host',
    what: 'a sandbox takes the name and the token of the profile of a real host',
    patches: [
      {
        file: 'src/config/profiles.ts',
        find: "if (!known || known.kind === 'sandbox' || isSandboxUrl(known.baseUrl)) return;",
        replace: 'if (known || hint) return;',
      },
    ],
    tests: [{ file: 'test/unit/jobs/sandbox/sandbox.test.ts', name: 'never replaced by one of a sandbox' }],
  },
  {
    id: 'serves-a-removed-file',
    what: 'a server goes on from a file that was removed or replaced',
    patches: [
      {
        file: 'src/sandbox/db/file-format.ts',
        find: 'if (now === opened) return;',
        replace: 'if (opened) return;',
      },
    ],
    tests: [{ file: 'test/sandbox/serving.test.ts', name: 'never served on' }],
  },
  {
    id: 'any-origin-allowed',
    what: 'an allowed origin opens the sandbox to every page',
    patches: [
      {
        file: 'src/sandbox/http/admission.ts',
        find: 'others.length === 0 && origins.includes(origin) ? origin : undefined;',
        replace: 'others.length === 0 && origins.length > 0 ? origin : undefined;',
      },
    ],
    tests: [{ file: 'test/sandbox/serving.test.ts', name: 'is named by --allow-host' }],
  },
  {
    id: 'waits-with-the-whole-server',
    what: 'a server that waits for another process answers nobody',
    patches: [
      { file: 'src/sandbox/serve.ts', find: 'const BUSY_MS = 1000;', replace: 'const BUSY_MS = 10_000;' },
      {
        file: 'src/sandbox/lock.ts',
        find: 'while (!db.isFree() && performance.now() < until)',
        replace: 'while (!db && performance.now() < until)',
      },
    ],
    tests: [{ file: 'test/sandbox/serving.test.ts', name: 'goes on answering reads' }],
  },
  {
    id: 'delivered-without-an-answer',
    what: 'an event counts as delivered although the tunnel did not take it',
    patches: [
      {
        file: 'src/sandbox/resources/integrations/deliver.ts',
        find: 'if (tunnelUrl !== null && !arrived) dead.add(tunnelUrl);\n    finishEvent(sandbox.db, event.id, arrived ?',
        replace:
          'if (tunnelUrl !== null && !arrived) dead.add(tunnelUrl);\n    finishEvent(sandbox.db, event.id, log ?',
      },
    ],
    tests: [{ file: 'test/sandbox/deliveries.test.ts', name: 'a dead tunnel' }],
  },
  {
    id: 'events-to-anywhere',
    what: 'events go to an address that nobody allowed',
    patches: [
      {
        file: 'src/sandbox/resources/integrations/publish.ts',
        find: 'if (isHere(host) || sandbox.eventHosts?.some((allowed) => allowed.toLowerCase() === host)) return undefined;',
        replace: "if (host || isHere(sandbox.eventHosts?.[0] ?? '')) return undefined;",
      },
    ],
    tests: [{ file: 'test/sandbox/extensions.test.ts', name: 'an installation' }],
  },
];
