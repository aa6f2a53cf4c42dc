// A client whose answers name nobody: what is made of them cannot tell who the people of the source are.
import type { InputOf, Operation } from '../../../api/operation.ts';
import type { Client, DownloadOptions, PagesOptions } from '../../../client/client-options.ts';
import type { Anonymiser } from './anonymiser.ts';

/** The client with every answer and file passed through the anonymiser. */
export function anonymousClient(client: Client, anonymiser: Anonymiser): Client {
  return {
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
  };
}
