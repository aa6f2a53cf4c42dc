// Pages and files that a change request gets one by one, because their IDs are needed at once.
import type { ChangeRequestContentChange } from '../../api/review/change-requests.ts';
import { ProtocolError } from '../../errors.ts';

export type Send = (changes: ChangeRequestContentChange[]) => Promise<object>;

/** Throws ProtocolError where the host does not say which page it made. */
export async function insertedPage(send: Send, change: ChangeRequestContentChange): Promise<string> {
  const answer: { changes?: { object: string; page?: unknown }[] } = await send([change]);
  const id: unknown = Object(answer.changes?.[0]?.page).id;
  if (typeof id === 'string') return id;
  throw new ProtocolError('the host does not say which page it made');
}

/** Throws ProtocolError where the host does not say which file it made. */
export async function insertedFile(send: Send, bytes: Uint8Array): Promise<string> {
  const base64 = Buffer.from(bytes).toString('base64');
  const answer: { insertedFiles?: { id: string }[] } = await send([
    { operation: 'insert_files', files: [{ base64 }] },
  ]);
  const [made] = answer.insertedFiles ?? [];
  if (!made) throw new ProtocolError('the host does not say which file it made');
  return made.id;
}
