// What a push keeps beside the folder: that it began, so that a cut one goes on in the same change request; and what it
// sent, so that a later push to that change request sends only what is new since.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { isRecord } from '../../files/is-record.ts';
import { boundedJson } from '../../files/json-bounds.ts';
import { readPrivateFile } from '../../files/private-file.ts';
import { writeFileDurably } from '../../files/writer.ts';

/** A page file as it was sent. */
export interface SentPage {
  file: string;
  id: string;
  /** SHA-256 of the file, and of its text. */
  sha256: string;
  body: string;
}

export interface PushState {
  version: 1;
  /** Of a push that has not ended: its subject, and the change requests of that subject that were open before. */
  begun?: { subject: string; others: string[] };
  /** What the change request holds of the folder. */
  sent?: { changeRequest: string; revision: string; pages: SentPage[] };
}

export interface KeptState {
  state: PushState;
  /** Throws LocalIoError. */
  save(): void;
}

/** Of one folder and space on one host. What cannot be read counts as nothing. */
export function keptState(context: Context, about: readonly string[]): KeptState {
  const name = createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 16);
  const path = join(requirePath(context.paths(), 'data'), 'push', `${name}.json`);
  const kept: KeptState = {
    state: parse(readPrivateFile(path)),
    save: () => writeFileDurably(path, `${JSON.stringify(kept.state)}\n`, { ownDir: true }),
  };
  return kept;
}

function parse(text: string | undefined): PushState {
  const empty: PushState = { version: 1 };
  try {
    const value: unknown = text === undefined ? undefined : boundedJson(text);
    if (!isRecord(value) || value.version !== 1) return empty;
    const { begun, sent } = value;
    return {
      ...empty,
      ...(isBegun(begun) && { begun }),
      ...(isSent(sent) && { sent }),
    };
  } catch {
    return empty;
  }
}

const isBegun = (value: unknown): value is NonNullable<PushState['begun']> =>
  isRecord(value) && typeof value.subject === 'string' && areTexts(value.others);

const isSent = (value: unknown): value is NonNullable<PushState['sent']> =>
  isRecord(value) &&
  typeof value.changeRequest === 'string' &&
  typeof value.revision === 'string' &&
  Array.isArray(value.pages) &&
  value.pages.every((one) => isRecord(one) && areTexts([one.file, one.id, one.sha256, one.body]));

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
