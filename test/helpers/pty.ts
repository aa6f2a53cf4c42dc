// Runs a program on a real pseudo-terminal, as a person would, by Python's pty module. Needs python3: see `lacks`.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface PtyOptions {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  cwd?: string;
}

export interface Pty {
  /** Everything the program has drawn so far, sequences included. */
  output(): string;
  /** Types; `\r` is Enter, `\u001b` Esc, `\u0003` Ctrl-C. */
  type(keys: string): void;
  /** Waits until `pattern` appears in what was drawn since the last wait; returns its match. */
  waitFor(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  /** Waits for each of these, and types what stands behind it. */
  talk(...turns: readonly (readonly [pattern: RegExp, keys: string])[]): Promise<void>;
  /** Exit code, 128 and the number of the signal when one ended it. */
  ended: Promise<number>;
  kill(): void;
}

// Relays bytes between the terminal and lines of JSON: {"data": base64} out, {"type": text} in, {"exit": code} at the end.
const RELAY = `
import base64, fcntl, json, os, pty, select, signal, struct, sys, termios
spec = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.chdir(spec["cwd"])
    os.execvpe(spec["argv"][0], spec["argv"], spec["env"])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", spec["rows"], spec["columns"], 0, 0))
def end(*_):
    try: os.kill(pid, signal.SIGKILL)
    except ProcessLookupError: pass
    os._exit(1)
signal.signal(signal.SIGTERM, end)
def tell(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()
pending, inputs = b"", [fd, 0]
while fd in inputs:
    ready, _, _ = select.select(inputs, [], [])
    if fd in ready:
        try: data = os.read(fd, 65536)
        except OSError: data = b""
        if data: tell({"data": base64.b64encode(data).decode()})
        else: inputs.remove(fd)
    if 0 in ready:
        chunk = os.read(0, 65536)
        if not chunk: inputs.remove(0)
        pending += chunk
        *lines, pending = pending.split(b"\\n")
        for line in lines: os.write(fd, json.loads(line)["type"].encode())
status = os.waitpid(pid, 0)[1]
tell({"exit": 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)})
`;

/** Starts `argv` on a terminal of 80 by 24. The environment is empty but for what is given and PATH; nothing is paged. */
export function openPty(argv: readonly string[], options: PtyOptions = {}): Pty {
  const { columns = 80, rows = 24, cwd = process.cwd() } = options;
  const usual = { TERM: 'xterm-256color', LANG: 'C.UTF-8', DOCS_PAGER: 'cat', DOCS_NO_NOTICES: '1' };
  const env = { PATH: process.env.PATH ?? '', ...usual, ...options.env };
  const spec = JSON.stringify({ argv, columns, rows, cwd, env });
  const child = spawn('python3', ['-c', RELAY, spec], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {});
  return follow(child);
}

function follow(child: ChildProcess): Pty {
  const decoder = new TextDecoder();
  const listeners = new Set<() => void>();
  let output = '';
  let seen = 0;
  let isOver = false;
  const ended = new Promise<number>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const message: { data?: string; exit?: number } = JSON.parse(line);
      if (message.data) output += decoder.decode(Buffer.from(message.data, 'base64'), { stream: true });
      if (message.exit !== undefined) resolve(message.exit);
      for (const listener of listeners) listener();
    });
    child.on('close', (code) => {
      isOver = true;
      for (const listener of listeners) listener();
      reject(new Error(`the pseudo-terminal ended with ${code}`));
    });
  });
  ended.catch(() => {});
  const pty: Pty = {
    output: () => output,
    type: (keys) => void child.stdin?.write(`${JSON.stringify({ type: keys })}\n`),
    talk: async (...turns) => {
      for (const [pattern, keys] of turns) {
        await pty.waitFor(pattern);
        pty.type(keys);
      }
    },
    waitFor: (pattern, withinMs = 60_000) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) =>
          reject(
            new Error(
              `${why} before ${pattern} appeared; drawn since: ${JSON.stringify(output.slice(seen))}`,
            ),
          );
        const timer = setTimeout(() => {
          listeners.delete(look);
          fail(`${withinMs} ms passed`);
        }, withinMs);
        const look = () => {
          const match = pattern.exec(output.slice(seen));
          if (!match && !isOver) return;
          clearTimeout(timer);
          listeners.delete(look);
          if (!match) return fail('it ended');
          seen += match.index + match[0].length;
          resolve(match);
        };
        listeners.add(look);
        look();
      }),
    ended,
    kill: () => child.kill(),
  };
  return pty;
}
