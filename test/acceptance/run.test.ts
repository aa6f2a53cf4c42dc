// Runs every script below this folder over a fresh demo sandbox. A new script needs no list to be put in.
// Each script is played in the process or on one of its hosts, in turns; `npm run harden` plays it on all of them. One that
// serves or waits is always played in both places.
//
//   # in-process only: why   the script is not run with the sandbox behind HTTP
//   # served only: why       the script is run only so, as `refuse` and the pages of a site need
//   # on hosts of every age   a host may be one of another version, and the script says the same there
//   # on newer hosts          the same, but for the oldest
import { afterAll, it } from 'vitest';
import { type Age, ageNamed, inventedAge } from '../../src/sandbox/ages/age.ts';
import { agedCli, refusingCli, sandboxedCli, servedCli } from '../helpers/cli.ts';
import { INVENTED } from '../helpers/invented-age.ts';
import { play, scripts, textOf } from '../helpers/play.ts';
import { someOf } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

/** Hosts that lack what `served` has: two published versions, and one that nobody knows yet. */
const AGED: Readonly<Record<string, Age>> = {
  'as 0.146': ageNamed('0.146', '--contract'),
  'as 0.202': ageNamed('0.202', '--contract'),
  'as an unknown host': inventedAge(INVENTED),
};
/** Here it matters where the sandbox is. */
const IN_BOTH = /\bserve\b|--wait|--timeout|--resume/;

const says = (script: string, words: string) => new RegExp(`^# ${words}`, 'm').test(textOf(script));

/** A host of an age is served, too. */
function hostsOf(script: string): string[] {
  if (says(script, 'in-process only: ')) return [];
  const ages = Object.keys(AGED);
  if (says(script, 'on hosts of every age$')) return ['served', ...ages];
  return says(script, 'on newer hosts$') ? ['served', ...ages.slice(1)] : ['served'];
}

const placesOf = (script: string) => (says(script, 'served only: ') ? [] : ['in-process']);

const turnOf = (variants: (script: string) => readonly string[]) =>
  someOf(new Map(scripts.map((script) => [script, variants(script)])), 1);
const hostOf = turnOf(hostsOf);
const oneOf = turnOf((script) => [...placesOf(script), ...hostsOf(script)]);

const played = scripts.flatMap((script) => {
  const ways = IN_BOTH.test(textOf(script)) ? [...placesOf(script), ...hostOf(script)] : oneOf(script);
  return ways.map((way) => [script, way] as const);
});
let held = 0;
afterAll(() => reached('W1', 'scripts', held));

/** What works in the process works on a host. */
it.each(played)('%s, %s', async (script, way) => {
  const served = /^refuse /m.test(textOf(script)) ? refusingCli : servedCli;
  const age = AGED[way];
  const open = age ? async () => (await agedCli(age)).cli : way === 'served' ? served : sandboxedCli;
  await play(script, open);
  held += 1;
});
