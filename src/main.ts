// The process edge: the only file that touches `process`. Small, so that `--version` loads nothing else.
import { readFileSync, writeSync } from 'node:fs';
import type { KeepCode } from './start/node-20.ts';

declare const DOCS_VERSION: string | undefined;

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) printVersion();
else void run();

async function run(): Promise<void> {
  const keepCode = await openCode();
  const { start } = await import('./start.ts');
  await start(process, { argv, version: version() });
  keepCode?.();
}

/** Only of the built program: source is compiled by whoever runs it. */
async function openCode(): Promise<KeepCode | undefined> {
  if (typeof DOCS_VERSION !== 'string') return undefined;
  if (argv.includes('--debug')) {
    // A stack trace names the file and line of the source. Node reads the maps of what it compiles itself.
    process.setSourceMapsEnabled(true);
    return undefined;
  }
  const { keepCompiled } = await import('./start/compiled-code.ts');
  return keepCompiled(process, DOCS_VERSION, import.meta.dirname);
}

/** The build writes it in; from source it is in the package's manifest. */
function version(): string {
  if (typeof DOCS_VERSION === 'string') return DOCS_VERSION;
  return String(JSON.parse(readFileSync('package.json', 'utf8')).version);
}

function printVersion(): void {
  try {
    writeSync(1, `${version()}\n`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    // A reader that has gone needs no answer.
    if (code === 'EPIPE') return;
    process.exitCode = 1;
    process.stderr.write(`docs: cannot write to standard output: ${code}\n`);
  }
}
