// Names that nobody should give a page or a file, and somebody will.
import fc from 'fast-check';
import { hostileTexts } from './text-cases.ts';

export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts('names'), 'x'.repeat(300), 'é'.repeat(150)),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
