// An organization read for a sandbox that names nobody of it.

import type { InputOf, Operation } from '../../../api/operation.ts';
import type { Client, DownloadOptions, PagesOptions } from '../../../client/client-options.ts';
import { ConflictError } from '../../../errors.ts';
import { type CloneJob, type CloneReport, cloneOrganization } from '../clone.ts';
import type { CloneSink } from '../sink.ts';
import type { Anonymiser } from './anonymiser.ts';

// A client whose answers name nobody: what is made of them cannot tell who the people of the source are.

/** The client with every answer and file passed through the anonymiser. */
export const anonymousClient = (client: Client, anonymiser: Anonymiser): Client => ({
  ...client,
  call: async (operation, input, options) =>
    anonymiser.answer(await client.call(operation, anonymiser.asked(input), options)),
  async *pages<O extends Operation>(operation: O, input: InputOf<O>, options?: PagesOptions) {
    for await (const page of client.pages(operation, anonymiser.asked(input), options)) {
      const { items, ...rest } = page;
      yield { ...rest, items: anonymiser.answer(items) };
    }
  },
  async download(url, write, options: DownloadOptions = {}) {
    let chunks: Uint8Array[] = [];
    const result = await client.download(url, (chunk) => void chunks.push(chunk), {
      ...options,
      restart: async () => {
        chunks = [];
        await options.restart?.();
      },
    });
    await write(anonymiser.bytes(Buffer.concat(chunks)));
    return result;
  },
});

export interface AnonymousSink extends CloneSink {
  /** Nothing was kept in it yet. */
  readonly isNew: boolean;
  /** Marks of what was replaced when it was last filled to the end. */
  readonly learned: ReadonlySet<string> | undefined;
  keepLearned(marks: ReadonlySet<string>): void;
  /** Whether any text in it is found. */
  holds(finds: (text: string) => boolean): boolean;
}

export interface AnonymousJob extends Omit<CloneJob, 'sink' | 'forgets' | 'onMembers'> {
  anonymiser: Anonymiser;
  /** The first one, and another one, empty, in its place. */
  sink: AnonymousSink;
  remake: () => Promise<AnonymousSink>;
}

const MOST_ROUNDS = 3;

/**
 * Fills the sink as `cloneOrganization` does, with people and hosts replaced. Somebody whose name is learned only after it was
 * kept, such as a new member or the author of a comment, is looked for in all that is there; where they are found, everything
 * is read again into a new sink. Throws ConflictError where people change faster than that.
 */
export async function cloneAnonymously({
  anonymiser,
  sink: first,
  remake,
  ...job
}: AnonymousJob): Promise<CloneReport> {
  const client = anonymousClient(job.client, anonymiser);
  let sink = first;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    let replaced = sink.learned ?? new Set<string>();
    // What is read side by side from here on is kept, whoever is learned meanwhile.
    const onMembers = () => {
      if (sink.isNew) replaced = anonymiser.marks();
    };
    const report = await cloneOrganization({ ...job, client, sink, forgets: true, onMembers });
    const later = anonymiser.after(replaced);
    if (!later || !sink.holds((text) => later.finds(text))) {
      sink.keepLearned(anonymiser.marks());
      return report;
    }
    sink = await remake();
  }
  throw new ConflictError('the people of the organization changed while it was read', {
    hint: 'run the same command again',
  });
}
