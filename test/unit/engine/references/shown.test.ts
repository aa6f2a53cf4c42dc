// What a list shows of a thing is what its own read shows: a command that has read the list does not read it again.
import { expect, it } from 'vitest';
import type { Operation } from '../../../../src/api/operation.ts';
import { listedReaderOf } from '../../../../src/engine/references/readers.ts';
import { KINDS } from '../../../../src/engine/references/reference-kinds.ts';
import { fillings } from '../../../helpers/fillings.ts';
import { perFile } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));

async function itemsOf(list: Operation, place: Record<string, string>): Promise<Record<string, unknown>[]> {
  const { status, body } = await box.attempt(list, place, { kind: 'user', as: box.adminId });
  if (status >= 300) return [];
  // Safe: a list of the platform.
  return (body as { items?: Record<string, unknown>[] }).items ?? [];
}

it.each(Object.keys(KINDS))('what a list shows, its read shows: %s', async (param) => {
  const reader = await listedReaderOf(param, false);
  const kind = KINDS[param];
  if (!reader || !kind) return;
  const list = await kind.list(false);
  for (const place of fillings(box, list)) {
    for (const item of await itemsOf(list, place)) {
      const id = String(item[kind.key ?? 'id']);
      const { body } = await box.attempt(
        reader,
        { ...place, [param]: id },
        { kind: 'user', as: box.adminId },
      );
      expect(body).toEqual(item);
    }
  }
});
