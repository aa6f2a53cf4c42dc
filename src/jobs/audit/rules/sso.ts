// Rules about single sign-on, and the certificates that it is signed with.

import type { OrganizationSAMLProvider as SamlProvider } from '../../../api/people/invites.generated.ts';
import { listSamlProviders } from '../../../api/people/invites.ts';
import { listMembers } from '../../../api/people/members.ts';
import { getOrganization } from '../../../api/people/organizations.ts';
import { shell } from '../../../files/shell-word.ts';
import { type CertificateProblem, judgeCertificate } from '../../saml/certificate.ts';
import { type AuditContext, type AuditFinding, type AuditRule, nameOfUser, type Severity } from '../rule.ts';
import { memberFinding, membersOf } from './people.ts';

const providersOf = ({ lists, organizationId }: AuditContext): Promise<readonly SamlProvider[]> =>
  lists.all(listSamlProviders, { organizationId });

const hasSso = async (context: AuditContext): Promise<boolean> =>
  (await providersOf(context)).some(({ status }) => status === 'active');

/** Within so many days an expiry is reported. */
const SOON_DAYS = 30;

interface About {
  problem: CertificateProblem;
  /** Of the rule, where it is called otherwise. */
  name?: string;
  severity: Severity;
  summary: string;
  why: string;
}

const CERTIFICATES: readonly About[] = [
  {
    problem: 'expired',
    severity: 'high',
    summary: 'The certificate of a SAML provider has expired.',
    why: 'Sign-ins signed with it are refused, so members cannot sign in with this provider.',
  },
  {
    problem: 'soon',
    name: 'ends-soon',
    severity: 'medium',
    summary: 'The certificate of a SAML provider expires within 30 days.',
    why: 'Once it has expired, members can no longer sign in.',
  },
  {
    problem: 'not-yet-valid',
    severity: 'high',
    summary: 'The certificate of a SAML provider is not valid yet.',
    why: 'Sign-ins signed with it are refused until that day.',
  },
  {
    problem: 'weak-key',
    name: 'weak',
    severity: 'high',
    summary: 'The certificate of a SAML provider has a weak key.',
    why: 'Anyone who works out the private key can sign in as any member.',
  },
  {
    problem: 'wrong-chain',
    severity: 'medium',
    summary: 'The certificates of a SAML provider do not form a chain.',
    why: 'A broken chain often means that a certificate is of another system.',
  },
];

const certificateRule = ({ problem, name = problem, ...about }: About): AuditRule => ({
  id: `saml/certificate-${name}`,
  ...about,
  mend: 'docs saml update <provider> --certificate <file>',
  reads: [listSamlProviders],
  async find(context) {
    const judged = (await providersOf(context)).map(async ({ id, label, certificate }) => {
      const { problems } = await judgeCertificate(certificate, { now: context.now, warnDays: SOON_DAYS });
      return problems
        .filter((one) => one.problem === problem)
        .map(({ message }): AuditFinding => {
          const target = { kind: 'SAML provider', id, title: label };
          return { target, message: `the certificate ${message}`, mend: undefined };
        });
    });
    return (await Promise.all(judged)).flat();
  },
});

export const rules: readonly AuditRule[] = [
  {
    id: 'sso/not-enforced',
    severity: 'high',
    summary: 'Single sign-on is set up but not required.',
    why: 'Members can still sign in with a password, which the identity provider neither checks nor ends.',
    mend: 'docs orgs update <org> --sso',
    reads: [getOrganization, listSamlProviders],
    async find(context) {
      const { lists, organizationId } = context;
      const { id, title, sso } = await lists.one(getOrganization, { organizationId });
      if (sso === true || !(await hasSso(context))) return [];
      return [
        {
          target: { kind: 'organization', id, title },
          message: 'members can sign in without single sign-on',
          mend: shell`docs orgs update ${id} --sso`,
        },
      ];
    },
  },
  {
    id: 'sso/member-outside',
    severity: 'medium',
    summary: 'A member does not have to use single sign-on.',
    why: 'Ending the account at the identity provider does not end the access of this member.',
    mend: 'docs members add-sso <member>',
    reads: [listMembers, listSamlProviders],
    async find(context) {
      if (!(await hasSso(context))) return [];
      const members = await membersOf(context);
      return members
        .filter(({ sso, role, disabled }) => !sso && !disabled && role !== null)
        .map((member) =>
          memberFinding(context, member, {
            message: 'does not have to use single sign-on',
            mend: shell`docs members add-sso ${nameOfUser(member.user)}`,
          }),
        );
    },
  },
  ...CERTIFICATES.map(certificateRule),
];
