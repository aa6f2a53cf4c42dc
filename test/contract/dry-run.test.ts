import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutates, type Operation } from '../../src/api/operation.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { type Cli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { sandboxFor, sharedSandboxes } from '../helpers/example-sandbox.ts';
import { untilEnd } from '../helpers/lasting.ts';

/** One plan an operation: the first example of its command that means it, by --cr or without. */
const plans = commands.flatMap(({ path, command }) => {
  if (!command.operation || !optionsOf(command).some(({ flags }) => flags === '--dry-run')) return [];
  const lines = command.examples.filter((example) => !/[|<>;]|\$\(/.test(example));
  const onCr = (line: string) => / --cr /.test(line) && command.cr !== undefined;
  const wanted = [command.operation, ...(command.uses ?? [])];
  const main = lines.find((line) => !onCr(line));
  const twin = command.cr && [`${path} --cr`, lines.find(onCr) ?? `${main} --cr 1`, [command.cr]];
  return [
    ...(main ? [[path, main, wanted] as const] : []),
    ...(twin ? [twin as [string, string, Operation[]]] : []),
  ];
});

const template = ({ path }: Operation) =>
  new RegExp(`^[a-z]+:(//[^/]+)?${path.replace(/\{\w+\}/g, '[^/]+')}(\\?.*)?$`);

/** With a comment and a reply that are made there, where it names some. */
async function onChangeRequest(cli: Cli, line: string): Promise<string> {
  const [, comment, reply] = / (\w{20})(?: (\w{20}))? /.exec(line) ?? [];
  if (comment === undefined) return line;
  const made = await cli('comments create --space Guides --cr 1 --body "Good to go" -q');
  if (line.startsWith('docs comments reopen'))
    await cli(`comments resolve ${made.stdout.trim()} --space Guides --cr 1`);
  const answered = await cli(
    `comments replies create ${made.stdout.trim()} --space Guides --cr 1 --body Yes -q`,
  );
  return line
    .replace(comment, made.stdout.trim())
    .replace(reply ?? ' ', reply ? answered.stdout.trim() : ' ');
}

const shared = sharedSandboxes();

/** When something was changed, and how much of it is still to be written. */
function stateOf(cli: Cli) {
  const file = join(cli.home, '.local/share/docs/sandbox.db');
  return [statSync(file).mtimeMs, existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0];
}

describe('--dry-run', () => {
  it.each(plans)('%s shows the request of its operation and sends no write', async (_, line, operations) => {
    const isOnCr = / --cr /.test(line);
    const cli = isOnCr ? untilEnd(await sandboxFor(line)) : await shared(line);
    // The examples name a comment of the space: on a change request it is another one.
    const given = isOnCr ? await onChangeRequest(cli, line) : line;
    const before = stateOf(cli);
    const words = splitWords(given)
      .slice(1)
      .filter((word) => word !== '--wait' && word !== '--dry-run');
    const { exitCode, stdout, stderr } = await cli([...words, '--dry-run', '--json']);
    expect(exitCode, stderr).toBe(0);
    const { method, url } = JSON.parse(stdout);
    const reached = operations.some((one) => one.method === method && template(one).test(url));
    expect(reached, `${method} ${url}`).toBe(true);
    expect(stateOf(cli), 'the sandbox is as it was').toEqual(before);
  });
});

/** Each example of what changes something, jobs included: those that need two programs or a terminal apart. */
const changing = commands.flatMap(({ path, command }) => {
  if (!optionsOf(command).some(({ flags }) => flags === '--dry-run')) return [];
  if (command.operation && !mutates(command.operation)) return [];
  const lines = command.examples.filter((line) => !/[|<>;]|\$\(| --(plan-out|how|jq|spec)\b/.test(line));
  // Not of what was found, such as broken links.
  const takesExitCode = optionsOf(command).some((one) => one.flags === '--exit-code' && one.needs);
  return lines.map((line) => [path, line, takesExitCode] as const);
});

/** What only a command that did it may say, as a cell or behind the name of a thing. */
const DID =
  /(^|\t|: )(created|added|updated|changed|deleted|removed|published|moved|merged|restored|sent|(was )?done)(\t|$)|^(wrote|pushed|created|updated|deleted) /m;

const NOTHING = /nothing was sent$|^nothing to (undo|forget)|^dry run: would forget/m;

/** The database of another sandbox has its files of the moment beside it. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true }).filter((name) => !/-(wal|shm)$/.test(String(name)));

describe('--dry-run for people', () => {
  it.each(changing)(
    '%s: %s says that nothing was sent, and never that it was done',
    async (_, line, takesExitCode) => {
      const cli = await shared(line);
      const files = filesIn(cli.cwd);
      const words = splitWords(line)
        .slice(1)
        .filter((word) => !['--wait', '--dry-run', '-q', '--exit-code'].includes(word));
      const { exitCode, stdout, stderr } = await cli([...words, '--dry-run']);
      expect(exitCode, stderr).toBe(0);
      const diffs = stdout.match(/^page .*: would be /gm);
      const shown = (diffs ?? stdout.match(/^[~+-] /gm) ?? []).length;
      const counted = /^dry run: (\d+) pages? to change/m.exec(stderr)?.[1];
      if (counted !== undefined || diffs) expect(Number(counted), stdout).toBe(shown);
      expect(filesIn(cli.cwd), 'files').toEqual(files);
      // A job that only reads shows its one request.
      if (/^GET \S+\n$/.test(stdout)) return;
      expect(stderr).toMatch(NOTHING);
      expect(stdout + stderr).not.toMatch(DID);
      if (!takesExitCode || words.includes('--commands')) return;
      const judged = await cli([...words, '--dry-run', '--exit-code', '--json']);
      const isNothing = /^nothing would change$|^dry run: (nothing to|0) /m.test(stdout + stderr);
      expect(judged.exitCode, judged.stderr).toBe(isNothing ? 0 : 6);
    },
  );

  it('openapi push tells what is unchanged from what would be sent', async () => {
    const cli = untilEnd(await sandboxFor(''));
    const dry = async () => (await cli('openapi push openapi.yaml --dry-run')).stdout;
    expect(await dry()).toMatch(/would be created/);
    expect(await cli('openapi push openapi.yaml --wait')).toMatchObject({ exitCode: 0 });
    expect(await dry()).toMatch(/unchanged/);
    writeFileSync(
      join(cli.cwd, 'openapi.yaml'),
      'openapi: 3.1.0\ninfo: { title: Parcels, version: "2" }\npaths: {}\n',
    );
    expect(await dry()).toMatch(/would be updated/);
  });
});
