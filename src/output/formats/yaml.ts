// One YAML document; a list is one sequence, written page by page.
import { FOR_OLDER_READERS, writeYaml } from '../../files/yaml-file.ts';
import { pickFields, secretMask } from '../columns.ts';
import type { Io } from '../io.ts';
import { isUnsafe, outSafe, safeJson, safeText } from '../safe-text.ts';
import type { MakeRenderer } from '../view.ts';

export const yaml: MakeRenderer = (io, view) => {
  const mask = view.showSecrets ? undefined : secretMask(view.secretFields);
  const choose = (item: unknown) => {
    const picked = view.fields ? pickFields(item, view.fields) : item;
    return mask ? mask(picked) : picked;
  };
  let isEmpty = true;
  return {
    item: (item) => {
      const chosen = choose(item);
      return isLarge(chosen) ? flowText(io, chosen) : yamlText(io, chosen);
    },
    page(items) {
      isEmpty = false;
      const chosen = items.map(choose);
      if (!isLarge(chosen)) return yamlText(io, chosen);
      return chosen.map((one) => `- ${flowText(io, one)}`).join('');
    },
    end: () => (isEmpty ? '[]\n' : ''),
  };
};

/** More would be written for minutes, in which no signal is heard. */
const MOST_VALUES = 100_000;

function isLarge(value: unknown): boolean {
  let count = 0;
  for (const open = [value]; open.length > 0 && count <= MOST_VALUES; ) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) {
      count += 1;
      open.push(inner);
    }
  }
  return count > MOST_VALUES;
}

/** JSON on one line, which is YAML too. */
const flowText = (io: Io, value: unknown): string => `${outSafe(io, safeJson(JSON.stringify(value)))}\n`;

function yamlText(io: Io, value: unknown): string {
  const text = writeYaml(value, {
    document: FOR_OLDER_READERS,
    // Block scalars would begin lines with text of the platform, which a CI runner reads.
    text: { blockQuote: !io.outCi },
    mustQuote: (one) => needsEscapes(io, one),
  });
  return outSafe(io, safeText(text, { multiline: true }));
}

// What the two functions escape in the finished text must be in double quotes, where YAML reads the escape back.
const needsEscapes = (io: Io, text: string) => isUnsafe(text) || outSafe(io, text) !== text;
