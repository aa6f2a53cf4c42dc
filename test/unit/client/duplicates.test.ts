import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/index.ts';
import { WireFault } from '../../../src/client/transport/transport.ts';
import { failureFrom, harness, scripted, text } from '../../helpers/client-harness.ts';

const FAULTS = [
  new WireFault('reset', 'reset while sending', { sent: true }),
  new WireFault('timeout', 'no headers', { sent: true }),
  new WireFault('malformed', 'broken headers', { sent: true }),
  text(408, ''),
  text(502, ''),
  text(503, '', { 'retry-after': '1' }),
  text(504, ''),
  text(500, ''),
];

describe('no operation that creates or starts something is sent twice', () => {
  const unsafe = operations.filter(({ retry }) => retry === 'never');

  it('there are such operations, every POST among them unless it only reads or repeats', () => {
    expect(unsafe.length).toBeGreaterThan(20);
    for (const { retry, method, id } of operations) {
      if (method === 'POST') expect(['never', 'safe', 'idempotent'], id).toContain(retry);
    }
  });

  it.each(unsafe.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const input = Object.fromEntries(Object.keys(operation.params.properties).map((name) => [name, 'x']));
    for (const fault of FAULTS) {
      const carrier = scripted([fault]);
      const error = await failureFrom(harness(carrier).client.call(operation, input));
      expect(carrier.requests).toHaveLength(1);
      expect(error).toMatchObject({ outcome: 'unknown', exit: 1, retryable: false });
      expect(error.hint).toBeTruthy();
    }
  });
});
