// The sandbox of a test behind HTTP, with a hand on each request before it is answered.
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { routes } from '../../src/sandbox/http/routes.ts';
import { listening } from './lasting.ts';
import type { TestSandbox } from './sandbox.ts';

type Answer = Response | Promise<Response>;

/** `answer` takes a request, and what the sandbox would answer to it. */
export async function serveBox(
  box: TestSandbox,
  answer: (request: Request, usual: () => Answer) => Answer,
): Promise<{ url: string; stop(): void }> {
  const app = routes(box.sandbox, {});
  const server = createServer(
    getRequestListener((request) => answer(request, () => app.fetch(request)), {
      overrideGlobalObjects: false,
    }),
  );
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: await listening(server), stop };
}

export interface KillingHost {
  box: TestSandbox;
  url: string;
  /** Method and path of each write that came. */
  writes: string[];
  /** Kills `child` when the nth write from now comes, or once it has taken effect and nobody has been told. */
  killAt(child: ChildProcess, at: number, when: 'before' | 'after'): void;
  stop(): void;
}

export async function killingHost(box: TestSandbox): Promise<KillingHost> {
  const writes: string[] = [];
  let kill = (_: 'before' | 'after') => false;
  const never = () => new Promise<Response>(() => {});
  const server = await serveBox(box, async (request, usual) => {
    if (request.method === 'GET') return usual();
    writes.push(`${request.method} ${new URL(request.url).pathname}`);
    if (kill('before')) return never();
    const answer = await usual();
    return kill('after') ? never() : answer;
  });
  return {
    ...{ url: server.url, box, writes },
    killAt(child, at, when) {
      const last = writes.length + at;
      kill = (now) => writes.length === last && now === when && child.kill('SIGKILL');
    },
    stop() {
      server.stop();
      box.cleanup();
    },
  };
}
