import { expect, it } from 'vitest';
import { operations } from '../../../src/api/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { DocsError } from '../../../src/errors.ts';
import { harness, scripted, text } from '../../helpers/client-harness.ts';
import { reached, runs } from '../../helpers/runs.ts';

const STATUSES = Array.from({ length: 100 }, (_, at) => 200 + at);
/** With what an operation describes, with nothing, with something else, with what is no JSON. */
const BODIES = ['{"id":"a","items":[]}', '', 'null', '<html>'];

/** A removal with 202 is not done: an administrator must approve it. */
const statusesOf = ({ method, success }: Operation) =>
  STATUSES.filter((status) => status !== 202 || method !== 'DELETE' || !success.includes(status));

it('every operation takes every 2xx, with and without a body, for a success', async () => {
  const answers = runs('N9', 'answers', 800);
  const step = Math.ceil((operations.length * STATUSES.length * BODIES.length) / answers);
  let at = 0;
  let taken = 0;
  for (const operation of operations) {
    const input = Object.fromEntries(Object.keys(operation.params.properties).map((name) => [name, 'x']));
    for (const status of statusesOf(operation)) {
      for (const body of BODIES) {
        if (at++ % step !== 0) continue;
        const carrier = scripted([text(status, body, { 'content-length': String(body.length) })]);
        const { client } = harness(carrier);
        const error: unknown = await client.callWithStatus(operation, input).then(
          (answer) => void expect(answer.status).toBe(status),
          (thrown: unknown) => thrown,
        );
        taken += 1;
        expect(carrier.requests).toHaveLength(1);
        if (error === undefined) continue;
        // Done, but with an answer that cannot be read: the one thing that may be said about a 2xx.
        expect(error).toBeInstanceOf(DocsError);
        expect(error).toMatchObject({ exit: 1, http: { status } });
        expect([operation.result !== undefined, body === '' || body === '<html>']).toEqual([true, true]);
        expect([204, 205]).not.toContain(status);
      }
    }
  }
  reached('N9', 'answers', taken);
});
