// docs auth: sign in and out. A token is never a flag.

import { getCaller } from '../../api/people/members.ts';
import { readCaller } from '../../domain/caller.ts';
import { arg, group, handmade } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { openToken } from '../../engine/run/session.ts';
import { printItem, printLine } from '../../engine/run/view.ts';
import { AuthError } from '../../errors.ts';
import { canAsk } from '../../output/io.ts';
import { done, noteOutcome } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { LOGIN_FLAGS, logIn } from './login.ts';
import { forgetKeeper } from './profiles.ts';

const LOGIN_NOTES = `On a terminal, asks for the host, a profile name and the token (hidden).
Create a GitBook token at https://app.gitbook.com/account/developer (Settings > Developer); for another
host, in your account settings or through its administrator.
Becomes the default profile if there is none; on a terminal also instead of a sandbox, or if you agree. With
--with-token another default stays: docs profiles use <name> changes it.
--token-command is kept instead of a token, and run without a shell, once for each docs command, for at most 10
seconds: quotes and backslashes work as in a shell, and variables do not. It must be a program in PATH, or a full path.
--keychain keeps it with security on macOS, secret-tool on Linux, PowerShell's PasswordVault on Windows.
--profile signs in to the host of that profile again. DOCS_TOKEN and DOCS_TOKEN_FILE need no sign-in.`;

export default group(
  'auth',
  'Sign in and out',
  [
    handmade('login', {
      summary: 'Sign in to a host',
      changesHere: true,
      options: LOGIN_FLAGS,
      uses: [getCaller],
      examples: [
        ['Sign in with questions', 'docs auth login'],
        [
          'Keep no token, but the command that prints it',
          'docs auth login --token-command "op read op://vault/docs/token" --name work',
        ],
        ['Keep the token in the keychain of this system', 'docs auth login --keychain'],
        ['Read the token from a file', 'docs auth login --with-token --name ci --org Tarnpost < token.txt'],
      ],
      notes: LOGIN_NOTES,
      run: logIn,
    }),
    handmade('status', {
      summary: 'Show who you are signed in as',
      columns: ['profile', 'host', 'user', 'email', 'tokenFrom'],
      idField: 'profile',
      uses: [getCaller],
      examples: [
        ['Show the profile in use', 'docs auth status'],
        ['The same as JSON', 'docs auth status --json'],
      ],
      run: showStatus,
    }),
    handmade('logout', {
      summary: 'Sign out of a profile',
      changesHere: true,
      args: [arg('profile', false)],
      examples: ['docs auth logout sandbox'],
      notes:
        'Without a name, asks which one if there are several; without a terminal, uses the default profile.',
      run: logOut,
    }),
    handmade('token', {
      summary: 'Print the token in use',
      examples: ['docs auth token'],
      run: printToken,
    }),
  ],
  [
    ['See who you are signed in as', 'status'],
    ['Sign out of a profile', 'logout'],
  ],
);

/** The one command that prints a secret in use. */
async function printToken(run: Run): Promise<void> {
  const token = (await openToken(run.context, run.config())).reveal();
  run.context.secrets.delete(token);
  await printLine(run, 'token', token);
}

async function showStatus(run: Run): Promise<void> {
  const config = run.config();
  const user = await readCaller(await run.client());
  const status = {
    profile: config.profile?.value ?? null,
    host: config.baseUrl.value,
    user: user.displayName,
    email: user.email ?? null,
    id: user.id,
    tokenFrom: config.tokenSource()?.where ?? null,
    readOnly: config.readOnly.value,
  };
  await printItem(run, status);
}

async function logOut(run: Run): Promise<void> {
  const { context } = run;
  const { readSettings, unknownProfile } = await import('../../config/settings.ts');
  const { signOut } = await import('../../config/profiles.ts');
  const { storedKeeper } = await import('../../config/credentials.ts');
  const settings = readSettings(context.paths());
  const given = run.args.profile ?? run.flags.profile ?? context.env.DOCS_PROFILE;
  const name = given || (await chooseSignedIn(run)) || settings.defaultProfile;
  if (!name) throw new AuthError('not signed in: there is no profile yet', { hint: 'docs auth login' });
  const profile = settings.profiles.get(name);
  if (!profile) throw unknownProfile(name, settings.profiles.keys());
  const keeper = storedKeeper(context.paths(), name);
  const removed = await signOut(context.paths(), name);
  await forgetKeeper(context, keeper);
  const which = `${name === settings.defaultProfile ? 'the default profile' : 'profile'} "${name}"`;
  const facts = { outcome: removed ? 'signed out' : 'absent', profile: name, host: profile.baseUrl };
  if (removed) done(context.io, `removed the token of ${which} for ${profile.baseUrl}`, facts);
  else noteOutcome(context.io, `${which} had no token`, facts);
}

/** Undefined where nobody can choose, or there is nothing to choose from. */
async function chooseSignedIn(run: Run): Promise<string | undefined> {
  const { listProfiles } = await import('../../config/profiles.ts');
  const signedIn = listProfiles(run.context.paths()).filter(({ hasToken }) => hasToken);
  if (signedIn.length < 2 || !canAsk(run)) return undefined;
  const current = signedIn.find(({ isDefault }) => isDefault);
  return (await run.context.prompts()).select(
    'Sign out of which profile?',
    signedIn.map(({ name, baseUrl, isDefault }) => ({
      name: `${name}  ${safeLine(baseUrl)}${isDefault ? ' (default)' : ''}`,
      value: name,
    })),
    current?.name,
  );
}
