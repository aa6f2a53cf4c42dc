// Names that were looked up, in scripts as those of test/acceptance.
//
//   asks LINE   its requests are what `stdout` looks at, one a line;  total N, lists N  so many are all, or lists of spaces
//   later N     minutes pass
import { join } from 'node:path';
import { expect } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { playCases, type State } from '../../helpers/play.ts';

let now: Date;
const countOf = ({ last }: State, pattern: RegExp) => last.stdout.match(pattern)?.length ?? 0;

playCases(
  join(import.meta.dirname, 'names-kept'),
  () => {
    now = new Date();
    return sandboxedCli({ now: () => now });
  },
  {
    asks: async (state, words) => {
      const { exitCode, stderr } = await state.cli([...words, '--debug'], state.terminal);
      expect(exitCode, stderr).toBe(0);
      const requests = stderr.split('\n').filter((line) => /^[A-Z]+ sandbox:\//.test(line));
      state.last.stdout = requests.join('\n');
    },
    total: (state, [count]) => expect(countOf(state, /^./gm)).toBe(Number(count)),
    lists: (state, [count]) => expect(countOf(state, /GET \S+\/spaces\?limit/g)).toBe(Number(count)),
    later: (_, [minutes]) => {
      now = new Date(now.getTime() + Number(minutes) * 60_000);
    },
  },
);
