// A command on several targets that sends nothing: its plan (--plan-out), or what it would change (--dry-run). Slice by
// slice: of the targets that are behind, only what will be printed is kept.
import { mutates } from '../../api/operation.ts';
import { mapAll, mapPool } from '../../client/pool.ts';
import { type DocsError, NotFoundError } from '../../errors.ts';
import { PackedTexts } from '../../files/texts.ts';
import { holdOut, type Io } from '../../output/io.ts';
import { done, note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { safeLine, safeText } from '../../output/safe-text.ts';
import { place } from '../ask/confirm.ts';
import type { Run } from '../model/command-type.ts';
import { concurrencyOf } from '../model/globals.ts';
import type { ShownRequest } from '../plan/dry-run.ts';
import { refuseChanges, refuseTooMany } from '../plan/max-changes.ts';
import type { LineParts } from '../plan/plan-lines.ts';
import { chosenFormat, viewOf } from '../run/view.ts';
import { consentFlag, isOpen, stakesOfMany } from './many-consent.ts';
import { failedResult, type Job, lineOf, reportBad, type Task } from './many-report.ts';

/** What becomes of the slices. */
interface Preview {
  add(open: readonly Task[]): Promise<void>;
  /** How many there were; `unchanged` are as the command would leave them. */
  end(counts: { open: number; unchanged: number }): Promise<void>;
}

/**
 * `slices` gives tasks that were read, with what is wrong with them. Throws NotFoundError (exit 5) or PartialError (exit 7)
 * for those that are not there, and what reading throws.
 */
export async function previewMany(
  job: Job,
  slices: (take: (tasks: readonly Task[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { run } = job;
  const isPlan = run.flags.planOut !== undefined;
  const areRows = run.flags.rows !== undefined;
  const preview = isPlan ? await planOf(job) : await dryRunOf(job);
  const missing: Task[] = [];
  const bad: Task[] = [];
  let [open, unchanged] = [0, 0];
  await slices(async (tasks) => {
    const left = tasks.filter(isOpen);
    const failed = tasks.filter(({ failure }) => failure !== undefined);
    open += left.length;
    unchanged += tasks.length - left.length - failed.length;
    missing.push(...failed);
    // A plan is whole, and so are rows: with one that cannot be done there is nothing to show.
    if (missing.length === 0 || !(isPlan || areRows)) await preview.add(left);
    bad.push(...tasks.filter(({ failure }) => failure !== undefined));
  });
  const total = open + missing.length;
  if (isPlan || areRows)
    reportBad(job, { bad: missing, total: areRows ? total : total + unchanged }, { planned: 0 }, REFUSED);
  await preview.end({ open, unchanged });
  const planned = open + missing.length - bad.length;
  reportBad(job, { bad, total: total + unchanged }, { planned }, REFUSED);
}

const REFUSED = 'cannot be changed';

async function planOf({ run, field }: Job): Promise<Preview> {
  const { beginPlan } = await import('../plan/make-plan.ts');
  const draft = beginPlan(run);
  return {
    add: (open) =>
      draft.add(
        open.map(({ run: own, target: { text, where, line = lineIn(where) } }) => ({
          run: own,
          ...(text !== where && { text }),
          ...(line !== undefined && { line }),
        })),
      ),
    end: ({ unchanged }) => draft.deliver({ unchanged, field }),
  };
}

/** 3 of `line 3`. */
const lineIn = (where = ''): number | undefined => Number(/(?<!\d)\d+$/.exec(where)?.[0]) || undefined;

/** The requests of the targets that are there; what would be refused fails as it would without --dry-run. */
async function dryRunOf(job: Job): Promise<Preview> {
  const { run, field } = job;
  const { io } = run.context;
  const format = chosenFormat(run) ?? 'table';
  const report = format === 'table' ? await linesFor(run) : await objectsFor(run);
  const stakes = { dangerous: 0, isSevere: false };
  let same = 0;
  return {
    async add(open) {
      const found = await stakesOfMany(open);
      stakes.dangerous += found.dangerous.length;
      stakes.isSevere ||= found.isSevere;
      // Requests have no ID yet; the exit code says that they would be sent.
      if (format === 'id' && (run.flags.maxChanges ?? run.flags.exitCode) === undefined) return;
      const shown = await shownRequests(job, open);
      same += shown.filter(({ rows }) => rows.length === 0).length;
      if (format !== 'id') await report.add(shown);
    },
    async end({ open, unchanged }) {
      await refuseTooMany(run, open - same, field);
      if (format !== 'id') await report.end(unchanged);
      const consent = consentFlag(job, stakes);
      const isGiven = run.flags.confirm !== undefined || (run.flags.yes === true && consent === '--yes');
      if (consent !== undefined && !isGiven) note(io, `to run it without a terminal, add ${consent}`);
      refuseChanges(run, open - same);
    },
  };
}

interface Report {
  add(shown: readonly ShownRequest[]): Promise<void>;
  /** `unchanged`: targets for which nothing would be sent. */
  end(unchanged: number): Promise<void>;
}

/** Written as soon as all of it is known. */
async function objectsFor(run: Run): Promise<Report> {
  const { io } = run.context;
  const held = holdOut(io);
  const writer = await listWriter(held.io, viewOf(run, ['method', 'url']));
  return {
    add: (shown) => writer.page(shown.map(({ facts }) => facts)),
    async end() {
      await writer.end();
      await held.release();
    },
  };
}

/** The lines of a plan, in one column; what would change nothing is said to. */
async function linesFor(run: Run): Promise<Report> {
  const { io } = run.context;
  const { columnOf, Headline, lineOfParts, partsOf } = await import('../plan/plan-lines.ts');
  const { namesRead } = await import('../plan/plan.ts');
  const kept = new PackedTexts();
  const headline = new Headline();
  let [longest, same] = [0, 0];
  return {
    async add(shown) {
      const named = await namesRead(
        run,
        shown.flatMap(({ rows }) => rows),
      );
      for (const { rows, notes } of shown) {
        const parts = rows.map((row) => partsOf(row, { named }));
        for (const row of rows) headline.add(row);
        for (const [, name] of parts) longest = Math.max(longest, name.length);
        if (rows.length === 0) same += 1;
        kept.push(JSON.stringify([parts, notes]));
      }
    },
    async end(unchanged) {
      same += unchanged;
      if (kept.length + unchanged === 0) return;
      const width = columnOf(longest);
      const lineOf = (text: string) => {
        const [parts, notes]: [LineParts[], string[]] = JSON.parse(text);
        return [...parts.map((one) => lineOfParts(one, width)), ...notes.map((one) => safeLine(one))];
      };
      const isSo = mutates(run.operation) && headline.count === 0;
      if (isSo) await io.out('nothing would change\n');
      else
        for (let from = 0; from < kept.length; from += AT_ONCE)
          await write(io, kept.slice(from, AT_ONCE).flatMap(lineOf));
      const amount =
        same === 0 || same === kept.length + unchanged
          ? headline.text
          : `${headline.text}, ${same} already up to date`;
      done(io, `dry run: ${amount}${await place(run)}; nothing was sent`);
    },
  };
}

/** Targets that are written at once. */
const AT_ONCE = 1000;

async function write(io: Io, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await io.out(`${safeText(lines.join('\n'), { multiline: true })}\n`);
}

/** The present values are read side by side. Of a target that lacks what is to be changed, there is no request. */
async function shownRequests({ run, field }: Job, open: readonly Task[]): Promise<ShownRequest[]> {
  const { shownRequest } = await import('../plan/dry-run.ts');
  const fail = (task: Task, failure: DocsError) =>
    Object.assign(task, { failure, result: failedResult(task, field, failure) });
  const all = await mapAll({}, open, concurrencyOf(run), async (task) => {
    try {
      const { facts, ...shown } = await shownRequest(task.run);
      if (shown.problem) fail(task, shown.problem);
      return { ...shown, facts: { ...facts, ...lineOf(task) } };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      fail(task, error);
      return undefined;
    }
  });
  return all.filter((shown) => shown !== undefined);
}

/** How many of them would change anything; what cannot be told counts. Throws what ends the run. */
export async function countChanging(run: Run, open: readonly Task[]): Promise<number> {
  const { rowsToShow } = await import('../plan/make-plan.ts');
  const { signal } = run.context;
  const results = await mapPool(open, concurrencyOf(run), async (task) => {
    if (signal.aborted) throw signal.reason;
    return (await rowsToShow(task.run)).length > 0;
  });
  if (signal.aborted) throw signal.reason;
  return results.filter((result) => !result.ok || result.value).length;
}
