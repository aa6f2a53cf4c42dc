// docs sso: the ways to sign in to an organization.
import { listSsoLogins } from '../../api/people/invites.ts';
import { command, group } from '../../engine/model/command.ts';

export default group('sso', 'Show single sign-on options', [
  command('list', listSsoLogins, {
    rows: 'items',
    none: 'no single sign-on in {}',
    columns: ['id', 'label', 'startURL'],
    examples: ['docs sso list'],
  }),
]);
