// Ids only, one a line.
import { cellText } from '../format.ts';
import { valueAt } from '../paths.ts';
import { outSafe, safeLine } from '../safe-text.ts';
import type { MakeRenderer } from '../view.ts';

export const ids: MakeRenderer = (io, { idField = 'id' }) => {
  const line = (item: unknown) => {
    const id = safeLine(cellText(valueAt(item, idField)));
    return id === '' ? '' : `${outSafe(io, id)}\n`;
  };
  return { item: line, page: (items) => items.map(line).join(''), end: () => '' };
};
