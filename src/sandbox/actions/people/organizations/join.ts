// Joining an organization by the domain of one's e-mail address. All addresses of a sandbox are verified.
import { memberStore } from '../../../db/people/members.ts';
import { userStore } from '../../../db/people/users.ts';
import type { Call } from '../../../sandbox.ts';
import { badRequest, forbidden } from '../../../wire-error.ts';
import { readOrganization } from './settings.ts';

/** Makes the caller a member with the default role; nothing happens when they are one. 400 when no domain fits. */
export function joinOrganization(call: Call, organizationId: string): void {
  call.db.transaction(() => {
    const { defaultRole, settings, title } = readOrganization(call, organizationId);
    const { userId } = call.caller;
    const member = memberStore(call.db).row(organizationId, userId);
    if (member?.disabled) throw forbidden(`your membership of "${title}" is disabled`);
    if (member) return;
    const domain = userStore(call.db).row(userId)?.email?.split('@').at(-1)?.toLowerCase();
    if (domain === undefined || !settings.emailDomains.includes(domain)) {
      throw badRequest(
        `"${title}" does not accept members with the email domain ${domain ?? '(you have no email address)'}`,
      );
    }
    const now = call.now().toISOString();
    memberStore(call.db).insert({
      organization: organizationId,
      user: userId,
      role: defaultRole,
      disabled: 0,
      sso: 0,
      joinedAt: now,
      lastSeenAt: now,
    });
  });
}
