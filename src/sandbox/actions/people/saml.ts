// SAML providers. The sandbox keeps them and says what an identity provider would need; it signs nobody in.
import { X509Certificate } from 'node:crypto';
import type { InputOf } from '../../../api/operation.ts';
import type { createSamlProvider, updateSamlProvider } from '../../../api/people/saml.ts';
import { type SamlProviderRow, samlStore } from '../../db/people/saml.ts';
import { teamStore } from '../../db/people/teams.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { NO_URL } from '../../views/people/saml.ts';
import { badRequest, notFound } from '../../wire-error.ts';
import { requirePaidPlan } from './plan.ts';

export interface ProviderRef {
  organizationId: string;
  samlProviderId: string;
}

/** 404, 403: administrators only. */
export function readProvider(call: Call, { organizationId, samlProviderId }: ProviderRef): SamlProviderRow {
  call.access.requireOrganization(organizationId, 'admin');
  const row = samlStore(call.db).row(organizationId, samlProviderId);
  if (!row) throw notFound('SAML provider', samlProviderId);
  return row;
}

export function createProvider(call: Call, input: InputOf<typeof createSamlProvider>): SamlProviderRow {
  return call.db.transaction(() => {
    call.access.requireOrganization(input.organizationId, 'admin');
    requirePaidPlan(call, input.organizationId, 'single sign-on');
    const row: SamlProviderRow = {
      id: newId(),
      organization: input.organizationId,
      label: input.label,
      ssoURL: readUrl(input.ssoURL ?? ''),
      entityID: input.entityID ?? '',
      certificate: readCertificate(input.certificate ?? ''),
      defaultTeam: requireTeam(call, input.organizationId, input.defaultTeam) ?? null,
      defaultRole: input.defaultRole ?? null,
      createdAt: call.now().toISOString(),
    };
    samlStore(call.db).insert(row);
    return row;
  });
}

/** Changes what is given. 400 for a certificate that is none, 404 for an unknown team. */
export function updateProvider(call: Call, input: InputOf<typeof updateSamlProvider>): SamlProviderRow {
  return call.db.transaction(() => {
    const row = readProvider(call, input);
    const { label, ssoURL, entityID, certificate, defaultRole } = input;
    const defaultTeam = requireTeam(call, row.organization, input.defaultTeam);
    samlStore(call.db).update(row.id, {
      ...(label !== undefined && { label }),
      ...(ssoURL !== undefined && { ssoURL: readUrl(ssoURL) }),
      ...(entityID !== undefined && { entityID }),
      ...(certificate !== undefined && { certificate: readCertificate(certificate) }),
      ...(defaultRole !== undefined && { defaultRole }),
      ...(defaultTeam !== undefined && { defaultTeam }),
    });
    return readProvider(call, input);
  });
}

/** What a provider without a URL shows may be sent back, as an undo does. */
const readUrl = (url: string): string => (url === NO_URL ? '' : url);

function requireTeam(call: Call, organization: string, team: string | undefined): string | undefined {
  if (team !== undefined && teamStore(call.db).row(team)?.organization !== organization)
    throw notFound('team', team);
  return team;
}

/** PEM, or the base64 of it alone, as identity providers print it. Throws 400. */
function readCertificate(text: string): string {
  if (text.trim() === '') return '';
  try {
    new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64'));
    return text;
  } catch {
    throw badRequest('certificate is not an X.509 certificate in PEM format');
  }
}

/** Returns whether there was one. */
export function deleteProvider(call: Call, { organizationId, samlProviderId }: ProviderRef): boolean {
  return call.db.transaction(() => {
    call.access.requireOrganization(organizationId, 'admin');
    return samlStore(call.db).remove(organizationId, samlProviderId);
  });
}
