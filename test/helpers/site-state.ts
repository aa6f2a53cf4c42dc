// A site as its visitors see it, without what differs from host to host, and the commands that a run printed.
import { expect } from 'vitest';
import { type Cli, splitWords } from './cli.ts';

export async function siteOf(cli: Cli, title: string): Promise<unknown> {
  const site = await cli(['sites', 'get', title, '--json']);
  const structure = await cli(['sites', 'structure', 'get', '--site', title, '--json']);
  expect([site.exitCode, structure.exitCode], site.stderr + structure.stderr).toEqual([0, 0]);
  const text = JSON.stringify([JSON.parse(site.stdout), JSON.parse(structure.stdout)]);
  const ids = new Map<string, string>();
  return JSON.parse(
    text.replace(/"(createdAt|updatedAt)":"[^"]+"/g, '"$1":"then"').replace(/\b[A-Za-z0-9]{20}\b/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
      return ids.get(id) ?? '';
    }),
  );
}

/** The commands printed at the end of a run, or by --dry-run. */
export function commandsIn(text: string): string[] {
  const found = (line: RegExp) => text.split('\n').flatMap((one) => line.exec(one)?.[1] ?? []);
  // Beside other words they are indented: what stands alone there is a hint that found no room in its line.
  const indented = found(/^ {2}docs (sites .+)$/);
  return indented.length > 0 ? indented : found(/^docs (sites .+)$/);
}

/** Runs each printed command; every one must work. */
export async function runCommands(cli: Cli, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const run = await cli(splitWords(line));
    expect([line, run.exitCode], run.stderr).toEqual([line, 0]);
  }
}
