// docs auth: sign in and out. A token is never a flag.
import { getCaller } from '../api/users.ts';
import { arg, group, handmade } from '../engine/model/command.ts';
import { printLine } from '../engine/run/print-line.ts';
import type { Run } from '../engine/run/run.ts';
import { viewOf } from '../engine/run/view.ts';
import { AuthError, UsageError } from '../errors.ts';
import { done, note } from '../output/note.ts';
import { renderItem } from '../output/render.ts';
import { logIn } from './login.ts';

export default group('Sign in and out', [
  handmade('login', {
    summary: 'Sign in to a host',
    options: [
      { flags: '--with-token', description: 'read the token from standard input', group: 'Fields:' },
      { flags: '--name <profile>', description: 'name of the profile to make or replace', group: 'Fields:' },
      { flags: '--read-only', description: 'refuse every write of this profile', group: 'Fields:' },
    ],
    uses: [getCaller],
    examples: ['docs auth login --help', 'docs auth login --with-token --name ci < token.txt'],
    notes:
      'On a terminal it asks for the token with hidden input. DOCS_TOKEN and DOCS_TOKEN_FILE need no sign-in.',
    run: logIn,
  }),
  handmade('status', {
    summary: 'Show who you are signed in as',
    columns: ['profile', 'host', 'user', 'email', 'token'],
    uses: [getCaller],
    examples: ['docs auth status', 'docs auth status --json'],
    run: showStatus,
  }),
  handmade('logout', {
    summary: 'Forget the token of a profile',
    args: [arg('profile', false)],
    examples: ['docs auth logout sandbox'],
    run: logOut,
  }),
  handmade('token', {
    summary: 'Print the token in use, for other programs',
    examples: ['docs auth token --help'],
    run: printToken,
  }),
]);

/** The one command that prints a secret in use. */
async function printToken(run: Run): Promise<void> {
  const token = run.config().token().reveal();
  run.context.secrets.delete(token);
  await printLine(run, 'token', token);
}

async function showStatus(run: Run): Promise<void> {
  const config = run.config();
  const user = await (await run.client()).call(getCaller, {});
  const status = {
    profile: config.profile?.value ?? null,
    host: config.baseUrl.value,
    user: user.displayName,
    email: user.email ?? null,
    id: user.id,
    token: config.tokenSource()?.where ?? null,
    readOnly: config.readOnly.value,
  };
  await renderItem(run.context.io, status, viewOf(run));
}

async function logOut(run: Run): Promise<void> {
  const { context } = run;
  const { readSettings } = await import('../config/settings.ts');
  const { signOut } = await import('../config/profiles.ts');
  const settings = readSettings(context.paths());
  const name = run.args.profile ?? run.flags.profile ?? context.env.DOCS_PROFILE ?? settings.defaultProfile;
  if (!name) throw new AuthError('not signed in: there is no profile yet', { hint: 'docs auth login' });
  if (!settings.profiles.has(name)) {
    throw new UsageError(`no profile "${name}"`, { hint: 'docs profiles list' });
  }
  const removed = await signOut(context.paths(), name);
  if (removed) done(context.io, `forgot the token of profile "${name}"`);
  else note(context.io, `profile "${name}" had no token`);
}
