import { expect, it } from 'vitest';
import { loadColors, styles } from '../../../src/output/note.ts';

await loadColors();

it('a style colors one text, whatever a caller of callbacks passes beside it', () => {
  const { bold, dim } = styles(true);
  expect('Usage: docs'.replace(/^Usage:/, bold)).toBe('\u001b[1mUsage:\u001b[22m docs');
  expect(['a', 'b'].map(dim)).toEqual(['\u001b[2ma\u001b[22m', '\u001b[2mb\u001b[22m']);
  expect(styles(false).bold('a')).toBe('a');
});
