// A new certificate for an identity provider: which one of those given it is, and whether it may replace the one in use.
import type { SamlProvider } from '../api/people/saml.ts';
import { ConflictError, ValidationError } from '../errors.ts';
import { shell } from '../files/shell-word.ts';
import { type CertificateFacts, type JudgedCertificate, judgeCertificate } from './certificate.ts';
import type { IdentityProvider } from './saml-metadata.ts';

export interface Rotation {
  certificate: string;
  /** Where browsers sign in, if that is another URL now. */
  ssoURL?: string;
  old?: CertificateFacts;
  fresh: CertificateFacts;
  /** What does not keep it from being used: it ends soon, its key is weak, its chain is wrong. */
  warnings: string[];
}

interface Given {
  certificates: readonly string[];
  /** What else the metadata says. */
  metadata?: Pick<IdentityProvider, 'entityId' | 'ssoUrl'>;
  now: Date;
}

const REFUSED = ['unreadable', 'expired', 'not-yet-valid'] as const;

/**
 * Providers list the certificate in use beside the next one: the one that is not in use counts. Throws ValidationError for
 * one that is not valid today, and ConflictError where nothing is new or another provider is described.
 */
export async function planRotation(
  provider: SamlProvider,
  { certificates, metadata, now }: Given,
): Promise<Rotation> {
  const hint = shell`docs saml get ${provider.id}`;
  if (metadata && provider.entityID !== '' && metadata.entityId !== provider.entityID)
    throw new ConflictError(
      `the metadata is of ${metadata.entityId}, and "${provider.label}" is ${provider.entityID}`,
      { hint: shell`docs saml update ${provider.id} --metadata <file>` },
    );
  const judge = (text: string) => judgeCertificate(text, { now, warnDays: 30 });
  const { facts: old } = await judge(provider.certificate);
  const judged = await Promise.all(certificates.map(async (text) => ({ text, ...(await judge(text)) })));
  const others = judged.filter(({ facts }) => facts === undefined || facts.fingerprint !== old?.fingerprint);
  if (others.length === 0)
    throw new ConflictError(`"${provider.label}" has this certificate already`, { hint });
  const usable = others.filter((one) => refusal(one) === undefined);
  // The one that was issued last.
  const [chosen] = usable.sort((a, b) => ((a.facts?.validFrom ?? '') < (b.facts?.validFrom ?? '') ? 1 : -1));
  if (!chosen?.facts) {
    const [first] = others;
    const what = first?.facts ? `certificate of ${first.facts.subject} ` : '';
    throw new ValidationError(`${what}${first && refusal(first)}: it cannot be used`, { hint });
  }
  return {
    certificate: chosen.text.trim(),
    ...(metadata && metadata.ssoUrl !== provider.ssoURL && { ssoURL: metadata.ssoUrl }),
    ...(old && { old }),
    fresh: chosen.facts,
    warnings: chosen.problems.map(({ message }) => `the new certificate ${message}`),
  };
}

const refusal = ({ problems }: JudgedCertificate): string | undefined =>
  problems.find(({ problem }) => REFUSED.some((one) => one === problem))?.message;
