// The process edge: argv, environment and streams in, exit code out. The only file that touches `process`.
import { readFileSync, writeSync } from 'node:fs';
import type { Context, Env } from './context.ts';

declare const DOCS_VERSION: string | undefined;
const version = typeof DOCS_VERSION === 'string' ? DOCS_VERSION : versionOfSource();

function versionOfSource(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String(manifest.version);
}

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) printVersion();
else void main();

/** Nothing else is loaded for this one. */
function printVersion(): void {
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    // A reader that has gone needs no answer; any other failure is one.
    process.exitCode = error instanceof Error && 'code' in error && error.code === 'EPIPE' ? 0 : 1;
  }
}

async function main(): Promise<void> {
  const settling: (() => Promise<void>)[] = [];
  const context = await createContext(settling);
  const { run } = await import('./cli.ts');
  process.exitCode = await run(argv, context);
  for (const settle of settling) await settle();
  if (signalled) process.exitCode = signalled;
}

let signalled = 0;

async function createContext(settling: (() => Promise<void>)[]): Promise<Context> {
  const { createIo } = await import('./output/io.ts');
  const { pathsOf } = await import('./config/paths.ts');
  const env: Env = { ...process.env };
  // A core dump or diagnostic report of this process must not hold the token.
  delete process.env.DOCS_TOKEN;
  const cwd = process.cwd();
  const io = createIo({
    stdin: () => process.stdin,
    stdout: () => process.stdout,
    stderr: () => process.stderr,
    env,
  });
  catchTheUnexpected();
  return {
    io,
    env,
    cwd,
    argv,
    version,
    secrets: new Set(env.DOCS_TOKEN ? [env.DOCS_TOKEN.trim()] : []),
    signal: cancelOnSignal(),
    now: () => new Date(),
    paths: () => pathsOf({ env, platform: process.platform, cwd }),
    prompts: async () => {
      const { openPrompts } = await import('./prompts.ts');
      return openPrompts({ input: process.stdin, output: process.stderr });
    },
    settleWith: (settle) => {
      settling.push(settle);
    },
  };
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The first signal ends the work in an orderly way, a second one at least 300 ms later ends the process. */
function cancelOnSignal(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  for (const [signal, exit] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      const now = performance.now();
      if (first > 0 && now - first > 300) process.exit(exit);
      if (first > 0) return;
      first = now;
      signalled = exit;
      process.exitCode = exit;
      void import('./errors.ts').then(({ CancelledError }) => {
        controller.abort(new CancelledError(`interrupted by ${signal}`, { exit }));
      });
    });
  }
  return controller.signal;
}

function catchTheUnexpected(): void {
  const end = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const shown = argv.includes('--debug') && error instanceof Error ? error.stack : message.split('\n')[0];
    process.exitCode = 1;
    writeSync(2, `docs: unexpected error: ${shown}\nhint: run it again with --debug\n`);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
