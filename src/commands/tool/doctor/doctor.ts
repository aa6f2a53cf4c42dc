// docs doctor: each thing a command depends on, and what to do where one is wrong.
import { getCaller } from '../../../api/people/users.ts';
import { handmade } from '../../../engine/model/command.ts';
import type { Run } from '../../../engine/run/run.ts';
import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { DocsError, EXIT } from '../../../errors.ts';
import { plural } from '../../../output/format.ts';
import { listWriter } from '../../../output/render.ts';
import { ciSafe, safeLine } from '../../../output/safe-text.ts';
import { styles } from '../../../output/style.ts';
import type { Check } from './doctor-check.ts';
import { filesCheck } from './doctor-files.ts';
import { hostChecks } from './doctor-host.ts';
import { certificatesCheck, nodeCheck, proxyCheck, terminalCheck } from './doctor-machine.ts';

export default handmade('doctor', {
  summary: 'Check settings, token, host, proxy, certificates, clock and terminal',
  columns: ['name', 'status', 'detail', 'hint'],
  idField: 'name',
  uses: [getCaller],
  options: [
    {
      flags: '--api',
      reach: 'platform',
      description: 'what each command can do on this host, by the operations that it offers',
    },
    {
      flags: '--spec <file>',
      reach: 'machine',
      description: 'read what a host offers from its OpenAPI document in JSON',
      needs: ['--api'],
    },
  ],
  examples: [
    ['Show a list', 'docs doctor'],
    ['Show the results as JSON', 'docs doctor --json'],
    ['List what a host cannot do', 'docs doctor --api --jq \'.[] | select(.status != "works")\''],
  ],
  notes: 'Exits 1 if a check fails. Warnings do not count.',
  paged: true,
  run: examine,
});

type DoctorRun = Run<{ api?: boolean | undefined; spec?: string | undefined }>;

async function examine(run: DoctorRun): Promise<void> {
  if (run.flags.api) return (await import('./doctor-api.ts')).examineApi(run, run.flags.spec);
  const { context } = run;
  const files = filesCheck(context.paths());
  const checks = [
    { name: 'docs', status: 'ok', detail: context.version, hint: null } satisfies Check,
    nodeCheck(context),
    terminalCheck(context),
    files,
    proxyCheck(context),
    await certificatesCheck(context),
    ...(await hostChecks(run)),
  ];
  await print(run, checks);
  const broken = checks.filter(({ status }) => status === 'failed');
  if (broken.length === 0) return;
  throw new DocsError(
    `${plural(broken.length, 'check')} failed: ${broken.map(({ name }) => name).join(', ')}`,
    { code: 'DOCTOR', exit: EXIT.failed },
    { hint: broken[0]?.hint ?? undefined },
  );
}

async function print(run: Run, checks: readonly Check[]): Promise<void> {
  const { io } = run.context;
  if (io.outTty && chosenFormat(run) === undefined && run.flags.fields === undefined) {
    return io.out(ciSafe(io, checks.map((check) => lineOf(check, io.colorOut)).join('')));
  }
  const writer = await listWriter(io, viewOf(run));
  await writer.page(checks);
  await writer.end();
}

const WIDTH = 13;

function lineOf({ name, status, detail, hint }: Check, color: boolean): string {
  const { green, yellow, red, dim } = styles(color);
  const mark = { ok: green('✓'), warning: yellow('!'), failed: red('✗'), skipped: dim('-') }[status];
  const line = `${mark} ${name.padEnd(WIDTH)} ${safeLine(detail)}\n`;
  return hint === null ? line : `${line}  ${' '.repeat(WIDTH)} ${dim(`-> ${safeLine(hint)}`)}\n`;
}
