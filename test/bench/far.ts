// npx tsx test/bench/far.ts: what the examples of the help cost on a host that is 100 ms away. far.tsv holds what is
// promised of each, in requests and in how many of them wait for another; more fails. --update keeps what was counted.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapPool } from '../../src/client/pool.ts';
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { type Cost, costsIn, isMore, leastCost, ranFar } from '../helpers/far-cost.ts';
import { lasting } from '../helpers/far-host.ts';

const DELAY_MS = 100;
const AT_ONCE = 8;
/** Lines at a time: most of them only wait. */
const LANES = 4;
/** Lines that are run against a host that refuses more than this a second. */
const PER_SECOND = 30;
const LIMITED = 3;

const kept = join(import.meta.dirname, 'far.tsv');
const report = join(import.meta.dirname, 'REPORT.md');

async function costOf(line: string, perSecond?: number): Promise<Cost | undefined> {
  const ran = await ranFar(line, lasting(DELAY_MS), perSecond);
  if (!ran) return undefined;
  const { seen, exitCode, stderr, ...cost } = ran;
  if (process.env.FAR_SHOWN) console.log(`# ${line}`);
  if (process.env.FAR_SHOWN) for (const { depth, line: asked } of seen) console.log(depth, asked);
  if (![0, 6].includes(exitCode)) console.log(`exit ${exitCode}: ${line}\n${stderr.slice(0, 300)}`);
  return cost;
}

const boundOf = ({ requests, chain }: Pick<Cost, 'requests' | 'chain'>): number =>
  chain * DELAY_MS + (requests / AT_ONCE) * DELAY_MS;
const known = costsIn(readFileSync(kept, 'utf8'));

const words = process.argv.slice(2);
const [part] = words.filter((word) => !word.startsWith('--'));
const isUpdate = words.includes('--update');
const commands = await allCommands(entries);
const lines = [...new Set(commands.flatMap(({ command }) => runnableExamples(command)))];
const costs: Cost[] = [];
const wanted = lines.filter((one) => one.includes(part ?? ''));
await mapPool(wanted, LANES, async (line) => {
  const least = await leastCost(() => costOf(line), known.get(line));
  if (least) costs.push(least);
  if (part !== undefined) console.log(least);
});
costs.sort((a, b) => boundOf(b) - boundOf(a) || (a.line < b.line ? -1 : 1));

const limited: Cost[] = [];
for (const { line } of part === undefined
  ? costs.filter(({ line }) => !line.includes('--wait')).slice(0, LIMITED)
  : []) {
  const cost = await costOf(line, PER_SECOND);
  if (cost) limited.push(cost);
}

const worse = costs.filter((cost) => isMore(cost, known.get(cost.line)));
for (const { line, requests, chain } of worse) {
  const old = known.get(line);
  console.log(
    `MISS ${line}: ${requests} requests in a chain of ${chain}, not ${old?.requests} in ${old?.chain}`,
  );
}
if (worse.length > 0 && !isUpdate) process.exitCode = 1;
if (isUpdate) {
  for (const cost of costs) known.set(cost.line, cost);
  const rows = [...known.values()]
    .filter(({ line }) => lines.includes(line))
    .sort((a, b) => (a.line < b.line ? -1 : 1))
    .map(({ line, requests, chain }) => `${line}\t${requests}\t${chain}`);
  writeFileSync(kept, `${['line\trequests\tchain', ...rows].join('\n')}\n`);
}
if (part === undefined) {
  const cells = (row: readonly (string | number)[]) => `| ${row.join(' | ')} |`;
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const code = (line: string) => `\`${line}\``;
  writeFileSync(
    report,
    `${[
      `# What the examples of the help cost on a host ${DELAY_MS} ms away`,
      '',
      `Made by \`npx tsx test/bench/far.ts\`. A chain is of requests that wait for each other. The bound is chain x ${DELAY_MS} ms +`,
      `requests / ${AT_ONCE} x ${DELAY_MS} ms; the wall time is that of one machine on one day.`,
      '',
      cells(['command', 'requests', 'chain', 'wall s', 'bound s']),
      '|---|---:|---:|---:|---:|',
      ...costs.map((cost) =>
        cells([code(cost.line), cost.requests, cost.chain, seconds(cost.ms), seconds(boundOf(cost))]),
      ),
      '',
      `On a host that refuses more than ${PER_SECOND} requests a second (refused ones are counted):`,
      '',
      cells(['command', 'requests', 'wall s']),
      '|---|---:|---:|',
      ...limited.map((cost) => cells([code(cost.line), cost.requests, seconds(cost.ms)])),
    ].join('\n')}\n`,
  );
}
console.log(
  `${costs.length} lines, ${costs.filter((cost) => cost.ms > boundOf(cost)).length} above their bound`,
);
process.exit();
