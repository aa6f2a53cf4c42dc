// docs sandbox: a local platform, in this process or served on loopback.
import { existsSync } from 'node:fs';
import type { Choice } from '../../context.ts';
import { arg, group, handmade, type Option } from '../../engine/model/command.ts';
import { canAsk } from '../../engine/run/can-ask.ts';
import { shellQuote } from '../../engine/run/confirm.ts';
import type { Run } from '../../engine/run/run.ts';
import { sandboxFile } from '../../engine/run/sandbox-transport.ts';
import { sameCommand } from '../../engine/run/unfinished.ts';
import { viewOf } from '../../engine/run/view.ts';
import { InteractionError, UsageError } from '../../errors.ts';
import { done, note } from '../../output/note.ts';
import { renderItem } from '../../output/render.ts';
import { safeLine } from '../../output/safe-text.ts';
import { serveSandbox } from './sandbox-serve.ts';

const door = () => import('../../sandbox/door.ts');
const FILE: Option = { flags: '--file <file>', description: 'database file', group: 'Fields:' };
const DEMO: Option = { flags: '--demo', description: 'include a demo organization', group: 'Fields:' };
const PROFILE: Option = {
  flags: '--name <profile>',
  description: 'name of the new profile',
  group: 'Fields:',
};

export default group(
  'Run a local platform for trying things out',
  [
    handmade('init', {
      summary: 'Create a local platform and a profile for it',
      options: [DEMO, FILE, PROFILE],
      examples: ['docs sandbox init --demo --file ./try.db --name try'],
      run: async (run) => {
        const file = await fileOf(run);
        if (existsSync(file)) {
          throw new UsageError(`there is a sandbox already: ${file}`, {
            hint: withFile(run, 'docs sandbox status'),
          });
        }
        await make(run, file);
      },
    }),
    handmade('reset', {
      summary: 'Delete the local platform and create a new one',
      danger: 'moderate',
      options: [
        DEMO,
        FILE,
        PROFILE,
        { flags: '-y, --yes', description: 'do not ask for confirmation', group: 'Safety:' },
      ],
      examples: ['docs sandbox reset --demo --yes'],
      run: async (run) => {
        const file = await fileOf(run);
        await consent(run, file);
        await (await door()).removeSandbox(file);
        await make(run, file);
      },
    }),
    handmade('status', {
      summary: 'Show what the local platform contains',
      options: [
        FILE,
        { flags: '--check', description: 'read all data and check its integrity', group: 'Fields:' },
      ],
      examples: ['docs sandbox status', 'docs sandbox status --check'],
      run: async (run) => {
        const status = await (await door()).sandboxStatus(await fileOf(run), {
          check: run.flags.check === true,
        });
        await renderItem(run.context.io, status, viewOf(run));
      },
    }),
    handmade('serve', {
      summary: 'Serve the local platform on 127.0.0.1',
      options: [
        FILE,
        { flags: '--port <n>', description: 'port; 0 picks a free one', default: '0', group: 'Fields:' },
        {
          flags: '--until-eof',
          description: 'also stop when stdin closes',
          group: 'Fields:',
        },
      ],
      examples: ['docs sandbox serve --help'],
      notes:
        'Creates the profile sandbox-serve with its own token, and removes it when you stop it with Ctrl-C.',
      run: async (run) => serveSandbox(run, await fileOf(run)),
    }),
    handmade('token', {
      summary: 'Create a profile that acts as another demo member',
      args: [arg('member', true, memberChoices)],
      options: [FILE, PROFILE],
      examples: ['docs sandbox token mei@tarnpost.example'],
      notes: 'Takes an email address, display name or ID. The profile is called sandbox-<first name>.',
      run: async (run) => {
        const file = await fileOf(run);
        const { token, user } = await (await door()).memberToken(
          file,
          run.args.member ?? '',
          run.context.now(),
        );
        const first =
          user.displayName
            .split(' ')[0]
            ?.toLowerCase()
            .replace(/[^a-z0-9]/g, '') || user.id;
        await keepProfile(run, file, token, `sandbox-${first}`);
      },
    }),
    handmade('edit', {
      summary: 'Write a page on main or in a change request',
      args: [arg('space')],
      options: [
        {
          flags: '--page <path>',
          description: 'path of the page, such as guides/install (created if missing)',
          group: 'Fields:',
        },
        { flags: '--file <file>', description: 'Markdown file, or - for stdin', group: 'Fields:' },
        { flags: '--cr <cr>', description: 'change request: number or ID', group: 'Context:' },
      ],
      examples: ['docs sandbox edit Guides --cr 1 --page install --file install.md'],
      notes: 'For demos and tests: the API itself cannot edit pages.',
      run: async (run) => (await import('./sandbox-edit.ts')).editPage(run),
    }),
  ],
  [
    ['Create a sandbox with a demo organization', 'docs sandbox init --demo --file ./try.db --name try'],
    ['Act as another member', 'docs sandbox token mei@tarnpost.example'],
    ['Start over', 'docs sandbox reset --demo --yes'],
  ],
);

/** Everybody in the sandbox, for a person who named nobody. */
async function memberChoices(run: Run): Promise<Choice[]> {
  const members = await (await door()).sandboxMembers(await fileOf(run));
  return members.map(({ id, displayName, email }) => ({
    name: safeLine(email === null ? displayName : `${displayName}  ${email}`),
    value: id,
  }));
}

async function fileOf(run: Run): Promise<string> {
  const { resolve } = await import('node:path');
  return typeof run.flags.file === 'string'
    ? resolve(run.context.cwd, run.flags.file)
    : sandboxFile(run.context);
}

/** A sandbox that is kept elsewhere is named again. */
const withFile = ({ flags }: Run, line: string): string =>
  typeof flags.file === 'string' ? `${line} --file ${shellQuote(flags.file)}` : line;

async function make(run: Run, file: string): Promise<void> {
  const { initSandbox } = await door();
  const { token, organization, user } = await initSandbox({
    file,
    demo: run.flags.demo === true,
    now: run.context.now,
    env: run.context.env,
  });
  done(run.context.io, `made a sandbox with organization "${organization}": ${file}`);
  const { name, isDefault } = await keepProfile(run, file, token, 'sandbox');
  const profile = isDefault ? '' : ` --profile ${name}`;
  note(run.context.io, `you are ${user}; next: docs spaces list${profile}`);
}

/** Commands use it at once when there is no other profile, or when it is asked for by --profile. */
async function keepProfile(run: Run, file: string, token: string, fallback: string) {
  const { saveProfile } = await import('../../config/profiles.ts');
  const { parseToken } = await import('../../config/secret.ts');
  const { readSettings } = await import('../../config/settings.ts');
  const { io } = run.context;
  const paths = run.context.paths();
  const name = typeof run.flags.name === 'string' ? run.flags.name : fallback;
  run.context.secrets.add(token);
  await saveProfile(paths, {
    name,
    profile: { baseUrl: `sandbox:${file}`, kind: 'sandbox' },
    token: parseToken(token),
  });
  const isDefault = readSettings(paths).defaultProfile === name;
  done(
    io,
    `profile "${name}" is ready${isDefault ? ' and the default' : `: docs profiles use ${name}, or --profile ${name}`}`,
  );
  return { name, isDefault };
}

async function consent(run: Run, file: string): Promise<void> {
  if (run.flags.yes || !existsSync(file)) return;
  if (!canAsk(run)) {
    throw new InteractionError(`refusing to throw away the sandbox ${file} without --yes`, {
      hint: `${sameCommand(run)} --yes`,
    });
  }
  const agreed = await (await run.context.prompts()).confirm(`Throw away the sandbox ${file}?`);
  if (!agreed) throw new InteractionError('not done: you said no', { code: 'DECLINED' });
}
