// What a matrix says against asking every space as every member, and the ends that why names against doing them.
import { expect, it } from 'vitest';
import { getSpace } from '../../../../src/api/content/spaces.ts';
import { ROLES, type Role } from '../../../../src/api/roles.ts';
import type { Client } from '../../../../src/client/client.ts';
import { endsOf } from '../../../../src/workflows/access/ends.ts';
import { includes } from '../../../../src/workflows/access/levels.ts';
import { type Matrix, readMatrix, readSpaces } from '../../../../src/workflows/access/matrix.ts';
import { readPeople } from '../../../../src/workflows/access/people.ts';
import { randomAccess } from '../../../helpers/random-access.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const ORGANIZATIONS = runs('L21', 'organizations', 4);
const SEED = 4000;

/** By the rights that the space itself shows a member: the level is the one whose rights these are. */
async function levelAsAsked(box: TestSandbox, spaceId: string, user: string): Promise<Role | undefined> {
  const { status, body } = await box.answer(getSpace, { spaceId }, { as: user });
  // Who is disabled is not let in at all.
  if (status === 404 || status === 401 || status === 403) return undefined;
  const { permissions } = body as { permissions: Record<string, boolean> };
  if (permissions.admin) return 'admin';
  if (permissions.triggerGitSync) return 'create';
  if (permissions.review) return 'review';
  if (permissions.edit) return 'edit';
  if (permissions.comment) return 'comment';
  return permissions.view ? 'read' : undefined;
}

async function matrixOf(client: Client, organizationId: string): Promise<Matrix> {
  const [people, spaces] = [
    await readPeople(client, organizationId),
    await readSpaces(client, organizationId),
  ];
  const query = { organizationId, people, spaces, admits: () => true, origins: true, width: 4 };
  const result = await readMatrix(client, query);
  if (!result.ok) throw result.failures[0]?.error;
  return result.matrix;
}

async function compare(seed: number): Promise<void> {
  const box = await openTestSandbox();
  try {
    await randomAccess(box, seed);
    const { client } = workflowClient(box);
    const { organizationId } = box;
    const matrix = await matrixOf(client, organizationId);
    const cells = matrix.people.flatMap((person) => matrix.spaces.map((space) => ({ person, space })));
    for (const { person, space } of cells) {
      const about = `seed ${seed}: ${person.name} on ${space.title}`;
      expect(matrix.level(person, space), about).toBe(await levelAsAsked(box, space.id, person.id));
      expect(matrix.origin?.(person, space).doubt, about).toBeUndefined();
    }
    await endOne(seed, { box, client, matrix });
  } finally {
    box.cleanup();
  }
}

/** Ends what decides the level of one cell by chance, and looks at that cell again. */
async function endOne(
  seed: number,
  { box, client, matrix }: { box: TestSandbox; client: Client; matrix: Matrix },
): Promise<void> {
  const random = randomNumbers(seed);
  const cells = matrix.people.flatMap((person) =>
    matrix.spaces
      .filter((space) => person.id !== box.adminId && matrix.level(person, space) !== undefined)
      .map((space) => ({ person, space })),
  );
  const cell = cells[Math.floor(random() * cells.length)];
  if (!cell) return;
  const { person, space } = cell;
  const before = matrix.level(person, space);
  const origin = matrix.origin?.(person, space);
  const about = `seed ${seed}: ${person.name} on ${space.title}, ${before}`;
  expect(origin?.deciding.length, about).toBeGreaterThan(0);
  for (const way of origin?.deciding ?? []) {
    const [end] = endsOf(way, person, box.organizationId);
    // Through the same team twice: the first end ended both.
    if (end) await box.attempt(end.operation, end.input);
  }
  const after = (await matrixOf(client, box.organizationId)).level(person, space);
  expect(before !== undefined && !includes(after, before), `${about}, then ${after}`).toBe(true);
  expect(ROLES).toContain(before);
}

it('is what every space says to every member, and why names what to end', async () => {
  for (let seed = SEED; seed < SEED + ORGANIZATIONS; seed += 1) await compare(seed);
  reached('L21', 'organizations', ORGANIZATIONS);
});
