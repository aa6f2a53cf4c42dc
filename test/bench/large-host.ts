// The demo and many things more, served and counted: what the benches of large organizations run their commands against.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSandbox } from '../../src/sandbox/app.ts';
import { fillLarge, type Size } from '../../src/sandbox/demo/large.ts';
import { sandboxedCli, serveFor } from '../helpers/cli.ts';
import { type FarHost, lasting, noTime, startFarHost } from '../helpers/far-host.ts';
import { type Case, type Cost, runCosted } from './measure.ts';

interface Seen extends Cost {
  /** The requests: method, path and query. */
  lines: string[];
  /** How many of them wait for each other. */
  chain: number;
  /** How many pages followed the first one of the longest list: each waits for the one before. */
  laterPages: number;
}

export interface LargeHost {
  host: FarHost;
  home: string;
  /** As the program keeps it where there is no keychain. */
  token: string;
  run(one: Pick<Case, 'name' | 'args' | 'env' | 'exits'>): Promise<Seen>;
}

/** `delayMs`: how much later each answer comes to what `run` runs. */
export async function withLarge<T>(
  size: Partial<Size>,
  delayMs: number,
  work: (large: LargeHost) => Promise<T>,
): Promise<T> {
  const cli = await sandboxedCli();
  const sandbox = openSandbox({ file: join(cli.home, '.local/share/docs/sandbox.db'), env: {} });
  await fillLarge(sandbox, size);
  sandbox.db.close();
  let host: FarHost | undefined;
  const { close } = await serveFor(cli, async (url) => {
    host = await startFarHost(url);
    return host;
  });
  if (!host) throw new Error('the host did not start');
  const far = host;
  const kept = JSON.parse(readFileSync(join(cli.home, '.config/docs/credentials.json'), 'utf8'));
  const [credential] = Object.values<{ token: string }>(kept.credentials);
  const env = { HOME: cli.home, DOCS_CACHE_DIR: join(cli.home, 'cache') };
  try {
    return await work({
      host: far,
      home: cli.home,
      token: credential?.token ?? '',
      async run(one) {
        far.seen(lasting(delayMs));
        const cost = await runCosted({ ...one, env: { ...env, ...one.env } });
        const seen = far.seen(noTime);
        const lines = seen.map(({ line }) => line);
        const chain = Math.max(0, ...seen.map(({ depth }) => depth));
        return { ...cost, lines, chain, laterPages: laterPagesIn(lines) };
      },
    });
  } finally {
    await close();
    cli.cleanup();
  }
}

function laterPagesIn(lines: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [list = '', query = ''] = line.split('?');
    if (new URLSearchParams(query).has('page')) counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
