// A result that is one text: alone on its line, or a field of an object where a format is asked for.
import { renderItem } from '../../output/render.ts';
import { outSafe, safeLine } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import { chosenFormat, viewOf } from './view.ts';

/** `name` is its field in JSON and its like. */
export async function printLine(run: Run, name: string, text: string): Promise<void> {
  const format = chosenFormat(run);
  if (format === undefined || format === 'table' || format === 'id') {
    return run.context.io.out(`${outSafe(run.context.io, safeLine(text))}\n`);
  }
  await renderItem(
    run.context.io,
    { [name]: text },
    { ...viewOf({ ...run, flags: { ...run.flags, fields: false } }), columns: [name] },
  );
}
