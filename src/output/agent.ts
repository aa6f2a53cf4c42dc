// Programs that run docs for somebody: who they are, by the variables that they set. They are named, never trusted.
type Env = Readonly<Record<string, string | undefined>>;

/** Variables that one program sets, and its name. */
const PROGRAMS: Readonly<Record<string, string>> = {
  CLAUDECODE: 'claude-code',
  CODEX_CI: 'codex',
  CODEX_SANDBOX: 'codex',
  GEMINI_CLI: 'gemini-cli',
  CURSOR_AGENT: 'cursor',
  OPENCODE: 'opencode',
  GOOSE_TERMINAL: 'goose',
  COPILOT_CLI: 'copilot',
  AMP_CURRENT_THREAD_ID: 'amp',
  REPL_AGENT: 'replit',
};

const LONGEST_NAME = 60;

/** The name of the program that runs this, where one says so; AI_AGENT holds it itself. */
export function agentIn(env: Env): string | undefined {
  const named = agentName(env.AI_AGENT ?? '');
  if (named !== undefined && !/^(?:0|false|no|off)$/i.test(named))
    return /^(?:1|true|yes|on)$/i.test(named) ? 'agent' : named;
  const found = Object.entries(PROGRAMS).find(([name]) => isSet(env[name]));
  return found?.[1];
}

/** A name as it may be printed and kept: letters, digits and a little between them. */
export function agentName(text: string): string | undefined {
  const name = text
    .replace(/[^\w .@/+-]+/g, '')
    .trim()
    .slice(0, LONGEST_NAME);
  return name === '' ? undefined : name;
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && !/^(?:0|false|no|off)$/i.test(value);
