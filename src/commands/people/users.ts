// docs users: people as others see them.
import { getUser, updateUser } from '../../api/people/members.ts';
import { command, group } from '../../engine/model/command.ts';

const ROW = ['id', 'displayName', 'email', 'photoURL'] as const;

export default group(
  'users',
  'Show users and change your own name',
  [
    command('get', getUser, {
      args: ['userId'],
      columns: ROW,
      examples: ['docs users get jonas@tarnpost.example'],
      notes: 'Shows members of your organizations. docs members get shows their role as well.',
    }),
    command('update', updateUser, {
      args: ['userId'],
      columns: ROW,
      examples: ['docs users update ines@tarnpost.example --display-name "Ines O."'],
      notes: 'Most platforms let users change only themselves.',
    }),
  ],
  [['Show a user', 'get']],
);
