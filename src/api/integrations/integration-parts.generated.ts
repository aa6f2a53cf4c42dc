// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Obj, Optional, Str } = builders;

export const IntegrationBlock = Obj({
  id: Str(),
  title: Str({ minLength: 2, maxLength: 40 }),
  description: Optional(Str({ minLength: 0, maxLength: 150 })),
  icon: Optional(Str()),
  urlUnfurl: Optional(ArrayOf(Str())),
  markdown: Optional(Obj({ codeblock: Str(), body: Str() })),
});
export type IntegrationBlock = Static<typeof IntegrationBlock>;
