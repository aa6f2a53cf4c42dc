// Files of a change request that come with a request: their bytes, or an address to fetch them from.
import type { ChangeRequestContentChange } from '../../../api/review/change-request-content.ts';
import { pictureKind } from '../../../files/picture-kind.ts';
import { fileNode } from '../../content/import/import-source.ts';
import { importFetch } from '../../content/import/web-fetch.ts';
import type { FileNode } from '../../content/model.ts';
import { contentStore } from '../../db/content/content.ts';
import { newId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest } from '../../wire-error.ts';

type Given = Extract<ChangeRequestContentChange, { operation: 'insert_files' }>['files'][number];

/** Throws 400 for an address that gives nothing, for bytes that are not base64, and for what is too large. */
export async function insertedFiles(
  call: Call,
  changes: readonly ChangeRequestContentChange[],
): Promise<FileNode[]> {
  const given = changes.flatMap((change) => (change.operation === 'insert_files' ? change.files : []));
  const files: FileNode[] = [];
  for (const [at, one] of given.entries()) {
    const { name, bytes } = await bytesOf(one, at);
    if (bytes.length > LIMITS.fileBytes)
      throw badRequest(`${name} has ${bytes.length} bytes; at most ${LIMITS.fileBytes} are allowed`);
    files.push(fileNode(name, bytes, contentStore(call.db), newId));
  }
  return files;
}

async function bytesOf(given: Given, at: number): Promise<{ name: string; bytes: Uint8Array }> {
  if ('url' in given) {
    const { url, bytes } = await importFetch(given.url)(given.url);
    const last = new URL(url).pathname.split('/').at(-1) ?? '';
    return { name: decodeURIComponent(last) || `file-${at + 1}`, bytes };
  }
  const text = given.base64.replace(/^data:[^,]*;base64,/, '').replace(/\s/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text) || bytes.length === 0)
    throw badRequest(`files[${at}].base64 is not base64`);
  return { name: `file-${at + 1}.${extensionOf(bytes)}`, bytes };
}

/** By how the bytes begin: nothing else says what they are. */
function extensionOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start === '%PDF') return 'pdf';
  return start === 'PK\u0003\u0004' ? 'zip' : (pictureKind(bytes) ?? 'bin');
}
