// Tools that a test may want and a machine may lack.
import { accessSync, appendFileSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a program, undefined when it is not installed. */
export function findTool(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * True when one of the tools is missing; `root` is one of them. Says so in the list that `npm run check` counts.
 * Use: `it.skipIf(lacks('what the test shows', 'strace'))(...)`.
 */
export function lacks(what: string, ...tools: readonly string[]): boolean {
  const missing = tools.filter((tool) => (tool === 'root' ? process.getuid?.() !== 0 : !findTool(tool)));
  for (const tool of missing) notRun(`${tool} missing (${what})`);
  return missing.length > 0;
}

/** Records a check that could not be run, with the reason. */
export function notRun(line: string): void {
  if (process.env.DOCS_NOT_RUN) appendFileSync(process.env.DOCS_NOT_RUN, `${line}\n`);
  else process.stderr.write(`not run: ${line}\n`);
}
