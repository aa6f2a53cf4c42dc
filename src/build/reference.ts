// The reference pages of the README: every command, what it does, and its first example.

import { entries } from '../commands/index.ts';
import { argsOf, usageOfArg } from '../engine/many/many-arg.ts';
import type { Command } from '../engine/model/command.ts';
import { allCommands } from '../engine/model/load.ts';

/** Markdown: one table a group. */
export async function referenceText(): Promise<string> {
  const groups = new Map<string, string[]>();
  for (const { path, command } of await allCommands(entries)) {
    const name = path.split(' ')[1] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), row(path, command)]);
  }
  const tables = [...groups]
    .map(
      ([name, rows]) =>
        `\n**${name}**: ${entries[name]?.summary}\n\n| Command | Does |\n|---|---|\n${rows.join('')}`,
    )
    .join('');
  return `${tables}\n`;
}

function row(path: string, command: Command): string {
  const { summary, cr } = command;
  const words = argsOf(command).map(usageOfArg);
  const twin = cr ? '; with `--cr` of a change request' : '';
  return `| \`${[path, ...words].join(' ').replaceAll('|', '\\|')}\` | ${summary}${twin} |\n`;
}
