// JSON text of items with what the view asks for: chosen keys, masked secrets, nothing a terminal acts on.

import type { Io } from '../io.ts';
import { pickFields } from '../paths.ts';
import { outSafe, safeJson } from '../safe-text.ts';
import { isSecretThing, secretMask, secretPattern } from '../secrets.ts';
import type { View } from '../view.ts';

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
