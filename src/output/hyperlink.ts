// Links behind text (OSC 8), on terminals known to have them: others would show the sequence.
type Env = Readonly<Record<string, string | undefined>>;

/** FORCE_HYPERLINK decides where it is set, else what the terminal says of itself. */
export function hasHyperlinks(env: Env): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0' && env.FORCE_HYPERLINK !== '';
  // tmux and screen need a setting of their own to pass them on.
  if (env.TMUX || env.STY || env.TERM === 'dumb') return false;
  if (env.WT_SESSION || env.KITTY_WINDOW_ID || env.GHOSTTY_RESOURCES_DIR || env.KONSOLE_VERSION) return true;
  if (Number(env.VTE_VERSION) >= 5000) return true;
  return /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby)$/.test(env.TERM_PROGRAM ?? '');
}

/** The text as a link. The address must be one that `isKnownAddress` took: it is printed as it is. */
export const hyperlink = (text: string, url: string): string =>
  `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
