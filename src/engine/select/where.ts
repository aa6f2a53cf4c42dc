// --where: passes on the items of a list for which a jq predicate is true, page by page, in one thread.
import type * as Jq from 'jq-wasm';
import { DocsError, TimeoutError, UsageError } from '../../errors.ts';
import { openThread, ThreadLate } from '../../files/in-thread.ts';
import { complaintOf, withoutLoneSurrogates } from '../../output/jq.ts';
import { note } from '../../output/note.ts';
import { pickFields } from '../../output/paths.ts';
import { safeLine } from '../../output/safe-text.ts';
import { isSecretThing, secretMask, secretPattern } from '../../output/secrets.ts';
import { requireUnknown } from '../fields/unknown-fields.ts';
import type { Run } from '../run/run.ts';
import { patienceOf } from '../run/view.ts';
import { checkPaths } from './item-fields.ts';
import { type Predicate, readPredicate } from './predicate.ts';

export interface Filter {
  page(items: readonly unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

interface Asked {
  json: string;
  program: string;
}

type Answer = { stdout: string; stderr: string; exitCode: number };

/** Compiled before anything is asked for. Throws UsageError for a field that no item has, and for what jq cannot read. */
export async function openFilter(run: Run): Promise<Filter> {
  const predicate = predicateOf(run);
  const thread = await openThread<typeof Jq, Asked, Answer>({
    library: { name: 'jq-wasm', file: 'jq-wasm.cjs' },
    work: filter,
  });
  const { signal, left } = patienceOf(run);
  const ask = async (asked: Asked): Promise<Answer> => {
    try {
      return await thread.ask(asked, { signal, timeoutMs: left?.() });
    } catch (cause) {
      await thread.close();
      throw failureOf(cause);
    }
  };
  const prelude = preludeOf(run.context.now());
  const { exitCode, stderr } = await ask({ json: '', program: `${prelude}\n${predicate.text}` });
  if (exitCode !== 0) {
    await thread.close();
    throw complaint(placed(complaintOf(stderr)));
  }
  const program = `${prelude} any((\n${predicate.text}\n); .)`;
  const jsonOf = serializer(run, predicate);
  return {
    async page(items) {
      if (items.length === 0) return items;
      requireUnknown(run, items);
      const { stdout, stderr: said, exitCode: code } = await ask({ json: jsonOf(items), program });
      const passes = stdout.split('\n').slice(0, items.length);
      if (code !== 0 || passes.length !== items.length) {
        await thread.close();
        throw complaint(code === 0 ? 'the predicate ended early' : complaintOf(said));
      }
      for (const line of said.split('\n')) if (line !== '') note(run.context.io, safeLine(line));
      return items.filter((_, at) => passes[at] === 'true');
    },
    close: async () => {
      await thread.close();
    },
  };
}

/** What --where was given. Throws UsageError for a path that no item has. */
export function predicateOf(run: Run): Predicate {
  const given = String(run.flags.where);
  if (given.trim() === '') throw complaint('it is empty');
  const predicate = readPredicate(given, run.context.now());
  checkPaths(run, predicate.paths);
  return predicate;
}

/** Runs in the thread. */
const filter = ({ raw }: typeof Jq, { json, program }: Asked): Promise<Answer> => raw(json, program, ['-c']);

/** One item a line, with the fields that the predicate needs, secrets masked. */
function serializer(run: Run, { needs }: Predicate): (items: readonly unknown[]) => string {
  const mask = secretMask();
  const pattern = secretPattern();
  const lines = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).join('\n');
  return (items) => {
    const shown = (item: unknown) =>
      run.flags.showSecrets === true || !isSecretThing(item) ? item : mask(item);
    const picked = needs ? items.map((item) => pickFields(shown(item), needs)) : items;
    const json = lines(picked);
    const isOpen = run.flags.showSecrets === true || !pattern.test(json);
    return withoutLoneSurrogates(isOpen ? json : lines(picked.map((item) => mask(item))));
  };
}

/** What is not a constant is worked out by jq. A predicate sees one item: what reads on, or ends jq, is refused. */
function preludeOf(now: Date): string {
  const refused = (name: string) => `error("${name} cannot be used in --where")`;
  return [
    `def ago($t): ($t | capture("^(?<n>[0-9]{1,4})(?<u>[mhdw])$")) // error("ago takes a time like 90d") | ${Math.floor(
      now.getTime() / 1000,
    )} - (.n | tonumber) * {"m": 60, "h": 3600, "d": 86400, "w": 604800}[.u] | todate | sub("Z$"; ".000Z");`,
    'def date($t): if $t | test("^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d$") then $t + "T00:00:00.000Z" else $t end;',
    'def glob($p): type == "string" and test("^" + ($p | explode | map(if . == 42 then ".*" elif . == 63 then "." elif . > 127 or ([.] | implode | test("\\\\w")) then [.] | implode else "\\\\" + ([.] | implode) end) | join("")) + "$"; "is");',
    ...[
      'input',
      'inputs',
      'halt',
      'halt_error',
      'input_filename',
      'input_line_number',
      'get_search_list',
    ].map((name) => `def ${name}: ${refused(name)};`),
    `def halt_error($c): ${refused('halt_error')};`,
  ].join(' ');
}

function failureOf(cause: unknown): unknown {
  if (cause instanceof DocsError) return cause;
  if (cause instanceof ThreadLate)
    return new TimeoutError('the time limit ran out while --where was computing', {
      hint: 'give more time with --timeout <seconds>, or a simpler predicate',
      cause,
    });
  return complaint(complaintOf(cause));
}

const complaint = (why: string): UsageError =>
  new UsageError(`--where: ${safeLine(why)}`, {
    code: 'JQ',
    hint: `a predicate looks like --where '.title != null and (.title | startswith("A"))'`,
  });

/** Lines and columns as they were typed: the first line is ours. */
const placed = (text: string): string =>
  text.replace(/ at <top-level>, line (\d+), column (\d+)$/, (_, line: string, column: string) =>
    line === '2' ? ` at column ${column}` : ` at line ${Number(line) - 1}, column ${column}`,
  );
