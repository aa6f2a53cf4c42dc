// What an integration is made of, and what is sent to it; shared by what is published and what is read.
import { builders } from '../schema.ts';

/** Names of integrations and domains of blocks. */
export const INTEGRATION_NAME = '^[a-zA-Z0-9-_.]+$';

/** Every payload has these two; the rest depends on the type (src/api/README.md#integrations). */
export const EventPayload = builders.Obj(
  { eventId: builders.Str(), type: builders.Str() },
  { additionalProperties: true },
);
