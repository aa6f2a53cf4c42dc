// The file of a parsed OpenAPI specification to start at: hosts list its files, or name them.
import type { OpenApiContent, OpenApiFile } from '../../api/integrations/openapi.ts';
import { isRecord } from '../../files/is-record.ts';

/** Undefined where there is none, as from a host that answers the bare specification. */
export function entryFile({ filesystem }: Partial<OpenApiContent>): Partial<OpenApiFile> | undefined {
  const files: unknown[] = isRecord(filesystem) ? Object.values(filesystem) : (filesystem ?? []);
  // What a file is, its host says; every field of it may be missing.
  const known = files.filter(isRecord) as Partial<OpenApiFile>[];
  return known.find(({ isEntrypoint }) => isEntrypoint === true) ?? known[0];
}
