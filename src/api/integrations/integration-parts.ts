// What an integration is made of; shared by what is published and what is read.
import * as wire from './integration-parts.generated.ts';

/** Names of integrations and domains of blocks. */
export const INTEGRATION_NAME = '^[a-zA-Z0-9-_.]+$';

export const Block = wire.IntegrationBlock;
