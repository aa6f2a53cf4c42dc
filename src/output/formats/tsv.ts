// Tab-separated full values without a header: for `cut` and `awk`, and for every table that goes into a pipe.
import { columnsOf, tabbedLine } from '../columns.ts';
import { secretMask } from '../secrets.ts';
import type { MakeRenderer } from '../view.ts';

export const tsv: MakeRenderer = (io, view) => {
  const mask = view.showSecrets ? undefined : secretMask(view.secretFields);
  let columns: readonly string[] | undefined;
  const line = (item: unknown) => {
    if (!columns) {
      columns = columnsOf(view, item);
      io.onColumns?.(columns);
    }
    return tabbedLine(io, item, columns);
  };
  const page = (items: readonly unknown[]) => (mask ? mask(items) : items).map(line).join('');
  return { item: (item) => page([item]), page, end: () => '' };
};
