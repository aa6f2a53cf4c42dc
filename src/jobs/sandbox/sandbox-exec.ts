// docs sandbox exec: a sandbox for as long as another program runs, such as the tests of a project in any language.
import type { Env } from '../../context.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { beginningOf, endHistoryAt, SERVE_FLAGS, seededPlace } from './serve-options.ts';

const TAKEN = ['--seed <source>', '--now <time>', '--faults <file>', '--contract <version>', '--strict'];
const FLAGS = SERVE_FLAGS.filter(({ flags }) => TAKEN.includes(flags));

type ExecRun = Run<FlagsOf<typeof SERVE_FLAGS>>;

export const sandboxExec = handmade('exec', {
  summary: 'Run a program against a new sandbox',
  args: [{ field: 'command', label: 'command', reach: 'machine', required: true, variadic: true }],
  options: FLAGS,
  examples: [
    ['Run tests against a new demo', 'docs sandbox exec -- npm test'],
    [
      'Run them as on a host of a version, at a fixed time',
      'docs sandbox exec --contract 0.202 --now 2026-01-01 -- pytest',
    ],
  ],
  notes: `Serves a new sandbox (--seed demo unless you say otherwise) until the command ends, and ends with its exit code.
The command gets DOCS_BASE_URL, DOCS_TOKEN and DOCS_ORG; GITBOOK_API_URL, GITBOOK_ENDPOINT, GITBOOK_API_TOKEN and
GITBOOK_TOKEN; and DOCS_SANDBOX_EVENT_KEY, which signs the events of integrations. It runs as it is, without a shell.
Nothing is left: no profile, no file, no server.`,
  run: exec,
});

interface Facts {
  url: string;
  token: string;
  organizationId: string;
  eventKey: string;
}

/** What docs itself, and other clients of the API, read; nothing of the person's own stays beside it. */
const variablesOf = ({ url, token, organizationId, eventKey }: Facts): Env => ({
  ...{ DOCS_PROFILE: undefined, DOCS_SPACE: undefined, DOCS_SITE: undefined },
  ...{ DOCS_BASE_URL: url, DOCS_TOKEN: token, DOCS_ORG: organizationId, DOCS_SANDBOX_EVENT_KEY: eventKey },
  ...{ GITBOOK_API_URL: url, GITBOOK_ENDPOINT: url, GITBOOK_API_TOKEN: token, GITBOOK_TOKEN: token },
});

/** Throws UsageError for flags, LocalIoError where the program cannot be started, CancelledError after a signal. */
async function exec(run: ExecRun): Promise<void> {
  const { context } = run;
  const { runProgram, exitWith } = context;
  if (!runProgram || !exitWith)
    throw new UsageError('docs sandbox exec starts a program: it works in a shell only', {
      hint: 'docs sandbox serve --help',
    });
  const begins = await beginningOf(run);
  const { sandboxStatus, serve } = await import('../../sandbox/door.ts');
  const { file, remove } = await seededPlace(run, run.flags.seed ?? 'demo', begins.startAt);
  try {
    const served = await serve({ ...begins, file, resettable: true, durable: false });
    try {
      context.secrets.add(served.token);
      await endHistoryAt(context, served.url);
      const { organizationId, eventKey } = await sandboxStatus(file, { check: false });
      // Standard output is that of the program.
      if (context.io.told) context.io.told.hasResult = true;
      const words = [run.input.command ?? []].flat().map(String);
      exitWith(await runProgram(words, () => variablesOf({ ...served, organizationId, eventKey })));
    } finally {
      await served.close();
    }
  } finally {
    remove();
  }
  context.signal.throwIfAborted();
}
