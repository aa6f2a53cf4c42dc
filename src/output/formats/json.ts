// The API's own object, or one array of them, indented by two.

import { isSecretThing, pickFields, secretMask, secretPattern, valueAt } from '../columns.ts';
import { cellText } from '../format.ts';
import type { Io } from '../io.ts';
import { outSafe, safeJson, safeLine } from '../safe-text.ts';
import type { MakeRenderer, View } from '../view.ts';

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

// One object a line.

export const ndjson: MakeRenderer = (io, view) => {
  const lines = serializer(io, view, (items) => {
    let text = '';
    for (const item of items) text += `${JSON.stringify(item)}\n`;
    return text;
  });
  return { item: (item) => lines([item]), page: lines, end: () => '' };
};

// JSON text of items with what the view asks for: chosen keys, masked secrets, nothing a terminal acts on.

type Items = readonly unknown[];

/** Wraps a function that serialises items. Items are walked for secrets only when the text holds such a key. */
export function serializer(
  io: Io,
  view: View,
  serialize: (items: Items) => string,
): (items: Items) => string {
  const { fields } = view;
  const mask = secretMask(view.secretFields);
  const pattern = secretPattern(view.secretFields);
  return (items) => {
    const shown = (item: unknown) => (view.showSecrets || !isSecretThing(item) ? item : mask(item));
    const picked = fields ? items.map((item) => pickFields(shown(item), fields)) : items;
    const json = serialize(picked);
    const hidden = !view.showSecrets && pattern.test(json) ? serialize(mask(picked)) : json;
    return outSafe(io, safeJson(hidden));
  };
}

// Ids only, one a line.

export const ids: MakeRenderer = (io, { idField = 'id' }) => {
  const line = (item: unknown) => {
    const id = safeLine(cellText(valueAt(item, idField)));
    return id === '' ? '' : `${outSafe(io, id)}\n`;
  };
  return { item: line, page: (items) => items.map(line).join(''), end: () => '' };
};
