// Files of a space into a folder: safe names, several at once, each whole or not at all.
import type { File } from '../api/content.ts';
import type { Client } from '../client/client.ts';
import { mapPool } from '../client/pool.ts';
import { ProtocolError } from '../errors.ts';
import { safeNames, safePath } from '../files/safe-path.ts';
import { writeBelow } from '../files/safe-write.ts';

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
  { files, folder, onDone }: DownloadJob,
): Promise<DownloadOutcome> {
  const names = safeNames(files);
  const results = await mapPool(
    files,
    AT_ONCE,
    async (file, index) => {
      const name = names[index] ?? file.id;
      await downloadFile(client, file, folder, name);
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

/** The size that the platform tells is the most that is taken, and the least that is enough. */
async function downloadFile(client: Client, file: File, folder: string, name: string): Promise<void> {
  await writeBelow(folder, safePath(folder, [name]), async (write) => {
    const { bytes } = await client.download(file.downloadURL, write, { maxBytes: file.size });
    if (bytes !== file.size) {
      throw new ProtocolError(`file "${file.name}" came with ${bytes} of ${file.size} bytes`, {
        code: 'DOWNLOAD_INCOMPLETE',
      });
    }
  });
}
