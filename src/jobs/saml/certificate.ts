// Reads X.509 certificates, and says what is wrong with them.
import type { X509Certificate } from 'node:crypto';

export interface CertificateFacts {
  /** On one line: `CN=idp.example, O=Example`. */
  subject: string;
  /** `RSA 2048`, `EC prime256v1`. */
  key: string;
  /** ISO dates. */
  validFrom: string;
  validTo: string;
  /** Whole days; negative once it has run out. */
  daysLeft: number;
  /** SHA-256. */
  fingerprint: string;
}

export const CERTIFICATE_PROBLEMS = [
  'unreadable',
  'expired',
  'not-yet-valid',
  'soon',
  'weak-key',
  'wrong-chain',
] as const;
export type CertificateProblem = (typeof CERTIFICATE_PROBLEMS)[number];

export interface JudgedCertificate {
  /** Of the first one, which signs; absent where it cannot be read. */
  facts?: CertificateFacts;
  problems: { problem: CertificateProblem; message: string }[];
}

export const DAY_MS = 24 * 60 * 60 * 1000;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const LEAST_BITS: Readonly<Record<string, number>> = { rsa: 2048, 'rsa-pss': 2048, dsa: 2048 };
const WEAK_CURVE = /(?:^|\D)(?:1[0-9]{2}|2[0-4]\d)(?:\D|$)/;

/** Takes a certificate in PEM; returns undefined when it is none. */
export async function certificateFacts(text: string, now: Date): Promise<CertificateFacts | undefined> {
  const [first] = await certificatesIn(text);
  return first && factsOf(first, now);
}

/** What is wrong with a certificate, and with those in the same text that are to vouch for it. `soon`: within so many days. */
export async function judgeCertificate(
  text: string,
  { now, warnDays }: { now: Date; warnDays: number },
): Promise<JudgedCertificate> {
  const [first, ...issuers] = await certificatesIn(text);
  if (!first) {
    const message = holdsPrivateKey(text)
      ? 'this is a private key, not a certificate'
      : 'the certificate cannot be read';
    return { problems: [{ problem: 'unreadable', message }] };
  }
  const facts = factsOf(first, now);
  const problems: JudgedCertificate['problems'] = [];
  const found = (problem: CertificateProblem, message: string) => problems.push({ problem, message });
  if (new Date(first.validFrom) > now) found('not-yet-valid', `is valid from ${facts.validFrom}`);
  if (new Date(first.validTo) < now) found('expired', `expired on ${facts.validTo}`);
  else if (facts.daysLeft < warnDays)
    found('soon', `expires on ${facts.validTo}: ${daysOf(facts.daysLeft)} left`);
  if (isWeak(first)) found('weak-key', `has a weak key: ${facts.key}`);
  const wrong = chainFault([first, ...issuers], now);
  if (wrong !== undefined) found('wrong-chain', wrong);
  return { facts, problems };
}

export const holdsPrivateKey = (text: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);

/** `1 day`, `12 days`. */
const daysOf = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

async function certificatesIn(text: string): Promise<X509Certificate[]> {
  const { X509Certificate } = await import('node:crypto');
  try {
    return (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  } catch {
    return [];
  }
}

function factsOf(certificate: X509Certificate, now: Date): CertificateFacts {
  const until = new Date(certificate.validTo);
  return {
    subject: nameOf(certificate.subject),
    key: keyOf(certificate),
    validFrom: new Date(certificate.validFrom).toISOString().slice(0, 10),
    validTo: until.toISOString().slice(0, 10),
    daysLeft: Math.floor((until.getTime() - now.getTime()) / DAY_MS),
    fingerprint: certificate.fingerprint256,
  };
}

/** A certificate may name nobody. */
const nameOf = (subject: string | undefined): string => (subject ?? '').split('\n').reverse().join(', ');

function keyOf(certificate: X509Certificate): string {
  const { type = 'unknown', bits, curve } = partsOf(certificate);
  return [type.toUpperCase(), curve ?? bits].filter((part) => part !== undefined).join(' ');
}

function partsOf({ publicKey }: X509Certificate) {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  return { type: publicKey.asymmetricKeyType, bits: modulusLength, curve: namedCurve };
}

function isWeak(certificate: X509Certificate): boolean {
  const { type = '', bits, curve } = partsOf(certificate);
  if (bits !== undefined) return bits < (LEAST_BITS[type] ?? 0);
  return curve !== undefined && WEAK_CURVE.test(curve);
}

/** Each must be issued by the next one, and the last may be issued by someone who is not there. */
function chainFault(chain: readonly X509Certificate[], now: Date): string | undefined {
  for (const [at, certificate] of chain.entries()) {
    const issuer = chain[at + 1] ?? (certificate.subject === certificate.issuer ? certificate : undefined);
    if (issuer && !isIssued(certificate, issuer))
      return `${nameOf(certificate.subject)} was not issued by ${nameOf(issuer.subject)}`;
    if (at > 0 && new Date(certificate.validTo) < now)
      return `its issuer ${nameOf(certificate.subject)} has expired`;
  }
  return undefined;
}

function isIssued(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** Wraps base64 as PEM. */
export function toPem(base64: string): string {
  const lines = base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
