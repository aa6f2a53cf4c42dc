// npm run build && npx tsx test/bench/scale.ts: what large organizations cost, in two sizes, beside what outsiders measured
// on 2026-11-24; writes SCALE.md. For a machine that does nothing else; counts requests, CPU and memory, judges nothing.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { splitWords } from '../helpers/cli.ts';
import { type LargeHost, withLarge } from './large-host.ts';
import { bin } from './measure.ts';

const SIZES = [
  { spaces: 2000, pages: 4000, members: 1000, sites: 5, changeRequests: 200 },
  { spaces: 10_000, pages: 20_000, members: 5000, sites: 5, changeRequests: 1000 },
];
const WHERE = `--where '.title[:6] == "Space "'`;

const NOT_RUN = 'not run';

/** A line, and what it cost in both sizes: wall and CPU seconds, MB, requests. The matrix of the larger one takes an hour. */
const ROWS: readonly [line: string, before: readonly [string, string]][] = [
  ['spaces list --json', ['0.3/0.12/66/3', '0.7/0.26/106/11']],
  [`spaces list --where '.title == "Space 77"'`, ['0.5/0.31/103/3', '1.2/0.52/129/11']],
  [`spaces list --jq '.[].title'`, ['0.8/0.32/127/3', '4.9/0.68/223/11']],
  ['members list --json', ['0.2/0.09/60/3', '0.6/0.13/70/7']],
  ['spaces get "Space 1234"', ['0.5/0.11/64/5', '0.6/0.20/92/13']],
  ['whatis "Space 1234"', ['0.6/0.19/82/14', '1.1/0.37/123/26']],
  ['cr inbox', ['0.6/0.22/80/108', '2.4/0.29/99/116']],
  ['cr merge --all-ready --all-spaces --dry-run', ['1.2/0.27/86/205', '3.5/0.83/129/1,013']],
  ['sites structure get --site "Tarnpost Docs"', ['0.3/0.12/66/4', '0.8/0.10/64/4']],
  ['git status --all', ['0.3/0.15/76/4', '0.7/0.22/100/12']],
  ['orgs search parcel', ['0.7/0.11/62/2', '3.2/0.08/53/2']],
  ['report inactive', ['0.3/0.13/71/3', '1.1/0.15/74/7']],
  ['report stale', ['3.5/1.1/118/2,003', '11/3.2/170/10,011']],
  ['links check --all-spaces', ['6.5/1.6/131/4,004', '43/4.8/161/20,012']],
  ['links check --all-spaces', ['', '']],
  ['audit', ['12/3.4/157/8,218', '115/13/306/41,030']],
  ['audit', ['', '']],
  [`spaces update --where '.title | test("^Space 77[0-9]$")' --language es --yes`, ['', '']],
  ['links check --all-spaces', ['', '']],
  ['audit', ['', '']],
  ['export --all-spaces --to HOME/export', ['8.6/4.9/158/4,004', '42/14/214/20,012']],
  ['export --all-spaces --to HOME/export', ['1.6/1.3/127/4', '7.1/3.4/199/12']],
  [`spaces update ${WHERE} --language fr --yes`, ['13/3.1/141/4,003', '78/11/193/20,011']],
  [`spaces update ${WHERE} --language it --plan-out HOME/plan.json`, ['2.0/0.9/135/6', '3.3/1.6/175/14']],
  ['plan check HOME/plan.json', ['1.3/0.6/131/2', '2.5/1.1/161/10']],
  ['apply HOME/plan.json --yes', ['9.3/2.8/146/2,002', '60/9.6/227/10,010']],
  ['undo --plan HOME/plan.json --yes', ['11/3.5/170/4,000', '47/12/304/20,000']],
  ['history --json', ['1.7/1.2/362/0', '9.0/3.2/860/0']],
  ['history --limit 5', ['', '1.5/–/315/0']],
  ['access matrix --json', ['98/13/1,811/4,005', NOT_RUN]],
  ['access of member77@large.example', ['4,009 requests', '']],
];

/** Some commands end otherwise where they find something: that is no failure here. */
async function costOf({ home, run }: LargeHost, line: string): Promise<string> {
  const args = splitWords(line).map((word) => word.replace('HOME', home));
  try {
    const { ms, cpuMs, mb, lines } = await run({ name: line, args: [bin, ...args], exits: [0, 1, 6] });
    return `${short(ms / 1000)}/${short(cpuMs / 1000)}/${mb.toFixed(0)}/${lines.length.toLocaleString('en')}`;
  } catch (error) {
    return `failed: ${String(error).slice(0, 200)}`;
  }
}

const short = (seconds: number): string => (seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0));

const columns: string[][] = [];
for (const [at, size] of SIZES.entries())
  columns.push(
    await withLarge(size, 0, async (large) => {
      const costs: string[] = [];
      for (const [line, before] of ROWS) {
        costs.push(before[at] === NOT_RUN ? NOT_RUN : await costOf(large, line));
        console.log(`${size.spaces}: ${line}: ${costs.at(-1)}`);
      }
      return costs;
    }),
  );

const told = SIZES.map(({ spaces, members, changeRequests }) =>
  [`${spaces} spaces`, `${members} members`, `${changeRequests} change requests`].join(', '),
);
const heads = ['Command', ...told.flatMap((size) => [`${size}: before`, 'now'])];
const lines = ROWS.map(([line, before], at) => [
  `\`docs ${line.replaceAll('HOME/', '')}\``,
  ...before.flatMap((old, size) => [old, columns[size]?.[at] ?? '']),
]);
const table = [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
writeFileSync(
  'test/bench/SCALE.md',
  `# What large organizations cost

Written by \`npx tsx test/bench/scale.ts\` on Node ${process.versions.node}, ${cpus().length} cores: wall and CPU seconds, the largest
memory in MB, and requests, against the sandbox served on the same machine. \`before\` is what was measured on the build of
2026-11-24, on another machine: compare its requests and memory, and how it grows. A command that stands here again is run
again, with ten spaces changed before the third time; what nobody measured then is left empty.

${table.join('\n')}
`,
);
process.exit();
