// What one line of the help asks of a host that is far away: how many requests, and how many of them wait for another.
import { sandboxedCli, serveFor } from './cli.ts';
import { setupOf, wordsOf, writeFixtures } from './example-files.ts';
import { type FarHost, noTime, type RoundTrip, type Seen, startFarHost } from './far-host.ts';

export interface Cost {
  line: string;
  requests: number;
  chain: number;
  ms: number;
}

interface Ran extends Cost {
  seen: readonly Seen[];
  exitCode: number;
  stderr: string;
}

/** Runs it on a new sandbox. `perSecond`: more in one second are refused. Undefined where it asks for nothing. */
export async function ranFar(
  line: string,
  roundTrip: RoundTrip,
  perSecond?: number,
): Promise<Ran | undefined> {
  const cli = await sandboxedCli({ stdin: '', hurry: 1 });
  let host: FarHost | undefined;
  let close = async (): Promise<unknown> => undefined;
  try {
    writeFixtures(cli.cwd);
    const setups = setupOf(line);
    // A served sandbox gives no tokens.
    for (const setup of setups.filter(isLocal)) await cli(setup);
    ({ close } = await serveFor(cli, async (url) => {
      host = await startFarHost(url, perSecond);
      return host;
    }));
    for (const setup of setups.filter((one) => !isLocal(one))) await cli(setup);
    host?.seen(roundTrip);
    const from = performance.now();
    const { exitCode, stderr } = await cli(wordsOf(line));
    const ms = performance.now() - from;
    const seen = host?.seen(noTime) ?? [];
    if (seen.length === 0) return undefined;
    const chain = Math.max(...seen.map(({ depth }) => depth));
    return { line, requests: seen.length, chain, ms, seen, exitCode, stderr };
  } finally {
    await close();
    cli.cleanup();
  }
}

const isLocal = (setup: string) => setup.startsWith('sandbox ');

/** A busy machine lets a request begin late, never early: the least of some runs is what the command does. */
const RUNS = 3;

export const isMore = (cost: Cost, known: Cost | undefined): boolean =>
  known !== undefined && (cost.requests > known.requests || cost.chain > known.chain);

/** The least of some runs, or the first that is no more than what is known. Undefined where it asks for nothing. */
export async function leastCost(
  run: () => Promise<Cost | undefined>,
  known: Cost | undefined,
): Promise<Cost | undefined> {
  let least: Cost | undefined;
  for (let at = 0; at < RUNS; at += 1) {
    const cost = await run();
    if (!cost) return undefined;
    least = {
      line: cost.line,
      chain: Math.min(cost.chain, least?.chain ?? cost.chain),
      requests: Math.min(cost.requests, least?.requests ?? cost.requests),
      ms: Math.min(cost.ms, least?.ms ?? cost.ms),
    };
    if (!isMore(least, known)) break;
  }
  return least;
}

/** The rows of test/bench/far.tsv. */
export const costsIn = (text: string): Map<string, Cost> =>
  new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((row): [string, Cost] => {
        const [line = '', requests, chain] = row.split('\t');
        return [line, { line, requests: Number(requests), chain: Number(chain), ms: 0 }];
      }),
  );
