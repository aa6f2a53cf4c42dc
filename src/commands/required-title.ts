// The title of what is made: by its place or by --title, as in `docs spaces update --title`.
import type { Run } from '../engine/run/run.ts';
import { UsageError, ValidationError } from '../errors.ts';
import { canAsk } from '../output/io.ts';

/** Takes `create Blog` and `create --title Blog`; asks for a title on a terminal. */
export const TITLED = {
  args: ['title?'],
  supplied: ['title'],
  askFor: ['title'],
  prepare: requireTitle,
  after: async (run: Run, made: object) => (await import('./same-title.ts')).sayIfNotAlone()(run, made),
} as const;

/**
 * A platform may name it Untitled: with an empty variable, a script would make one after the other. Throws UsageError
 * where there is nobody to ask.
 */
async function requireTitle(run: Run): Promise<void> {
  if (run.args.title?.trim() === '')
    throw new ValidationError('<title> must not be empty', {
      hint: `${run.path} <title>`,
      details: { field: 'title' },
    });
  if (run.input.title !== undefined || run.flags.data !== undefined) return;
  if (run.many || !canAsk(run)) throw new UsageError('<title> is missing', { hint: `${run.path} <title>` });
}
