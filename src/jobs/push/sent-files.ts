// Files of a folder that its space has from an earlier push, which gave them other names: found by their content.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Client } from '../../client/client.ts';
import { fileSource } from '../../workflows/export/space-content.ts';
import type { FolderSource } from '../folder/source.ts';
import { hashOf } from './local-pages.ts';
import type { Target } from './target.ts';

export interface SentFiles {
  /** ID of the file that has these bytes. */
  idOf(bytes: Uint8Array): string | undefined;
  /** Each with its path below the folder of the space. */
  paths: readonly { id: string; path: string }[];
}

/** Reads only files that the export does not have and that are as large as one of the folder. */
export async function sentFiles({
  client,
  source,
  target,
}: {
  client: Client;
  source: FolderSource;
  target: Target;
}): Promise<SentFiles> {
  const { entry, there } = target;
  if (target.isAsExported) return { idOf: () => undefined, paths: [] };
  const exported = new Set(entry.files.flatMap(({ id, path }) => [path, ...(id === undefined ? [] : [id])]));
  const local = [...source.files.values()]
    .filter(({ path }) => path.startsWith(`${entry.folder}/`) && !/\.(?:md|markdown)$/i.test(path))
    .map(({ path, size }) => ({ size, full: path, path: path.slice(entry.folder.length + 1) }))
    .filter(({ path }) => !exported.has(path));
  const sizes = new Set(local.map(({ size }) => size));
  const ids = new Map<string, string>();
  const wanted = (file: File) => !exported.has(file.id) && file.size !== undefined && sizes.has(file.size);
  for (const file of sizes.size === 0 ? [] : (await there.files()).filter(wanted)) {
    const hash = hashOf(await bytesOf(client, file));
    if (!ids.has(hash)) ids.set(hash, file.id);
  }
  const paths: { id: string; path: string }[] = [];
  for (const { full, path } of ids.size === 0 ? [] : local) {
    const id = ids.get(hashOf(await source.read(full)));
    if (id !== undefined) paths.push({ id, path });
  }
  return { idOf: (bytes) => ids.get(hashOf(bytes)), paths };
}

async function bytesOf(client: Client, file: File): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const keep = async (chunk: Uint8Array) => void chunks.push(chunk);
  await fileSource(client, file)(keep, async () => void chunks.splice(0));
  return Buffer.concat(chunks);
}
