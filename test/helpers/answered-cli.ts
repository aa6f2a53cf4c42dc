// A `docs` on a host that answers whatever it is asked, with a token and places in its environment.
import { type AnsweringServer, startAnsweringServer } from './answering-server.ts';
import { freshCli, type Outcome } from './cli.ts';
import { writeFixtures } from './example-files.ts';
import { perFile } from './lasting.ts';

const PLACES = {
  DOCS_TOKEN: 'token-1',
  DOCS_ORG: 'organization-1234',
  DOCS_SPACE: 'space-1234567890',
  DOCS_SITE: 'site-12345678901',
};

/** What leads there. */
export const answered = ({ url }: AnsweringServer) => ({ ...PLACES, DOCS_BASE_URL: url });

/** Both for all tests of a file; the files of examples are in the working folder. */
export function answeredCli(env: Record<string, string> = {}) {
  const server = perFile(startAnsweringServer, (it) => it.stop());
  const cli = perFile(() => {
    const made = freshCli({ env: { ...answered(server), ...env } });
    writeFixtures(made.cwd);
    return made;
  });
  return { server, cli };
}

/** What a run may not show, beside a code that is not documented: a fault of ours, or what nobody can read. */
export function isOff({ exitCode, stdout, stderr }: Outcome, unreadable?: RegExp): boolean {
  return (
    exitCode < 0 ||
    exitCode > 8 ||
    /unexpected error|^\s+at /m.test(stderr) ||
    /\[object Object\]|\bundefined\b/.test(stdout + stderr) ||
    unreadable?.test(stdout) === true
  );
}
