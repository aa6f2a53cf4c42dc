// Runs every script below this folder over a fresh demo sandbox. A new script needs no list to be put in.
// Each script is played in the process or with the sandbox behind HTTP, in turns; `npm run harden` plays it both ways, as
// is always done with one that serves or waits.
//
//   # in-process only: why   the script is not run with the sandbox behind HTTP
//   # served only: why       the script is run only so, as `refuse` and the pages of a site need
//   # on hosts of every age   the script is played on hosts of other versions, too, and says the same there
//   # on newer hosts          the same, but for the oldest
import { dirname } from 'node:path';
import { afterAll, it } from 'vitest';
import { type Age, ageNamed, inventedAge } from '../../src/sandbox/ages/age.ts';
import { agedCli, refusingCli, sandboxedCli, servedCli } from '../helpers/cli.ts';
import { INVENTED } from '../helpers/invented-age.ts';
import { play, scripts, textOf } from '../helpers/play.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

/** Hosts that lack what `served` has: two published versions, and one that nobody knows yet. */
const AGED: Readonly<Record<string, Age>> = {
  'as 0.146': ageNamed('0.146', '--contract'),
  'as 0.202': ageNamed('0.202', '--contract'),
  'as an unknown host': inventedAge(INVENTED),
};
const WAYS = ['in-process', 'served'] as const;
/** Here it matters where the sandbox is. */
const IN_BOTH = /\bserve\b|--wait|--timeout|--resume/;

const saying = (words: RegExp) => scripts.filter((script) => words.test(textOf(script)));

const waysOf = (script: string) => {
  const only = WAYS.find((way) => new RegExp(`^# ${way} only: `, 'm').test(textOf(script)));
  return only ? [only] : IN_BOTH.test(textOf(script)) ? WAYS : undefined;
};

const played = [
  ...scripts.flatMap((script) => (waysOf(script) ?? []).map((way) => [script, way] as const)),
  ...rotated(
    scripts.filter((script) => !waysOf(script)),
    WAYS,
    dirname,
  ),
];
/** In turns, as the others. */
const aged = [
  ...rotated(saying(/^# on hosts of every age$/m), Object.keys(AGED), dirname),
  ...rotated(saying(/^# on newer hosts$/m), Object.keys(AGED).slice(1), dirname),
];
let held = 0;
afterAll(() => reached('W1', 'scripts', held));

/** What works in the process works on a host. */
it.each([...played, ...aged])('%s, %s', async (script, way) => {
  const served = /^refuse /m.test(textOf(script)) ? refusingCli : servedCli;
  const age = AGED[way];
  const open = age ? async () => (await agedCli(age)).cli : way === 'served' ? served : sandboxedCli;
  await play(script, open);
  held += 1;
});
