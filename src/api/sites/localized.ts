// Fields that many parts of a site have: texts by language, and whether readers see it.
import type { TSchema } from '@sinclair/typebox';
import { FLAG } from '../operation.ts';
import { Type } from '../schema.ts';

const { Boolean: Bool, Optional, Record: RecordOf, String: Str } = Type;

/** A field that is called otherwise as a flag. */
export const flagged = <S extends TSchema>(flag: string, schema: S): S => ({ ...schema, [FLAG]: flag });

/** Texts by language, as `fr="Notes"` in a flag that may be repeated. */
const localized = (maxLength: number, options: { description?: string }) =>
  RecordOf(Str(), Str({ maxLength }), options);
export const LocalizedTitle = (description = 'title in a language: fr="Notes"') =>
  flagged('title-in', localized(128, { description }));
export const LocalizedDescription = (description = 'description in a language: fr="Notes"') =>
  flagged('description-in', localized(256, { description }));
/** Whether readers see it. */
export const Draft = () => Optional(Bool({ description: 'keep it as a draft: readers do not see it yet' }));
