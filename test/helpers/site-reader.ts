// A client after whose every request somebody reads the published site `docs`.
import type { Client } from '../../src/client/client.ts';
import { answerSite } from '../../src/sandbox/web/site.ts';
import type { TestSandbox } from './sandbox.ts';

/** `seen` gets each page that was shown, behind its path. */
export function watched(
  { client, box }: { client: Client; box: TestSandbox },
  seen: string[],
  paths: readonly string[],
): Client {
  const read = async () => {
    for (const path of ['', 'llms.txt', '~search?q=a', ...paths]) {
      const url = new URL(`/sites/docs/${path}`, 'http://127.0.0.1');
      const answer = await answerSite(box.sandbox, { url, cookies: undefined, authorization: undefined });
      if (answer.status === 200) seen.push(`${path} ${String(answer.body)}`);
    }
  };
  return {
    ...client,
    call: (async (...given: Parameters<Client['call']>) => {
      const result = await client.call(...given);
      await read();
      return result;
    }) as Client['call'],
  };
}
