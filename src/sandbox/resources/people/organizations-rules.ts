// Organizations: made and changed.
import type { InputOf } from '../../../api/operation.ts';
import type { Organization } from '../../../api/people/organizations.generated.ts';
import type {
  createOrganization as createOperation,
  updateOrganization as updateOperation,
} from '../../../api/people/organizations.ts';
import { nonNull } from '../../../files/lists.ts';
import { isEmailDomain } from '../../../files/texts.ts';
import { accessOf } from '../../access.ts';
import {
  addMember,
  type OrganizationRow,
  type OrganizationSettings,
  organizations,
} from '../../db/people/organizations.ts';
import { type CustomHostnameRow, customHostnames, hostnameRow } from '../../db/sites/site-settings.ts';
import { sites } from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import { requireSoundRules } from '../content/spaces-rules.ts';
import { createSite } from '../sites/settings.ts';

type Input = InputOf<typeof updateOperation>;

/** Changes what is given. 403 without the right, 400 for what cannot be, 409 for a hostname that is taken. */
export const updateOrganization = (call: Call, input: Input): OrganizationRow =>
  call.db.transaction(() => {
    const { organizationId: id, title, hostname, defaultRole } = input;
    call.access.requireOrganization(id, 'admin');
    const row = readOrganization(call, id);
    requireHostname(call, row, hostname);
    if (input.mergeRules) requireSoundRules(call, id, input.mergeRules);
    const settings = settingsOf(call, row, input);
    organizations(call.db).update({ id }, { title, hostname, defaultRole, settings });
    return readOrganization(call, id);
  });

/** 404 for an unknown one. */
export const readOrganization = (call: Call, id: string): OrganizationRow =>
  organizations(call.db).get({ id }, 'organization');

function requireHostname(call: Call, row: OrganizationRow, hostname: string | undefined): void {
  if (hostname === undefined || hostname === row.hostname) return;
  if (organizations(call.db).find({ hostname }) !== undefined) {
    throw conflict(`hostname "${hostname}" is taken by another organization`);
  }
}

function settingsOf(call: Call, { id, settings }: OrganizationRow, input: Input): OrganizationSettings {
  const { emailDomains, sso, ai, inviteLinks, mergeRules, defaultContent, logo } = input;
  const next: OrganizationSettings = {
    ...settings,
    ...(emailDomains && { emailDomains: emailDomains.map(readDomain) }),
    ...nonNull({ sso, ai, inviteLinks }),
    // There is nothing above an organization: what it inherits is nothing.
    ...(mergeRules && { mergeRules: mergeRules.type === 'inherit' ? { type: 'none' } : mergeRules }),
    ...(defaultContent && { defaultContent: requireSite(call, id, defaultContent) }),
    ...(logo && { logo }),
  };
  if (defaultContent === null) delete next.defaultContent;
  if (logo === null) delete next.logo;
  return next;
}

function readDomain(domain: string): string {
  if (!isEmailDomain(domain)) throw badRequest(`emailDomains: "${domain}" is not a domain`);
  return domain.toLowerCase();
}

function requireSite(call: Call, organization: string, content: NonNullable<Input['defaultContent']>) {
  if (!sites(call.db).find({ id: content.site, organization })) throw notFound('site', content.site);
  return content;
}

/** On the free plan. 400 for an OpenAPI specification to start with, which the sandbox does not read here. */
export function createOrganization(call: Call, input: InputOf<typeof createOperation>): OrganizationRow {
  if (input.openapiUrl !== undefined)
    throw badRequest(
      'the sandbox does not take openapiUrl here: create the specification in the organization',
    );
  return call.db.transaction(() => {
    const createdAt = call.now().toISOString();
    const row: OrganizationRow = {
      id: newId(),
      title: input.title,
      hostname: null,
      defaultRole: 'read',
      createdAt,
      settings: {
        type: 'business',
        plan: 'free_2024',
        emailDomains: input.emailDomains ?? [],
        inviteLinks: true,
        mergeRules: { type: 'none' },
        trial: { status: 'none', count: 0 },
      },
    };
    organizations(call.db).insert(row);
    addMember(call.db, {
      ...{ organization: row.id, user: call.caller.userId, role: 'admin', at: createdAt },
    });
    if (input.withDefaultSite === true) firstSite(call, row);
    return row;
  });
}

function firstSite(call: Call, { id, title, settings }: OrganizationRow): void {
  // The caller is an administrator since a moment ago.
  const owner = { ...call, access: accessOf(call.db, call.caller.userId) };
  const site = createSite(owner, { organizationId: id, title });
  const defaultContent = { type: 'site' as const, site: site.id };
  organizations(call.db).update({ id }, { settings: { ...settings, defaultContent } });
}

/** 404, 403. */
export function setPlan(call: Call, organizationId: string, plan: Organization['plan']): void {
  call.db.transaction(() => {
    call.access.requireOrganization(organizationId, 'admin');
    const row = organizations(call.db).find({ id: organizationId });
    if (row) organizations(call.db).update({ id: row.id }, { settings: { ...row.settings, plan } });
  });
}

/** 404 for a domain that the caller does not know, 403. */
export function setHostnameState(call: Call, hostname: string, status: CustomHostnameRow['status']): void {
  call.db.transaction(() => {
    const row = hostnameRow(call.db, hostname);
    if (!row || call.access.memberRole(row.organization) === undefined) throw notFound('domain', hostname);
    call.access.requireOrganization(row.organization, 'admin');
    customHostnames(call.db).update({ hostname }, { status });
  });
}
