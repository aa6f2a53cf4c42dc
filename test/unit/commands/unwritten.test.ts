import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const docs = perTest(sandboxedCli);

const titles = async () => (await docs('spaces list --fields title -o tsv')).stdout;

async function failing(line: string) {
  const { exitCode, stderr } = await docs(line, { full: true });
  expect(exitCode, stderr).toBe(1);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
}

describe('a change whose output cannot be written', () => {
  it('is called applied, and says that the change was made', async () => {
    const error = await failing('spaces create --title Full --json');
    expect(error).toMatchObject({ code: 'LOCAL_IO', outcome: 'applied', retryable: false });
    expect(error.message).toBe('the change was made, but cannot write to standard output: ENOSPC');
    expect(await titles()).toContain('Full');
  });

  it('is called applied for a delete of one', async () => {
    expect(await failing('spaces delete Guides --yes --json')).toMatchObject({ outcome: 'applied' });
    expect(await titles()).not.toContain('Guides');
  });

  it.each(['--json', '-o ndjson'])('is called applied for many with %s', async (format) => {
    const error = await failing(`spaces delete Guides Handbook --yes ${format}`);
    expect(error).toMatchObject({ code: 'LOCAL_IO', outcome: 'applied', details: { done: 2 } });
    expect(error.message).toContain('2 of 2 spaces done, but cannot write');
  });

  it('starts no more of many once the results cannot be written', async () => {
    const error = await failing(
      'spaces update Guides Handbook "API reference" --language fr -o ndjson --concurrency 1',
    );
    // One more may be on its way by then.
    expect(error.details.notStarted).toBeGreaterThan(0);
    expect(error.details.done + error.details.notStarted).toBe(3);
  });

  it('is of a read as before: nothing was sent', async () => {
    expect(await failing('spaces list --json')).toMatchObject({ outcome: 'not-sent' });
  });
});
