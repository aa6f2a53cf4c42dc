// Puts files into the folder of an export, and never over what a person changed.
import type { Digest, Source } from '../../files/safe-write.ts';
import type { FileEntry } from '../../folder/manifest.ts';
import type { SentText } from '../push/push-state.ts';
import { fullPath, type Known, type Written } from './earlier-export.ts';
import { asWritten, digestKnown, type ExportFolder } from './folder.ts';
import { hashOf, saysNoMore } from './page-file.ts';
import { isSameSummary } from './page-paths.ts';

/** What pushes sent of the files of a space, to whatever change request. */
export interface Pushed {
  texts(space: string, file: string): readonly SentText[];
  /** Whether a file of this hash was sent as it is, and is merged: nothing of it is here alone. */
  isMerged(space: string, file: string, sha256: string): Promise<boolean>;
}

/** Somebody else's file is there: it stays. */
export interface Kept {
  path: string;
}

export type Delivered = { entry: FileEntry } | { kept: Kept };

/** Where one file goes, and what it is. */
export interface Address {
  space?: string;
  folder: string;
  path: string;
  facts: Pick<FileEntry, 'kind' | 'id' | 'renamed' | 'mark' | 'body' | 'links'>;
}

export interface Delivery {
  /** Writes a text or bytes, unless they are there already. */
  text(address: Address, content: string | Uint8Array): Promise<Delivered>;
  /** Writes what comes piece by piece. */
  stream(address: Address, source: Source): Promise<Delivered>;
  /** The entry of a file that an earlier run wrote and nobody touched; from another path it is copied. */
  reuse(address: Address): Promise<Delivered | undefined>;
  /** True when a file is as it was written. */
  isIntact(written: Written): Promise<boolean>;
  /** True when a person changed a file, and the change is to stay. */
  isEdited(written: Written): Promise<boolean>;
}

const pathOf = ({ folder, path }: Address): string => (folder === '' ? path : `${folder}/${path}`);

const entryOf = ({ path, facts }: Address, { size, sha256 }: Digest): FileEntry => ({
  path,
  ...facts,
  size,
  sha256,
});

/** Whether nothing is lost where a text takes the place of a file that somebody wrote. */
async function isNoLoss(
  { facts, path, space = '' }: Address,
  there: string,
  text: string,
  pushed?: Pushed,
): Promise<boolean> {
  if (facts.kind === 'summary') return isSameSummary(there, text);
  if (facts.kind !== 'page') return false;
  const wasSent = (body: string) =>
    pushed?.texts(space, path).some((one) => one.body === hashOf(body)) === true;
  if (await saysNoMore(there, text, wasSent)) return true;
  return (await pushed?.isMerged(space, path, hashOf(there))) === true;
}

/** With `overwrite` what a person changed is replaced, too. */
export function deliveryTo(
  folder: ExportFolder,
  known: Known,
  { overwrite = false, pushed }: { overwrite?: boolean | undefined; pushed?: Pushed | undefined } = {},
): Delivery {
  const log = (address: Address, entry: FileEntry) => {
    const written: Written = {
      folder: address.folder,
      entry,
      ...(address.space && { space: address.space }),
    };
    return folder.log(JSON.stringify(written));
  };
  /** What to do with a file whose content is known. */
  const decide = async (
    address: Address,
    wanted: Digest,
    mayGo: (there: string) => Promise<boolean> = async () => false,
  ): Promise<Delivered | 'write'> => {
    const path = pathOf(address);
    const isOurs = ({ sha256 }: Digest) => sha256 === wanted.sha256 || known.wrote(path, sha256);
    const there = await digestKnown(folder, path, isOurs);
    const isTheirs = there && !isOurs(there);
    if (isTheirs && !overwrite && !(await mayGo(Buffer.from((await folder.read(path)) ?? '').toString())))
      return { kept: { path } };
    // Before it gets its name: what is found there later is known to be ours.
    const entry = entryOf(address, wanted);
    await log(address, entry);
    return there?.sha256 === wanted.sha256 ? { entry } : 'write';
  };
  const isIntact: Delivery['isIntact'] = async (written) => {
    const { size, sha256 } = written.entry;
    const isAsWritten = (one: Digest) => one.sha256 === sha256 && one.size === size;
    const there = await digestKnown(folder, fullPath(written), isAsWritten).catch(() => undefined);
    return there !== undefined && isAsWritten(there);
  };

  const delivery: Delivery = {
    isIntact,
    async isEdited(written) {
      if (overwrite || (await isIntact(written))) return false;
      return (await folder.digest(fullPath(written)).catch(() => undefined)) !== undefined;
    },
    async text(address, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const wanted = { size: bytes.length, sha256: hashOf(bytes) };
      const decision = await decide(address, wanted, (there) =>
        isNoLoss(address, there, String(content), pushed),
      );
      if (decision !== 'write') return decision;
      const staged = await folder.stage(pathOf(address), (write) => write(bytes));
      await staged.place();
      return { entry: entryOf(address, wanted) };
    },
    async stream(address, source) {
      const staged = await folder.stage(pathOf(address), source);
      const decision = await decide(address, staged);
      if (decision === 'write') await staged.place();
      else await staged.drop();
      return decision === 'write' ? { entry: entryOf(address, staged) } : decision;
    },
    async reuse(address) {
      const { space, facts } = address;
      if (space === undefined || facts.mark === undefined) return undefined;
      for (const written of known.places(space, facts.kind, facts.id)) {
        if (written.entry.mark !== facts.mark || !(await isIntact(written))) continue;
        const same = withText(address, written.entry);
        if (fullPath(written) === pathOf(address)) return { entry: entryOf(same, written.entry) };
        const bytes = await folder.read(fullPath(written));
        if (bytes) return delivery.text(same, asWritten(bytes, written.entry));
      }
      return undefined;
    },
  };
  return delivery;
}

/** What an entry says of the text of its page. */
const withText = (address: Address, { body, links }: FileEntry): Address => ({
  ...address,
  facts: { ...address.facts, ...(body !== undefined && { body }), ...(links && { links }) },
});
