// After a write without a verdict: the command that shows whether it took effect.
import { UNCERTAIN_HINTS } from '../../client/failure-context.ts';
import { DocsError } from '../../errors.ts';
import { shellLine, shellWord, wordsOf } from '../../files/shell-word.ts';
import type { Command } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { loadLeaf } from '../model/load.ts';
import { lineWithout } from '../model/typed-again.ts';
import { inThisContext } from './next-command.ts';
import { sameCommand } from './partial-failure.ts';

/** Gives a conflict the command that leads on, and an error whose outcome is unknown the one to look with, where it has no better one. */
export async function withCheck(run: Run, error: unknown): Promise<void> {
  if (!(error instanceof DocsError)) return;
  if (error.http?.status === 409)
    error.hint ??=
      (await hintOfDryRun(run, error)) ??
      (await import('../references/conflict-hints.ts')).conflictHint(run, error);
  if (error.outcome !== 'unknown') return;
  if (error.hint !== undefined && !UNCERTAIN_HINTS.has(error.hint)) return;
  const isRepeatable = run.operation.retry === 'idempotent';
  const found = (await wayToCheck(run)) ?? (isRepeatable ? sameCommand(run) : undefined);
  if (found !== undefined) error.hint = await inThisContext(run, found);
}

/** What a dry run would have said leads on as well. Undefined where it could not tell, or has nothing to say. */
async function hintOfDryRun(run: Run, { http }: DocsError): Promise<string | undefined> {
  const { operation, command } = run;
  if (http?.method !== operation.method || http.path !== operation.path) return undefined;
  return (await command.foresee?.(run).catch(() => undefined))?.hint;
}

/** What the command names itself, else the get of the same thing, else the list beside it. Undefined: nothing reads it. */
async function wayToCheck(run: Run): Promise<string | undefined> {
  const { command, path } = run;
  if (command.check !== undefined) return ownCheck(run, command.check);
  const words = path.split(' ').slice(1, -1);
  for (const verb of ['get', 'list']) {
    const { command: read } = await loadLeaf(run.catalog, [...words, verb]);
    const args = read?.verb === verb && words.length > 0 ? argsFor(run, read) : undefined;
    if (args) return shellLine(['docs', ...wordsOf({ path: [...words, verb], names: args, flags: [] })]);
  }
  return undefined;
}

/** The template of a command, each `{param}` filled in; `--dry-run`: what was typed, without consent, shows what is left. */
function ownCheck(run: Run, check: string): string {
  if (check === 'again') return sameCommand(run);
  if (check === '--dry-run') return lineWithout(run.context.argv, ['--yes', '-y', '--confirm'], '--dry-run');
  return check.replace(/\{(\w+)\}/g, (_, name: string) =>
    shellWord(String(run.input[name] ?? run.args[name] ?? '')),
  );
}

/** Undefined when something that it needs is not known. */
function argsFor(run: Run, read: Command): string[] | undefined {
  const given = (field: string, required: boolean) =>
    required || run.command.args.some(({ field: own, label }) => own === field && label in run.args);
  const values = read.args
    .filter(({ field, required }) => given(field, required))
    .map(({ field }) => run.input[field]);
  return values.every((value) => typeof value === 'string') ? values : undefined;
}
