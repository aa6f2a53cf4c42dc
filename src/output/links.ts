// Which cell of a row is a link, and to where.
import type { Io } from './io.ts';
import { valueAt } from './paths.ts';
import type { View } from './view.ts';

/** Columns that name the row: they lead to it in the app. */
const NAMES = ['title', 'subject', 'name', 'label', 'number'];

type LinkOf = (item: unknown, column: string, value: unknown) => string | undefined;

/** Finds the address behind a cell: the app's for a name, its own for an address; undefined where none may be linked. */
export function linkMaker({ hyperlinks }: Pick<Io, 'hyperlinks'>, { mayLink }: View): LinkOf {
  if (!hyperlinks || !mayLink) return () => undefined;
  return (item, column, value) => {
    const url = NAMES.includes(column) ? valueAt(item, 'urls.app') : value;
    return typeof url === 'string' && url.startsWith('https:') && mayLink(url) ? url : undefined;
  };
}
