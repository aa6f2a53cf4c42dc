// A clone of a large organization is small enough to keep, and its second run asks for next to nothing.
import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fillLarge } from '../../../../src/sandbox/demo/large.ts';
import { cloneFolder, cloneInto } from '../../../helpers/cloned.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const MOST_BYTES = 300_000_000;

it('takes little room, and little of the host the second time', { timeout: 1_800_000 }, async () => {
  const spaces = runs('L37', 'spaces of 20 pages', 20);
  const source = await openTestSandbox();
  const place = cloneFolder();
  try {
    const size = { spaces, pages: 20 * spaces, members: spaces, changeRequests: spaces };
    await fillLarge(source.sandbox, size);
    const { client, requests } = workflowClient(source);
    const { organizationId } = source;
    const now = () => source.clock.now;
    const first = await cloneInto(place.file, client, { organizationId, now });
    expect(first.report).toMatchObject({ spaces, failures: [], unchanged: 0 });
    expect(statSync(place.file).size).toBeLessThan(MOST_BYTES);
    const asked = requests.length;
    expect(asked).toBeGreaterThan(20 * spaces);
    requests.length = 0;
    const second = await cloneInto(place.file, client, { organizationId, now });
    expect(second.report).toMatchObject({ spaces, failures: [], unchanged: spaces, fetched: 0 });
    expect(requests.length).toBeLessThan(asked / 20);
  } finally {
    source.cleanup();
    place.remove();
  }
  reached('L37', 'spaces of 20 pages', spaces);
});
