// After something was made: whether another one of its kind has the same title, so that the title names neither of them.

import { titleOf } from '../engine/references/names.ts';
import { amountOf, KINDS } from '../engine/references/reference-kinds.ts';
import type { Run } from '../engine/run/run.ts';
import { DocsError } from '../errors.ts';
import { warn } from '../output/note.ts';

type Thing = Readonly<Record<string, unknown>>;

/** For people, who pay one list for it: a script is not slowed down. `isSame`: where it is not the title that tells. */
export const sayIfNotAlone =
  (isSame?: (one: Thing, other: Thing) => boolean) =>
  async (run: Run, made: object): Promise<void> => {
    const { io, signal } = run.context;
    const param = paramOf(made);
    const kind = KINDS[param];
    if (!kind || !io.errTty || io.quiet || run.many) return;
    const thing: Thing = { ...made };
    const title = titleOf(thing);
    const isTwin = isSame ?? ((one: Thing) => titleOf(one) === title);
    try {
      const { listOf } = await import('../engine/references/look-up.ts');
      const same = ((await listOf(run, kind)) ?? []).filter((one) => isTwin({ ...one }, thing));
      const called = isSame ? 'do the same' : `are called "${title}"`;
      if (same.length > 1)
        warn(io, `${amountOf(same.length, param)} ${called}: use the ID of the one you mean`);
    } catch (error) {
      // It is made by now: that the others cannot be listed is no reason to fail.
      if (!(error instanceof DocsError) || signal.aborted) throw error;
    }
  };

/** `saml-provider` is named by a `samlProviderId`. */
function paramOf(made: object): string {
  const object = 'object' in made ? String(made.object) : '';
  return `${object.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}
