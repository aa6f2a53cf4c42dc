// docs completion: the script a shell loads, as it is in completions/.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { requireHome } from '../../config/paths.ts';
import { arg, group, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { YES_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { updateFile } from '../../files/writer.ts';
import { done, note } from '../../output/note.ts';

const FILES = { bash: 'docs.bash', zsh: 'docs.zsh', fish: 'docs.fish', powershell: 'docs.ps1' } as const;
type Shell = keyof typeof FILES;
const SHELLS = Object.keys(FILES) as Shell[];

const print = handmade('completion', {
  summary: 'Print the completion script for a shell',
  args: [arg('shell', true, async () => SHELLS.map((name) => ({ name, value: name })))],
  local: true,
  examples: [
    ['For bash', 'docs completion bash'],
    ['For zsh', 'docs completion zsh'],
  ],
  notes: `To load completions, put the line for your shell in its startup file:
  bash        ~/.bashrc: source <(docs completion bash)
  zsh         ~/.zshrc, after compinit: source <(docs completion zsh)
              without compinit in it, first: autoload -Uz compinit && compinit
  fish        ~/.config/fish/config.fish: docs completion fish | source
  PowerShell  $PROFILE: docs completion powershell | Out-String | Invoke-Expression
docs completion install writes a file into the folder of the shell instead.
It takes effect in the next shell, and stays the same when you update docs.`,
  run: async ({ args, context }) => {
    const shell = SHELLS.find((name) => name === args.shell);
    if (!shell) {
      throw new UsageError(`no completion for "${args.shell}": it is one of ${SHELLS.join(', ')}`, {
        hint: 'docs completion bash',
      });
    }
    await context.io.out(await scriptOf(shell));
  },
});

const INSTALL_FLAGS = [
  flag('--shell <shell>', 'shell to install for (default: the one you use)', { choices: SHELLS }),
  YES_FLAG,
] as const satisfies readonly Option[];

type InstallRun = Run<FlagsOf<typeof INSTALL_FLAGS>>;

const install = handmade('install', {
  summary: 'Install completions into the folder of a shell',
  options: INSTALL_FLAGS,
  local: true,
  changesHere: true,
  examples: [['Install them for zsh', 'docs completion install --shell zsh']],
  notes: 'An earlier version of the file is replaced. It takes effect in the next shell.',
  run: async ({ context, flags }: InstallRun) => {
    const shell = shellOf(flags.shell, context.env.SHELL);
    const { file, more } = placeOf(shell, context.env);
    const text = await scriptOf(shell);
    await updateFile(file, () => text, { mode: 0o644 });
    done(context.io, `wrote ${file}`);
    if (more !== undefined) note(context.io, more);
  },
});

/** Throws UsageError where the shell in use is not one of them. */
function shellOf(asked: string | undefined, inUse = ''): Shell {
  const name = asked ?? basename(inUse).replace(/^pwsh$/, 'powershell');
  const shell = SHELLS.find((one) => one === name);
  if (shell) return shell;
  throw new UsageError(`no completions for "${name}": choose one of ${SHELLS.join(', ')}`, {
    hint: 'docs completion install --shell bash',
  });
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file, and what is to be done beside it. Throws ConfigError `NO_HOME`. */
function placeOf(shell: Shell, env: Env): { file: string; more?: string } {
  const home = requireHome(env.HOME || env.USERPROFILE, 'docs completion bash');
  const data = env.XDG_DATA_HOME || join(home, '.local', 'share');
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  if (shell === 'bash') return { file: join(data, 'bash-completion', 'completions', 'docs') };
  if (shell === 'fish') return { file: join(config, 'fish', 'completions', 'docs.fish') };
  const folder = join(env.ZDOTDIR || home, '.zfunc');
  if (shell === 'zsh')
    return {
      file: join(folder, '_docs'),
      more: 'add to ~/.zshrc, before compinit: fpath+=(~/.zfunc)',
    };
  return {
    file: join(config, 'powershell', 'docs-completion.ps1'),
    more: `add to $PROFILE: . "${join(config, 'powershell', 'docs-completion.ps1')}"`,
  };
}

/** Beside dist/ in the package; from source, beside src/, wherever in it this file is. */
async function scriptOf(shell: Shell): Promise<string> {
  const near = (path: string) =>
    readFile(join(import.meta.dirname, path, 'completions', FILES[shell]), 'utf8');
  return near('..').catch(() => near('../../..'));
}

export default { ...group('completion', 'Print or install shell completions', [install]), own: print };
