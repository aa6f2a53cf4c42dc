// Files of a space into a folder: safe names, several at once, each whole or not at all.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { safeNames, safePath } from '../../files/safe-path.ts';
import { type Replace, writeBelow } from '../../files/safe-write.ts';
import { fileSource } from '../export/space-content.ts';

const AT_ONCE = 4;

export interface Downloaded {
  id: string;
  name: string;
  /** Where it is now, below the folder. */
  path: string;
  size: number;
}

export interface DownloadJob {
  files: readonly File[];
  folder: string;
  /** What becomes of files that are there: without it, each must hold the same bytes. */
  replace?: Replace;
  /** After each file. */
  onDone?: (ok: boolean) => void;
}

export interface DownloadOutcome {
  written: Downloaded[];
  failed: { file: File; error: unknown }[];
}

/** Downloads every file it can. The folder must be there. */
export async function downloadFiles(
  client: Client,
  { files, folder, replace = 'same', onDone }: DownloadJob,
): Promise<DownloadOutcome> {
  const names = safeNames(files);
  const results = await mapPool(
    files,
    AT_ONCE,
    async (file, index) => {
      const name = names[index] ?? file.id;
      await writeBelow(folder, safePath(folder, [name]), fileSource(client, file), replace);
      return { id: file.id, name: file.name, path: name, size: file.size };
    },
    {
      onRateLimit: client.onRateLimit,
      stop: ({ ok }) => {
        onDone?.(ok);
        return false;
      },
    },
  );
  return {
    written: results.flatMap((result) => (result.ok ? [result.value] : [])),
    failed: results.flatMap((result) => (result.ok ? [] : [{ file: result.item, error: result.error }])),
  };
}
