// SAML providers.
import { X509Certificate } from 'node:crypto';
import type { InputOf } from '../../../api/operation.ts';
import type { OrganizationSAMLProvider as SamlProvider } from '../../../api/people/invites.generated.ts';
import * as api from '../../../api/people/invites.ts';
import { requirePaidPlan } from '../../access.ts';
import { type SamlProviderRow, samlProviders, teams } from '../../db/people/organizations.ts';
import { created, deleted, type FidelityOf, handle, handleChange, may } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, newId } from '../../urls.ts';
import { badRequest, notFound } from '../../wire-error.ts';
import { teamView } from './members-view.ts';

const NOTE = 'The certificate is read; there is no sign-in.';

// SAML providers. The sandbox keeps them and says what an identity provider would need; it signs nobody in.

type ProviderRef = InputOf<typeof api.getSamlProvider>;

/** 404, 403: administrators only. */
function readProvider(call: Call, { organizationId, samlProviderId }: ProviderRef): SamlProviderRow {
  call.access.requireOrganization(organizationId, 'admin');
  return samlProviders(call.db).get({ id: samlProviderId, organization: organizationId }, 'SAML provider');
}

/** What a provider without a URL shows may be sent back, as an undo does. */
const readUrl = (url: string): string => (url === NO_URL ? '' : url);

function requireTeam(call: Call, organization: string, team: string | undefined): string | undefined {
  if (team !== undefined && teams(call.db).find({ id: team })?.organization !== organization)
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

// SAML providers as the platform shows them.

/** Always a URL (src/api/README.md#single-sign-on), before one is set, too: this one leads nowhere. */
export const NO_URL = 'about:blank';

/** Whether it can sign anybody in. */
export const isConfigured = ({ ssoURL, entityID, certificate }: SamlProviderRow): boolean =>
  ssoURL !== '' && entityID !== '' && certificate !== '';

function samlView(call: Call, row: SamlProviderRow): SamlProvider {
  const team = row.defaultTeam === null ? undefined : teams(call.db).find({ id: row.defaultTeam });
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ssoURL: row.ssoURL === '' ? NO_URL : row.ssoURL,
    entityID: row.entityID,
    certificate: row.certificate,
    ...(team && { defaultTeam: teamView(call, team) }),
    defaultRole: row.defaultRole,
    createdAt: row.createdAt,
    status: isConfigured(row) ? 'active' : 'pending',
    service: {
      acsURL: serviceUrl(row, 'acs'),
      startURL: startUrl(row),
      entityID: serviceUrl(row, 'metadata'),
    },
    urls: { location: locationUrl(call, `/v1/orgs/${row.organization}/saml/${row.id}`) },
  };
}

/** Where members begin to sign in. */
const startUrl = (row: SamlProviderRow) => serviceUrl(row, 'login');

/** The host is a reserved example name: nothing answers there. */
const serviceUrl = ({ id }: SamlProviderRow, name: string) => `https://auth.docs.example/saml/${id}/${name}`;

export default [
  handle(api.listSamlProviders, may('admin'), (call, { organizationId, ...query }) =>
    pageOfRows(call.db, samlProviders, {
      where: { organization: organizationId },
      query,
      item: (row) => samlView(call, row),
    }),
  ),

  handleChange(api.createSamlProvider, may('admin'), (call, input) => {
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
    samlProviders(call.db).insert(row);
    return created(samlView(call, row));
  }),

  handle(api.getSamlProvider, (call, ref) => samlView(call, readProvider(call, ref))),

  // Changes what is given. 400 for a certificate that is none, 404 for an unknown team.
  handleChange(api.updateSamlProvider, (call, input) => {
    const row = readProvider(call, input);
    const { label, entityID, defaultRole } = input;
    const ssoURL = input.ssoURL === undefined ? undefined : readUrl(input.ssoURL);
    const certificate = input.certificate === undefined ? undefined : readCertificate(input.certificate);
    const defaultTeam = requireTeam(call, row.organization, input.defaultTeam);
    const changes = { label, ssoURL, entityID, certificate, defaultRole, defaultTeam };
    samlProviders(call.db).update({ id: row.id }, changes);
    return samlView(call, readProvider(call, input));
  }),

  handleChange(api.deleteSamlProvider, may('admin'), (call, { organizationId, samlProviderId }) =>
    deleted(samlProviders(call.db).remove({ id: samlProviderId, organization: organizationId })),
  ),

  handle(api.listSsoLogins, may('view'), (call, { organizationId }) => {
    const providers = samlProviders(call.db)
      .all({ organization: organizationId }, 'createdAt, rowid')
      .filter(isConfigured);
    return { items: providers.map((row) => ({ id: row.id, label: row.label, startURL: startUrl(row) })) };
  }),
];

export const fidelity: FidelityOf = {
  'saml.create': NOTE,
  'saml.update': NOTE,
  'sso.list': 'The addresses lead to no sign-in page.',
};
