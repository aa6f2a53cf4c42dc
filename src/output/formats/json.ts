// The API's own object, or one array of them, indented by two.
import type { MakeRenderer } from '../view.ts';
import { serializer } from './serialize.ts';

export const json: MakeRenderer = (io, view) => {
  const one = serializer(io, view, ([item]) => JSON.stringify(item, null, 2));
  // An indented array without its brackets: pages join into one array.
  const many = serializer(io, view, (items) => JSON.stringify(items, null, 2).slice(2, -2));
  let isOpen = false;
  return {
    item: (item) => `${one([item])}\n`,
    page(items) {
      const before = isOpen ? ',\n' : '[\n';
      isOpen = true;
      return before + many(items);
    },
    end: () => (isOpen ? '\n]\n' : '[]\n'),
  };
};
