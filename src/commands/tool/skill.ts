// docs skill: what agents with a shell should know about docs, printed or put where they look for it.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, group, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { YES_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { updateFile } from '../../files/writer.ts';
import { done } from '../../output/note.ts';

const INSTALL_FLAGS = [
  flag('--dir <folder>', 'folder of skills (default .claude/skills)'),
  YES_FLAG,
] as const satisfies readonly Option[];

const USUAL_FOLDER = join('.claude', 'skills');

const print: Command = handmade('skill', {
  summary: 'Print instructions for agents that run docs',
  local: true,
  examples: [['Print the instructions', 'docs skill']],
  notes: 'docs skill install puts them where an agent looks for skills. docs help agents explains more.',
  run: async ({ context }) => context.io.out(await skillText()),
});

const install: Command = handmade('install', {
  summary: 'Write the instructions for agents into a folder of skills',
  options: INSTALL_FLAGS,
  local: true,
  changesHere: true,
  examples: [
    ['Install them for Claude Code', 'docs skill install'],
    ['Install them in another folder', 'docs skill install --dir .agents/skills'],
  ],
  notes: 'An earlier version of the file is replaced.',
  run: async ({ context, flags }: Run<FlagsOf<typeof INSTALL_FLAGS>>) => {
    const file = join(flags.dir ?? USUAL_FOLDER, 'docs', 'SKILL.md');
    const text = await skillText();
    await updateFile(resolve(context.cwd, file), () => text, { mode: 0o644 });
    done(context.io, `wrote ${file}`);
  },
});

/** Beside dist/ in the package; from source, beside src/. */
async function skillText(): Promise<string> {
  const near = (path: string) =>
    readFile(join(import.meta.dirname, path, 'skills', 'docs', 'SKILL.md'), 'utf8');
  return near('..').catch(() => near('../../..'));
}

export default {
  ...group('skill', 'Print or install instructions for agents that run docs', [install]),
  own: print,
};
