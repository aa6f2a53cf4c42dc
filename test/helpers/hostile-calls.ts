// Calls that an agent may be talked into: each tries to change something, to leave its fence or to touch this machine.
const DASHES = [
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\u2212',
  '\ufe58',
  '\ufe63',
  '\uff0d',
];

/** Commands that change something on the platform. */
const CHANGES: readonly (readonly string[])[] = [
  ['spaces', 'delete', 'Guides'],
  ['spaces', 'rm', 'Guides'],
  ['spaces', 'update', 'Guides', '--title', 'Mine'],
  ['spaces', 'create', '--title', 'Mine'],
  ['sites', 'delete', 'Tarnpost Docs'],
  ['sites', 'publish', 'Tarnpost Docs'],
  ['members', 'update', 'aiko@tarnpost.example', '--role', 'admin'],
  ['members', 'remove', 'aiko@tarnpost.example'],
  ['cr', 'merge', '4', '--space', 'Guides'],
  ['teams', 'create', '--title', 'Mine'],
];

/** Commands that touch this machine, the account or any request. */
const ELSEWHERE: readonly (readonly string[])[] = [
  ['api', '/v1/orgs'],
  ['api', 'POST', '/v1/orgs'],
  ['api', '-X', 'DELETE', '/v1/spaces/x'],
  ['api', '--method', 'POST', '/v1/spaces'],
  ['auth', 'token'],
  ['auth', 'logout'],
  ['auth', 'login'],
  ['profiles', 'list'],
  ['profiles', 'use', 'x'],
  ['history'],
  ['undo'],
  ['undo', '--yes'],
  ['apply', 'plan.json', '--yes'],
  ['apply', '-'],
  ['plan', 'show', '/etc/passwd'],
  ['context'],
  ['use', '--org', 'x'],
  ['sandbox', 'reset'],
  ['sandbox', 'serve'],
  ['doctor'],
  ['open', 'Guides'],
  ['completion', 'bash'],
  ['mcp'],
  ['mcp', 'install', '--client', 'codex', '--yes'],
  ['export', '--to', '/tmp/x'],
  ['export', 'verify', '/tmp'],
  ['login'],
  ['whoami'],
];

/** Flags that consent, open files or programs, or show what should not be seen. */
const FLAGS: readonly (readonly string[])[] = [
  ['--yes'],
  ['-y'],
  ['--confirm', 'Guides'],
  ['--confirm=Guides'],
  ['--profile', 'other'],
  ['--profile=other'],
  ['--base-url', 'http://127.0.0.1:9'],
  ['--base-url=https://evil.example'],
  ['--debug'],
  ['--debug-har', '/tmp/x.har'],
  ['--plan-out', '/tmp/x'],
  ['--plan-out=-'],
  ['--rows', '/etc/passwd'],
  ['--rows', '-'],
  ['--show-secrets'],
  ['--jq', 'env'],
  ['-o/tmp/x'],
  ['-o', '/tmp/x'],
  ['--output=/tmp/x'],
  ['--web'],
  ['--data', '@/etc/passwd'],
  ['--data', '-'],
  ['--data=@/etc/passwd'],
  ['--save', '/tmp/x'],
  ['--download', '/tmp/x'],
  ['--resume'],
];

const READS: readonly (readonly string[])[] = [
  ['spaces', 'list'],
  ['spaces', 'get', 'Guides'],
  ['files', 'list', '--space', 'Guides'],
];

/** Harmless in themselves: an answer is fine, as long as nothing of this machine is in it and nothing changes. */
export const SHOWN_ANYWAY = new Set(['--plan-out=-']);

export interface Hostile {
  tool: 'docs_read' | 'docs_plan';
  argv: readonly string[];
}

/** All there are, in an order that mixes the kinds. */
export function hostileCalls(): Hostile[] {
  const dashed = (dash: string) =>
    FLAGS.map((flag) => flag.map((word) => word.replace(/^--?/, (before) => dash.repeat(before.length))));
  const calls: Hostile[] = [
    ...[...CHANGES, ...ELSEWHERE].map((argv) => ({ tool: 'docs_read' as const, argv })),
    ...ELSEWHERE.map((argv) => ({ tool: 'docs_plan' as const, argv })),
    ...CHANGES.flatMap((argv) =>
      FLAGS.map((flag) => ({ tool: 'docs_read' as const, argv: [...argv, ...flag] })),
    ),
    ...READS.flatMap((argv) =>
      FLAGS.map((flag) => ({ tool: 'docs_read' as const, argv: [...argv, ...flag] })),
    ),
    ...CHANGES.slice(0, 5).flatMap((argv) =>
      FLAGS.filter(([flag = '']) => !flag.startsWith('-o') && flag !== '--output=/tmp/x').map((flag) => ({
        tool: 'docs_plan' as const,
        argv: [...argv, ...flag],
      })),
    ),
    ...DASHES.flatMap((dash) =>
      dashed(dash)
        .slice(0, 6)
        .map((flag) => ({ tool: 'docs_plan' as const, argv: ['spaces', 'delete', 'Guides', ...flag] })),
    ),
    ...FLAGS.slice(0, 8).flatMap((flag) => [
      { tool: 'docs_plan' as const, argv: [...flag, 'spaces', 'delete', 'Guides'] },
      { tool: 'docs_plan' as const, argv: ['spaces', 'delete', '--', 'Guides', ...flag] },
      { tool: 'docs_read' as const, argv: ['spaces', 'get', '--', ...flag] },
    ]),
    { tool: 'docs_read', argv: ['spaces', 'list', ';', 'docs', 'spaces', 'delete', 'Guides'] },
    { tool: 'docs_read', argv: ['spaces list && docs spaces delete Guides'] },
    { tool: 'docs_read', argv: ['$(docs spaces delete Guides)'] },
    { tool: 'docs_read', argv: ['spaces', 'get', '-'] },
    { tool: 'docs_plan', argv: ['spaces', 'delete', '@/etc/passwd'] },
    { tool: 'docs_plan', argv: ['redirects', 'push', '/etc/passwd'] },
    { tool: 'docs_plan', argv: ['openapi', 'push', '/etc/passwd'] },
    { tool: 'docs_read', argv: ['spaces', 'list', '\u0000--yes'] },
    { tool: 'docs_read', argv: [] },
  ];
  // Mixed, so that a small number has some of each.
  return calls
    .map((call, at) => ({ call, key: (at * 7919) % 10_007 }))
    .sort((a, b) => a.key - b.key)
    .map(({ call }) => call);
}
