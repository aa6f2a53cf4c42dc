// What a push keeps beside the folder: that it began, so that a cut one goes on in the same change request; and what it
// sent, so that a later push to that change request sends only what is new since.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { boundedJson, readPrivateFile } from '../../files/json-file.ts';
import { areTexts, isRecord } from '../../files/texts.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { bodyOf, hashOf } from '../export/page-file.ts';
import type { EditedFile } from './local-pages.ts';

/** What a file said when it was sent. */
export interface SentText {
  /** SHA-256 of its text. */
  body: string;
  settings: Readonly<Record<string, unknown>>;
  /** The page that it became, where that is known. */
  id?: string;
}

export interface SentPage extends SentText {
  file: string;
  id: string;
  /** SHA-256 of the file. */
  sha256: string;
  /** Of the file in git. */
  oid?: string | undefined;
  /** Its text, where that of the page is another: with what others wrote there. */
  text?: string;
}

export interface Begun {
  subject: string;
  /** Change requests of that subject that were open before. */
  others: string[];
  /** Whoever applies the plan makes the change request. */
  isPlan?: boolean;
}

export interface PushState {
  version: 1;
  /** Of a push that has not ended, or whose plan is to be applied. */
  begun?: Begun;
  /** What it may have sent, by file. */
  tried?: Record<string, SentText[]>;
  /** What the change request of the last push holds of the folder. */
  sent?: Sent;
  /** The same of others that it was pushed to before, the latest first: a branch each. */
  earlier?: Sent[];
}

export interface Sent {
  changeRequest: string;
  revision: string;
  /** Revision of the export then; absent where an earlier version sent it. */
  exported?: string;
  /** Text of SUMMARY.md, where that was edited. */
  summary?: string | undefined;
  pages: SentPage[];
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

/** What the files may say in the space once a push or a plan of it has come there. */
export function noteTried(state: PushState, edited: readonly EditedFile[]): void {
  const tried = new Map(Object.entries(state.tried ?? {}));
  for (const { file, markdown, settings } of edited) {
    const body = hashOf(bodyOf(markdown));
    const others = (tried.get(file) ?? []).filter((one) => one.body !== body);
    tried.set(file, [...others, { body, settings: { ...settings } }]);
  }
  state.tried = Object.fromEntries(tried);
}

const allSent = ({ sent, earlier = [] }: PushState): Sent[] => [...(sent ? [sent] : []), ...earlier];

/** What a change request holds of the folder, where it was pushed to that. */
export const sentTo = (state: PushState, changeRequest: string): Sent | undefined =>
  allSent(state).find((one) => one.changeRequest === changeRequest);

/** How many change requests are remembered. */
const MOST_SENT = 20;

/** The state after a push that has ended. */
export const afterPush = (before: PushState, sent: Sent): PushState => ({
  version: 1,
  sent,
  earlier: allSent(before)
    .filter(({ changeRequest }) => changeRequest !== sent.changeRequest)
    .slice(0, MOST_SENT - 1),
});

/** What was sent of a file, or may have been: to this change request, else by the last push. */
export function sentOf(state: PushState, file: string, changeRequest = ''): SentText[] {
  const { tried, sent } = state;
  const pages = (sentTo(state, changeRequest) ?? sent)?.pages ?? [];
  return [
    ...((tried && Object.hasOwn(tried, file) && tried[file]) || []),
    ...pages.filter((one) => one.file === file),
  ];
}

/** What was sent of a file to any change request. */
export const sentTexts = (state: PushState, file: string): SentText[] => [
  ...sentOf(state, file),
  ...allSent(state).flatMap(({ pages }) => pages.filter((one) => one.file === file)),
];

/** The change requests that a file of this hash was sent to. */
export const requestsWith = (state: PushState, file: string, sha256: string): string[] =>
  allSent(state).flatMap(({ changeRequest, pages }) =>
    pages.some((one) => one.file === file && one.sha256 === sha256) ? [changeRequest] : [],
  );

function parse(text: string | undefined): PushState {
  const empty: PushState = { version: 1 };
  try {
    const value: unknown = text === undefined ? undefined : boundedJson(text);
    if (!isRecord(value) || value.version !== 1) return empty;
    const { begun, tried, sent, earlier } = value;
    return {
      ...empty,
      ...(isBegun(begun) && { begun }),
      ...(areTried(tried) && { tried }),
      ...(isSent(sent) && { sent }),
      ...(Array.isArray(earlier) && earlier.every(isSent) && { earlier }),
    };
  } catch {
    return empty;
  }
}

const isBegun = (value: unknown): value is Begun =>
  isRecord(value) &&
  typeof value.subject === 'string' &&
  areTexts(value.others) &&
  ['boolean', 'undefined'].includes(typeof value.isPlan);

const isSent = (value: unknown): value is Sent =>
  isRecord(value) &&
  typeof value.changeRequest === 'string' &&
  typeof value.revision === 'string' &&
  [value.exported, value.summary].every((one) => ['string', 'undefined'].includes(typeof one)) &&
  Array.isArray(value.pages) &&
  value.pages.every((one) => isSentText(one) && areTexts([one.file, one.id, one.sha256, one.text ?? '']));

const isSentText = (value: unknown): value is SentText & Record<string, unknown> =>
  isRecord(value) && typeof value.body === 'string' && isRecord(value.settings);

const areTried = (value: unknown): value is Record<string, SentText[]> =>
  isRecord(value) && Object.values(value).every((one) => Array.isArray(one) && one.every(isSentText));
