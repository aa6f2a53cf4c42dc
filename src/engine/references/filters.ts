// Filters of a list that name things: a platform finds nothing for a name that it does not know as an id.
import type { Run } from '../model/command-type.ts';
import { getPath, setPath } from './names.ts';
import { isId, mayBeId } from './reference-kinds.ts';
import { settleOne } from './resolve-names.ts';

/** Names that no id looks like become ids before the list is read. Throws NotFoundError. */
export const settleNamedFilters = (run: Run): Promise<void> => settle(run, (text) => !mayBeId(text));

/** After a list that was empty: what may have been a name becomes an id. Throws NotFoundError. */
export const settleAllFilters = (run: Run): Promise<void> => settle(run, (text) => !isId('', text));

async function settle(run: Run, isName: (text: string) => boolean): Promise<void> {
  for (const [name, param] of Object.entries(run.command.refs ?? {})) {
    const path = name.split('.');
    const given = getPath(run.input, path);
    const ids: unknown[] = [];
    for (const text of [given].flat())
      ids.push(typeof text === 'string' && isName(text) ? await settleOne(run, param, text) : text);
    if (given !== undefined) run.input = setPath(run.input, path, Array.isArray(given) ? ids : ids[0]);
  }
}
