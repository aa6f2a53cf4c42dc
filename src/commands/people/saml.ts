// docs saml: who signs members in.

import type { OrganizationSAMLProvider as SamlProvider } from '../../api/people/invites.generated.ts';
import * as api from '../../api/people/invites.ts';
import dangers, { makesAdmins } from '../../domain/dangers/people.ts';
import { command, group, late } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { isForPeople } from '../../engine/run/view.ts';
import { certificateFacts } from '../../jobs/saml/certificate.ts';
import { IDP_FLAGS, readIdentityProvider } from '../../jobs/saml/saml-input.ts';
import { note, warn } from '../../output/note.ts';
import { TITLED } from '../required-title.ts';
import { toAdmin } from '../widening.ts';

const ROW = ['id', 'label', 'status', 'ssoURL', 'entityID', 'defaultRole', 'createdAt'] as const;
const refs = { defaultTeam: 'teamId' };

/** What follows where new members become administrators. */
export default group(
  'saml',
  'Manage SAML providers',
  [
    command('list', api.listSamlProviders, {
      columns: ['id', 'label', 'status', 'ssoURL', 'defaultRole', 'createdAt'],
      examples: ['docs saml list'],
    }),
    command('create', api.createSamlProvider, {
      args: ['label'],
      after: TITLED.after,
      columns: ROW,
      hidden: ['certificate'],
      options: IDP_FLAGS,
      prepare: readIdentityProvider,
      refs,
      ...dangers['saml.create'],
      stakes: ({ input }) => ({ what: `SAML provider "${input.label}"`, change: 'with default role admin' }),
      examples: ['docs saml create "Tarnpost login" --metadata idp.xml --default-role read --dry-run'],
      notes: 'Flags override values from the metadata.',
    }),
    command('get', api.getSamlProvider, {
      args: ['samlProviderId'],
      columns: [...ROW, 'service.acsURL', 'service.entityID', 'service.startURL'],
      after: sayCertificate,
      notes: 'Paste the ACS URL, the audience and the start URL into the identity provider.',
      examples: ['docs saml get "Tarnpost login"'],
    }),
    command('update', api.updateSamlProvider, {
      args: ['samlProviderId'],
      columns: ROW,
      hidden: ['certificate'],
      options: IDP_FLAGS,
      prepare: readIdentityProvider,
      refs,
      target: api.getSamlProvider,
      ...dangers['saml.update'],
      stakes: (run) => (makesAdmins(run) ? toAdmin(run) : {}),
      examples: ['docs saml update "Tarnpost login" --certificate new.pem --yes'],
    }),
    command('delete', api.deleteSamlProvider, {
      args: ['samlProviderId'],
      ...dangers['saml.delete'],
      target: api.getSamlProvider,
      examples: ['docs saml delete "Tarnpost login" --confirm "Tarnpost login" --dry-run'],
      notes: 'Members can no longer sign in with it.',
    }),
    late('check', 'Find certificates that expire, are weak or cannot be trusted', () =>
      import('../../jobs/saml/saml-check.ts').then(({ samlCheck }) => samlCheck),
    ),
    late('rotate', 'Replace the certificate of a SAML provider', () =>
      import('../../jobs/saml/saml-rotate.ts').then(({ samlRotate }) => samlRotate),
    ),
  ],
  [
    ['Show what to enter at the identity provider', 'get'],
    ['Preview a new certificate', 'docs saml rotate "Tarnpost login" --certificate next.pem --dry-run'],
    ['Find certificates that expire soon', 'docs saml check --warn 90d'],
  ],
);

/** How long the certificate is valid: for people always, for programs once it is urgent. */
async function sayCertificate(run: Run, { certificate }: SamlProvider): Promise<void> {
  const { io, now } = run.context;
  const facts = await certificateFacts(certificate, now());
  if (!facts) return certificate === '' ? undefined : warn(io, 'the certificate cannot be read');
  const line = `certificate of ${facts.subject}: ${facts.daysLeft} days left (until ${facts.validTo})`;
  if (facts.daysLeft < 30) warn(io, line);
  else if (isForPeople(run)) note(io, line);
}
