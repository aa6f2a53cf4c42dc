// npm run bench: every promised figure in one run, as a ratio to a baseline measured beside it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bulkFigures } from './bulk.ts';
import { contentFigures, type Figure } from './content.ts';
import { exportFigures } from './export.ts';
import { ORGANIZATION, startListServer } from './list-server.ts';
import { measure, runCosted } from './measure.ts';
import { planFigures, whereFigures } from './plans.ts';
import { sandboxFigures } from './sandbox.ts';
import { startUpFigures } from './start-up.ts';
import { workflowFigures } from './workflows.ts';

const bin = resolve('bin/docs.js');
const home = mkdtempSync(join(tmpdir(), 'docs-bench-'));
const node = process.execPath;

const figures: Figure[] = [];
const server = await startListServer(100_000);
try {
  figures.push(...(await startUpFigures(node)));
  figures.push(...(await sandboxFigures(node)));
  await throughput();
  figures.push(...(await bulkFigures(home)));
  figures.push(...(await planFigures(home)));
  figures.push(...(await whereFigures(home, server)));
  figures.push(...(await contentFigures()));
  figures.push(...(await workflowFigures()));
  figures.push(...(await exportFigures()));
} finally {
  server.stop();
  rmSync(home, { recursive: true, force: true });
}
report();

/** 100,000 rows to NDJSON, against curl for each page and one jq. */
async function throughput(): Promise<void> {
  const script = join(home, 'pages.sh');
  writeFileSync(
    script,
    `for page in $(seq 0 99); do curl -s "${server.url}/v1/orgs/${ORGANIZATION}/spaces?limit=1000&page=$page"; done | jq -c '.items[]'\n`,
  );
  const env = { HOME: home, DOCS_TOKEN: 'bench-token', DOCS_BASE_URL: server.url };
  const args = [bin, 'spaces', 'list', '--org', ORGANIZATION, '-o', 'ndjson'];
  if (spawnSync('jq', ['--version']).error || spawnSync('curl', ['--version']).error) {
    console.log('not run: curl or jq missing (100,000 rows)');
    return;
  }
  const measured = await measure(
    [
      { name: 'docs', command: node, args, env },
      { name: 'curl and jq', command: 'sh', args: [script], env },
    ],
    5,
  );
  const ours = measured.get('docs')?.medianMs ?? 1;
  const theirs = measured.get('curl and jq')?.medianMs ?? 0;
  const detail = `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`;
  figures.push({
    name: '100,000 rows to ndjson, times faster',
    ratio: theirs / ours,
    bound: 'least',
    gate: 2.5,
    aim: 3,
    detail,
  });
  figures.push({
    name: 'memory of it, MB',
    ratio: (await runCosted({ name: 'memory', args, env })).mb,
    bound: 'most',
    gate: 160,
    aim: 120,
    detail: 'largest resident size',
  });
}

function report(): void {
  for (const { name, ratio, bound, gate, aim, detail, open } of figures) {
    const meets = (value: number) => (bound === 'most' ? ratio <= value : ratio >= value);
    const word = meets(gate) ? 'ok  ' : open && meets(open.until) ? 'open' : 'MISS';
    const sign = bound === 'most' ? '<=' : '>=';
    console.log(`${word} ${name}: ${ratio.toFixed(2)} (${sign} ${gate}, aim ${aim}); ${detail}`);
    if (word === 'open') console.log(`     ${open?.why}`);
    if (word === 'MISS') process.exitCode = 1;
  }
  writeFileSync('dist/bench.json', `${JSON.stringify(figures, null, 2)}\n`);
}
