// An import of content as it goes: shown by itself, and in the space that it is into.
import { ContentImportRun } from './import-run-shapes.generated.ts';

export { ContentImportRun };
