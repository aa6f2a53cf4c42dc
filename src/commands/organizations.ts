// docs orgs: organizations the token can see.
import { getOrganization, listOrganizations } from '../api/organizations.ts';
import { command, group } from './command.ts';

export default group('Manage organizations', [
  command('list', listOrganizations, {
    columns: ['id', 'title', 'type', 'plan', 'sso', 'createdAt'],
    examples: ['docs orgs list', 'docs orgs list --json'],
  }),
  command('get', getOrganization, {
    args: ['organizationId?'],
    columns: ['id', 'title', 'type', 'plan', 'sso', 'defaultRole', 'createdAt'],
    examples: ['docs orgs get', 'docs orgs get --fields title,plan,permissions.admin'],
  }),
]);
