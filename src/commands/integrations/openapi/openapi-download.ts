// docs openapi download: a specification as it was written, or as it was understood.

import {
  getLatestOpenApiContent,
  getOpenApiContent,
  getRawOpenApiContent,
  type OpenApiContent,
} from '../../../api/integrations/openapi-versions.ts';
import type { Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import type { Run } from '../../../engine/run/run.ts';
import { plainContent } from '../../../output/safe-text.ts';
import { entryFile } from '../../../workflows/clone/openapi-entry.ts';

export const DOWNLOAD_FLAGS = [
  {
    flags: '--parsed',
    reach: 'platform',
    description: 'print the parsed specification as JSON',
    group: 'Fields:',
  },
  {
    flags: '--version-id <id>',
    reach: 'platform',
    description: 'this version instead of the latest, always as JSON',
    group: 'Fields:',
  },
] as const satisfies readonly Option[];

export type DownloadRun = Run<FlagsOf<typeof DOWNLOAD_FLAGS>>;

export async function downloadSpec(run: DownloadRun): Promise<void> {
  const { io } = run.context;
  const text = await withReferences(run, (input) => readSpec(run, input));
  const shown = plainContent(io, text);
  await io.out(shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** The file to start at; a host that answers the bare specification is read too. */
function parsedText(content: Partial<OpenApiContent>): string {
  return JSON.stringify(entryFile(content)?.specification ?? content, null, 2);
}

async function readSpec(
  run: DownloadRun,
  { organizationId, specSlug }: DownloadRun['input'],
): Promise<string> {
  const client = await run.client();
  const place = { organizationId: String(organizationId), specSlug: String(specSlug) };
  const { versionId, parsed, json } = run.flags;
  if (versionId !== undefined) {
    const content = await client.call(getOpenApiContent, { ...place, versionId: String(versionId) });
    return parsedText(content);
  }
  if (parsed || json) return parsedText(await client.call(getLatestOpenApiContent, place));
  return (await client.call(getRawOpenApiContent, place)).text;
}
