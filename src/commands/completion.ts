// docs completion: the script a shell loads. The scripts are made by `npm run generate`.

import { completionScript } from '../engine/completion/completion-scripts.ts';
import { SHELLS } from '../engine/completion/completion-words.ts';
import { arg, handmade } from '../engine/model/command.ts';
import { UsageError } from '../errors.ts';

export default handmade('completion', {
  summary: 'Print the completion script for a shell',
  args: [arg('shell', true, async () => SHELLS.map((name) => ({ name, value: name })))],
  local: true,
  examples: ['docs completion bash', 'docs completion zsh'],
  notes: `To load completions, put the line for your shell in its startup file:
  bash        source <(docs completion bash)
  zsh         autoload -Uz compinit && compinit; source <(docs completion zsh)
  fish        docs completion fish | source
  PowerShell  docs completion powershell | Out-String | Invoke-Expression`,
  run: async ({ args, context, catalog }) => {
    const shell = SHELLS.find((name) => name === args.shell);
    if (!shell) {
      throw new UsageError(`no completion for "${args.shell}": it is one of ${SHELLS.join(', ')}`, {
        hint: 'docs completion bash',
      });
    }
    await context.io.out(await completionScript(catalog, shell));
  },
});
