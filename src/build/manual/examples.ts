// The examples of command pages, each run: what reads in one demo, all else in a demo of its own. What needs a server gets one.
import { join } from 'node:path';
import { callsAbsent } from '../../../test/helpers/absent-commands.ts';
import { wordsOf, writeFixtures } from '../../../test/helpers/example-files.ts';
import { entries } from '../../commands/index.ts';
import type { CommandFacts } from '../../engine/model/command-facts.ts';
import { serve } from '../../sandbox/door.ts';
import { type CallOptions, type Demo, NOW, openDemo, plain, runApart } from './demo.ts';

export interface Examples {
  /** What a page shows below the line; undefined for nothing. Keeps the reason where it failed. */
  run(line: string, facts: CommandFacts): Promise<string | undefined>;
  /** How many were run, how many of these the sandbox refuses, and the lines that failed, with the reason. */
  told(): { ran: number; refused: number; failed: string[] };
  close(): void;
}

/** They end when they are interrupted. */
const WATCHED = /^docs (?:sandbox serve|integrations tail|sandbox requests --follow)\b/;
/** They are about a sandbox that is served: what came in, who signs in, and what visitors of its sites meet. */
const SERVED = /^docs (?:sandbox requests|auth login|redirects verify)\b/;
const PORT = '4000';
/** Findings are what these examples are for. */
const GOOD_EXITS = [0, 6];

export async function openExamples(): Promise<Examples> {
  const demo = await openDemo();
  const told = { ran: 0, refused: 0, failed: [] as string[] };
  return {
    async run(line, facts) {
      const { exit, out } = await runOne(demo, line, facts);
      told.ran += 1;
      // The sandbox refuses what only a host can do: the test of examples looks at what it says.
      if (callsAbsent(line) && exit === 1) {
        told.refused += 1;
        return undefined;
      }
      if (GOOD_EXITS.includes(exit)) return out === '' ? undefined : out;
      told.failed.push(`${line}: exit ${exit}: ${out}`);
      return undefined;
    },
    told: () => told,
    close: demo.close,
  };
}

async function runOne(demo: Demo, line: string, facts: CommandFacts) {
  if (SERVED.test(line)) return runServed(demo, line);
  if (WATCHED.test(line))
    return runApart(demo, line.replace(/--port \d+/, '--port 0'), { watched: true }).then(anyPort);
  const isPlain =
    onlyReads(facts) &&
    !/[<>@]|--(?:web|save|download|to|file|since|owners|cache|ignore|baseline)\b/.test(line);
  if (!isPlain) return runApart(demo, line);
  const { exit, out } = await demo.call(wordsOf(line));
  // What needs files or another profile than the shared demo has.
  return GOOD_EXITS.includes(exit) ? { exit, out: plain(out, demo.home) } : runApart(demo, line);
}

/** Then the output of the demo is the same on every page; commands about the tool change its settings. */
const onlyReads = ({ command, writes, online }: CommandFacts): boolean =>
  online && !writes && entries[command.split(' ')[1] ?? '']?.section !== 'This tool:';

const anyPort = ({ exit, out }: { exit: number; out: string }) => ({
  exit,
  out: out.replace(/(127\.0\.0\.1|0\.0\.0\.0|localhost):\d+/g, `$1:${PORT}`),
});

/** With a server beside it that was asked for something. */
async function runServed(demo: Demo, line: string) {
  const own = await openDemo(demo);
  try {
    writeFixtures(join(own.home, 'work'));
    const file = `${own.home}/.local/share/docs/sandbox.db`;
    const token = (await own.call(['auth', 'token'])).out.trim();
    const served = await serve({ file, port: 0, env: {}, now: () => NOW });
    try {
      const headers = { authorization: `Bearer ${token}` };
      await (await fetch(`${served.url}/v1/user`, { headers })).text();
      const [command = ''] = line.split(' < ');
      const ran = await own.call(wordsOf(command), {
        both: true,
        watched: WATCHED.test(line),
        ...aroundServed(line, served.url, token),
      });
      return anyPort({ exit: ran.exit, out: plain(ran.out, own.home) });
    } finally {
      await served.close();
    }
  } finally {
    own.close();
  }
}

/** Who signs in types or pipes the token; a visitor's addresses are those of the server. */
function aroundServed(line: string, url: string, token: string): CallOptions {
  if (line === 'docs auth login') return { person: { address: url, name: 'work', token } };
  if (line.startsWith('docs auth login')) return { stdin: token, env: { DOCS_BASE_URL: url } };
  return line.startsWith('docs redirects') ? { env: { DOCS_BASE_URL: url, DOCS_TOKEN: token } } : {};
}
