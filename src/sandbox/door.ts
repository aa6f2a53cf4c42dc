// The one door through which commands and the client reach the sandbox in the same process.
import type { Operation } from '../api/operation.ts';
import type { SandboxAnswer, SandboxRequest } from './app.ts';
import type { Match } from './match.ts';
import type { Sandbox } from './sandbox.ts';

export interface Door {
  /** Answers one request. Opens the file at the first one: ConfigError when it is missing, damaged or newer. */
  dispatch(operation: Operation, request: SandboxRequest): Promise<SandboxAnswer>;
  /** Which operation a method and a path (no query) mean; downloads too. */
  match(method: string, path: string): Promise<Match | undefined>;
  /** Waits for work that goes on after an answer (git import). Nothing to wait for when nothing was opened. */
  settle(): Promise<void>;
  close(): void;
}

export interface DoorOptions {
  /** Environment for programs the sandbox runs (git). */
  env: Record<string, string | undefined>;
  now?: () => Date;
}

/** A door to the sandbox in a file; nothing is opened or loaded before the first request. */
export function sandboxTransport(file: string, { env, now }: DoorOptions): Door {
  let opened: Sandbox | undefined;
  const open = async () => {
    const app = await import('./app.ts');
    opened ??= app.openSandbox({ file, env, ...(now && { now }) });
    return { app, sandbox: opened };
  };
  return {
    async dispatch(operation, request) {
      const { app, sandbox } = await open();
      return app.dispatch(sandbox, operation, request);
    },
    async match(method, path) {
      const { match } = await import('./match.ts');
      return match(method, path);
    },
    settle: async () => opened?.background.settle(),
    close: () => opened?.db.close(),
  };
}

/** Fetches a file or PDF by the address the sandbox told, without a token. 404 for any other address. */
export async function dispatchDownload(sandbox: Sandbox, url: string): Promise<SandboxAnswer> {
  const { match } = await import('./match.ts');
  const { dispatch } = await import('./app.ts');
  const found = match('GET', new URL(url).pathname);
  if (found?.operation.id !== 'downloads.get') return { status: 404, headers: {}, body: undefined };
  return dispatch(sandbox, found.operation, { params: found.params });
}
