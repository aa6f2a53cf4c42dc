// A map from a closed list of words: languages, states.
import type { TSchema, TUnsafe } from '@sinclair/typebox';
import { RecordOf, Str } from './builders.ts';
import { valuesOf } from './schema.ts';

export const ByWord = <V extends string, S extends TSchema>(words: TUnsafe<V>, value: S) => ({
  ...RecordOf(Str(), value, { additionalProperties: false, propertyNames: { enum: valuesOf(words) } }),
  patternProperties: { [`^(?:${valuesOf(words).join('|')})$`]: value },
});
