// docs completion: the script a shell loads, as it is in completions/.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arg, handmade } from '../../engine/model/command.ts';
import { UsageError } from '../../errors.ts';

const FILES = { bash: 'docs.bash', zsh: 'docs.zsh', fish: 'docs.fish', powershell: 'docs.ps1' } as const;
type Shell = keyof typeof FILES;
const SHELLS = Object.keys(FILES) as Shell[];

export default handmade('completion', {
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

/** Beside dist/ in the package; from source, beside src/, wherever in it this file is. */
async function scriptOf(shell: Shell): Promise<string> {
  const near = (path: string) =>
    readFile(join(import.meta.dirname, path, 'completions', FILES[shell]), 'utf8');
  return near('..').catch(() => near('../../..'));
}
