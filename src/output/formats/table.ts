// For people: a fitted table of a list, aligned fields of one resource. Into a pipe: tab-separated rows.
import { columnsOf, valuesOf } from '../columns.ts';
import { cellText } from '../format.ts';
import { linkMaker } from '../links.ts';
import { secretMask } from '../secrets.ts';
import { createTable, type Table } from '../table.ts';
import type { MakeRenderer } from '../view.ts';
import { detail } from './detail.ts';

export const table: MakeRenderer = (io, view) => {
  const mask = view.showSecrets ? undefined : secretMask(view.secretFields);
  let shown: { columns: readonly string[]; table: Table } | undefined;
  return {
    item: (item) => detail(io, view, mask ? mask(item) : item),
    page(raw) {
      const items = mask ? mask(raw) : raw;
      if (!shown) {
        const columns = columnsOf(view, items[0]);
        shown = { columns, table: createTable(io, columns.length > 0 ? columns : ['value']) };
      }
      const { columns } = shown;
      const linkOf = linkMaker(io, view);
      const cells = (item: unknown) =>
        valuesOf(item, columns).map((value, at) => ({
          text: cellText(value, { relativeTo: view.now }),
          link: linkOf(item, columns[at] ?? '', value),
        }));
      return shown.table.rows(items.map(cells));
    },
    end: () => '',
  };
};
