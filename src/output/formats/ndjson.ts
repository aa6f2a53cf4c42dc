// One object a line.
import type { MakeRenderer } from '../view.ts';
import { serializer } from './serialize.ts';

export const ndjson: MakeRenderer = (io, view) => {
  const lines = serializer(io, view, (items) => {
    let text = '';
    for (const item of items) text += `${JSON.stringify(item)}\n`;
    return text;
  });
  return { item: (item) => lines([item]), page: lines, end: () => '' };
};
