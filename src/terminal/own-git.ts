// The git of the person, with the settings and credential helpers they have: only to push where they asked. Never through a shell.
import { spawn } from 'node:child_process';
import type { Env, GitAnswer } from '../context.ts';
import { LocalIoError } from '../errors.ts';
import { endWith, findProgram } from './child-programs.ts';

const MOST_OUTPUT = 1024 * 1024;
const KILL_AFTER_MS = 2000;

/** Variables that would lead git to another repository, where docs runs in a hook of one. */
const ELSEWHERE = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
];

interface Where {
  cwd: string;
  env: Env;
  signal: AbortSignal;
  /** Whether somebody is there to be asked for a password. */
  asks: boolean;
}

/** Runs git once, whatever its status is. Throws LocalIoError `GIT_MISSING`, or when it cannot be started or is stopped. */
export function runOwnGit(args: readonly string[], { cwd, env, signal, asks }: Where): Promise<GitAnswer> {
  const program = findProgram('git', env.PATH ?? '');
  if (!program)
    throw new LocalIoError('git is not installed: no git program in PATH', {
      code: 'GIT_MISSING',
      hint: 'install git and try again',
    });
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: {
      ...env,
      ...Object.fromEntries(ELSEWHERE.map((name) => [name, undefined])),
      DOCS_TOKEN: undefined,
      LC_ALL: 'C',
      GIT_ALLOW_PROTOCOL: 'file:http:https:ssh',
      ...(!asks && {
        GIT_TERMINAL_PROMPT: '0',
        GIT_SSH_COMMAND: env.GIT_SSH_COMMAND ?? 'ssh -o BatchMode=yes',
      }),
    },
  });
  const unheard = endWith(child, signal, KILL_AFTER_MS);
  const text = { stdout: '', stderr: '' };
  for (const end of ['stdout', 'stderr'] as const)
    child[end].on('data', (chunk: Buffer) => {
      if (text[end].length < MOST_OUTPUT) text[end] += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new LocalIoError(`git could not be started: ${cause.message}`, { cause })),
    );
    child.on('close', (code) => {
      unheard();
      if (signal.aborted) reject(signal.reason);
      else resolve({ status: code ?? 1, ...text });
    });
  });
}
