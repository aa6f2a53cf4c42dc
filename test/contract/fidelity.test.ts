import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { installedContract } from '../../src/build/contract/specification.ts';
import { unbuilt } from '../../src/sandbox/ages/unbuilt.ts';
import { absentOperations, fidelityRows } from '../../src/sandbox/fidelity.ts';
import { handlerModules } from '../../src/sandbox/resources/index.ts';
import { sandboxedCli } from '../helpers/cli.ts';

const rows = await fidelityRows();
/** Operations of the sandbox itself. */
const OWN = ['downloads', 'health', 'specification'];

describe('how true the sandbox is', () => {
  it('names the fields that an operation refuses', () => {
    const { fidelity, note } = rows.find(({ operation }) => operation === 'siteSpaces.add') ?? {};
    expect([fidelity, note]).toEqual(['limited', 'Not taken: template.']);
  });

  it.each(rows.map((row) => [row.operation, row] as const))('is said of %s', (_, { fidelity, note }) => {
    expect(['real', 'limited', 'simulated', 'absent']).toContain(fidelity);
    if (fidelity === 'real') expect(note).toBeUndefined();
    // Whole sentences, for people.
    else expect(note).toMatch(/^[A-Z].{15,240}\.$/);
  });

  it('is said of no operation that there is not', async () => {
    const known = new Set(operations.map(({ id }) => id));
    for (const [resource, load] of Object.entries(handlerModules)) {
      const { fidelity = {} } = await load();
      const said = Object.keys(fidelity);
      expect(said.filter((id) => !known.has(id))).toEqual([]);
      if (OWN.includes(resource)) expect(said).toEqual([]);
    }
  });

  it('calls no operation absent that has a handler, and every one that has none', async () => {
    const handled = new Set<string>();
    for (const load of Object.values(handlerModules))
      for (const { operation } of (await load()).default) handled.add(operation.id);
    const without = operations.map(({ id }) => id).filter((id) => !handled.has(id));
    expect([...absentOperations].sort()).toEqual(without.sort());
  });

  it('names what it does not do with docs sandbox status --operations', async () => {
    const cli = await sandboxedCli();
    const { stdout, exitCode } = await cli('sandbox status --operations -q');
    expect(exitCode).toBe(0);
    const names = [...absentOperations, ...unbuilt.map(({ name }) => name)];
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(names.sort());
    const { stderr } = await cli('sandbox status --operations');
    expect(stderr).toContain(`version ${installedContract().version} of the platform's contract`);
    expect(stderr).toContain(`${unbuilt.length} operation`);
    cli.cleanup();
  });

  it('is listed by docs sandbox status --fidelity, in every format, and named in help', async () => {
    const cli = await sandboxedCli();
    const { stdout, exitCode } = await cli('sandbox status --fidelity --json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(rows);
    const table = await cli('sandbox status --fidelity', { tty: true, columns: 120 });
    expect(table.stdout).toMatch(/^OPERATION +FIDELITY +NOTE/);
    expect(table.stdout).toMatch(/translations\.run +simulated +No language is translated/);
    expect((await cli('sandbox status --fidelity -q')).stdout.split('\n')).toContain('translations.run');
    expect((await cli('help sandbox')).stdout).toContain('docs sandbox status --fidelity');
    cli.cleanup();
  });
});
