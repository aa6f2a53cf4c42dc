import { expect, it } from 'vitest';
import { readJson } from '../../src/sandbox/http/routes.ts';
import { LIMITS } from '../../src/sandbox/limits.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);

it('status tells the limits, and what is larger is refused with the number', async () => {
  const { limits } = sandboxStatus(test.sandbox.file, { check: false });
  expect(limits).toEqual(LIMITS);
  const send = (body: string) => readJson(new Request('http://x/', { method: 'POST', body }));
  await expect(send(`"${'x'.repeat(limits.bodyBytes)}"`)).rejects.toMatchObject({
    status: 413,
    message: 'the body is larger than 1 MiB',
  });
  await expect(send('['.repeat(limits.bodyDepth + 1))).rejects.toMatchObject({
    status: 400,
    message: 'the body is nested more than 200 levels deep',
  });
});
