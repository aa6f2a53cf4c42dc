// Steps through a workflow of a pull request, a push or a night as a runner does: each `run:` by bash, in order, with its environment.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Cli } from './cli.ts';

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<
    string,
    { 'runs-on': string; if?: string; env?: Record<string, string>; steps: readonly Step[] }
  >;
}

export interface Runner {
  /** Runs the jobs of an event; throws Error when a step fails, with what it said. Returns the summary. */
  step(workflow: Workflow, contexts: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<unknown>;
}

/** `docs` of the scripts is answered by this process; other programs are what `programs` says, as shell scripts. */
export async function runner(cli: Cli, programs: Readonly<Record<string, string>>): Promise<Runner> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { argv, env } = JSON.parse(text);
    response.end(JSON.stringify(await cli(argv, { env })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bin = join(cli.home, 'bin');
  mkdirSync(bin);
  const write = (name: string, text: string) => {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  };
  write('docs', DOCS.replace('PORT', String(port)).replace('NODE', process.execPath));
  for (const [name, text] of Object.entries(programs)) write(name, `#!/bin/sh\n${text}`);
  const env = { HOME: cli.home, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1' };
  const at = (name: string) => join(cli.home, name);
  const files = { GITHUB_STEP_SUMMARY: at('summary'), GITHUB_OUTPUT: at('output') };
  const runStep = async (step: Step, more: object, known: Map<string, string>) => {
    if (step.run === undefined || !holds(step.if, known)) return;
    writeFileSync(files.GITHUB_OUTPUT, '');
    const own = Object.entries<string>({ ...more, ...step.env });
    const filled = Object.fromEntries(own.map(([name, text]) => [name, fill(text, known)]));
    await bash(fill(step.run, known), { cwd: cli.cwd, env: { ...env, ...files, ...filled } });
    for (const line of readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean))
      known.set(`steps.${step.id}.outputs.${line.split('=')[0]}`, line.slice(line.indexOf('=') + 1));
  };
  return {
    async step(workflow, contexts) {
      writeFileSync(files.GITHUB_STEP_SUMMARY, '');
      for (const job of Object.values(workflow.jobs)) {
        const known = new Map(Object.entries(contexts));
        if (!holds(job.if, known)) continue;
        for (const step of job.steps) await runStep(step, { ...workflow.env, ...job.env }, known);
      }
      return readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8');
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Sends what it was called with to this process, and ends as that does. */
const DOCS = `#!NODE
const names = /^(DOCS_|GITHUB_|GH_|NO_COLOR)/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
fetch('http://127.0.0.1:PORT', { method: 'POST', body: JSON.stringify({ argv: process.argv.slice(2), env }) })
  .then((response) => response.json())
  .then(({ exitCode, stdout, stderr }) => {
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    process.exitCode = exitCode;
  });
`;

const fill = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\$\{\{ *([\w.]+) *\}\}/g, (_, name) => known.get(name) ?? '');

/** `a.b == 'c'`, and nothing at all. Throws Error for what this runner does not know. */
function holds(condition: string | undefined, known: ReadonlyMap<string, string>): boolean {
  if (condition === undefined) return true;
  const [, name = '', wanted] = /^([\w.]+) == '([^']*)'$/.exec(condition) ?? [];
  if (wanted === undefined) throw new Error(`a condition that is not known: ${condition}`);
  return (known.get(name) ?? '') === wanted;
}

/** As a step without `shell` is run. */
function bash(script: string, options: { cwd: string; env: Record<string, string> }): Promise<void> {
  const child = spawn('bash', ['-e', '-c', script], options);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`a step ended with ${code}:\n${script}\n${said}`)),
    );
  });
}
