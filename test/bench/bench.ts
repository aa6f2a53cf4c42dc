// npm run bench: every promised figure in one run, as a ratio to a baseline measured beside it.
import { writeFileSync } from 'node:fs';
import { bulkFigures } from './bulk.ts';
import { contentFigures } from './content.ts';
import { exportFigures } from './export.ts';
import { type Figure, show } from './figures.ts';
import { listFigures, planFigures } from './plans.ts';
import { sandboxFigures } from './sandbox.ts';
import { startUpFigures } from './start-up.ts';
import { workflowFigures } from './workflows.ts';

const figures: Figure[] = [];
for (const of of [
  ...[startUpFigures, sandboxFigures, listFigures, bulkFigures, planFigures],
  ...[contentFigures, workflowFigures, exportFigures],
])
  figures.push(...(await of()));
show(figures);
writeFileSync('dist/bench.json', `${JSON.stringify(figures, null, 2)}\n`);
