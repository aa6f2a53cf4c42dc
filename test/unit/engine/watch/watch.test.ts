// --watch, in scripts as those of test/acceptance.
//
//   watch LINE <<EOF   what is looked at, answer by answer: `1 One, 2 Two` are two organizations, `40× Many` forty, 409 is
//                      a refusal; when they are at an end, somebody presses Ctrl-C;  left N  so many were not asked for
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CancelledError } from '../../../../src/errors.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { listening, untilEnd } from '../../../helpers/lasting.ts';
import { playCases } from '../../../helpers/play.ts';

let answers: string[];

const organizationsOf = (text: string): object[] => {
  const [, number, times, title = ''] = /^(?:(\d+)|(\d+)×) (.*)$/.exec(text) ?? [];
  if (times !== undefined)
    return Array.from({ length: Number(times) }, (_, at) => organizationsOf(`${at} ${title}`)).flat();
  const id = `organizationNumber${number}`;
  return [{ object: 'organization', type: 'business', id, title: title.replaceAll('\\n', '\n') }];
};

playCases(join(import.meta.dirname, 'seen'), freshCli, {
  watch: async (state, words, block) => {
    answers = block.trimEnd().split('\n');
    const stop = new AbortController();
    const server = createServer((_, response) => {
      const answer = answers.shift();
      if (answer === undefined) stop.abort(new CancelledError('interrupted'));
      const status = answer === '409' ? 409 : 200;
      const items = status === 409 ? undefined : answer?.split(', ').flatMap(organizationsOf);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ items, error: { code: status, message: 'not now' } }));
    });
    untilEnd(server, () => {
      server.close();
      server.closeAllConnections();
    });
    const env = { DOCS_BASE_URL: await listening(server), DOCS_TOKEN: 'token' };
    state.last = await state.cli(words, { ...state.terminal, env, hurry: 1e6, signal: stop.signal });
  },
  left: (_, [count]) => expect(answers).toHaveLength(Number(count)),
});
