// docs access matrix: the level of every member on every space.

import { listSpaceAccess } from '../../api/people/permissions.ts';
import type { Client } from '../../client/client.ts';
import { GIVEN_OPERATIONS } from '../../domain/access/grants.ts';
import { handmade } from '../../engine/model/command.ts';
import { readWidthOf } from '../../engine/run/concurrency.ts';
import { cutOff, sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import { keepHeapSmallest } from '../../files/heap.ts';
import { startBar } from '../../output/progress-bar.ts';
import { CHOICE_OPERATIONS, type ChoiceRun, type Chosen, chooseBoth } from './access-scope.ts';
import { type Matrix, readMatrix } from './matrix.ts';
import { MATRIX_FLAGS, type MatrixRun } from './matrix-flags.ts';
import { CELL_COLUMNS, WAY_COLUMNS } from './matrix-rows.ts';
import { OPENING_OPERATIONS } from './openings.ts';

export const matrix = handmade('matrix', {
  summary: 'List the access of every member to every space',
  uses: [...CHOICE_OPERATIONS, listSpaceAccess, ...OPENING_OPERATIONS, ...GIVEN_OPERATIONS],
  options: MATRIX_FLAGS,
  columns: CELL_COLUMNS,
  fields: [...new Set([...CELL_COLUMNS, 'access', ...WAY_COLUMNS, 'space.id'])],
  paged: true,
  exits: [7],
  run: showMatrix,
  examples: [
    ['See the level of every member on every space', 'docs access matrix'],
    ['Save it for the next review', 'docs access matrix -o csv --save access.csv'],
    ['See what people from outside can reach', 'docs access matrix --outside tarnpost.example --long'],
    ['Show some spaces in a pull request', 'docs access matrix --spaces "API*,Guides" -o markdown'],
  ],
  notes: `Guests and disabled members are included. Levels are those that the platform itself computes. With --long also reads
roles, grants, teams and collections, to say where each level comes from: "?" where that does not add up to what
the platform says. If one space cannot be read, nothing is printed or saved, and the exit code is 7. Rows are written
person by person once all spaces are read, in every format; --jq alone waits for the last one.
-o html makes one page that needs no network: filter, sort, print; with --long it also says where each level comes from.`,
});

async function showMatrix(run: MatrixRun): Promise<void> {
  const { outputOf, printMatrix } = await import('./matrix-output.ts');
  const output = outputOf(run);
  const client = await run.client();
  const chosen = await chooseBoth(run, client);
  await printMatrix(run, output, await readAll(run, client, chosen, run.flags.long === true));
}

/** Throws PartialError (exit 7) where one space cannot be read. */
export async function readAll(
  run: ChoiceRun,
  client: Client,
  chosen: Chosen,
  origins: boolean,
): Promise<Matrix> {
  const { spaces } = chosen;
  keepHeapSmallest();
  const bar = startBar(run.context.io, 'reading access to spaces', spaces.length);
  const again = sameCommand(run);
  const width = readWidthOf(run);
  const result = await readMatrix(client, { ...chosen, origins, width, onStep: (isOk) => bar.step(isOk) })
    .catch((error: unknown) => {
      throw cutOff(error, { counted: `${bar.counted} spaces read`, hint: again });
    })
    .finally(bar.stop);
  if (result.ok) return result.matrix;
  const { done, failures } = result;
  return throwUnfinished({ what: 'space', done, total: spaces.length, failures, hint: again });
}
