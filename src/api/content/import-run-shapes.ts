// An import of content as it goes: shown by itself, and in the space that it is into.
import type { Static } from '@sinclair/typebox';
import * as wire from './import-run-shapes.generated.ts';

export const ContentImportRun = wire.ContentImportRun;
export type ContentImportRun = Static<typeof ContentImportRun>;
