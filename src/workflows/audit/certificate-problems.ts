// What is wrong with the certificate of an identity provider, which may come with those that signed it.

import { X509Certificate } from 'node:crypto';

export type CertificateProblem = 'expired' | 'ends-soon' | 'not-yet-valid' | 'weak' | 'wrong-chain';

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
const RSA_BITS = 2048;
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/** Each problem with what to say of it. Text that is not a certificate has none: the platform refuses it. */
export function certificateProblems(text: string, now: Date): Map<CertificateProblem, string> {
  const problems = new Map<CertificateProblem, string>();
  const [own, ...above] = certificatesIn(text);
  if (!own) return problems;
  const days = Math.floor((Date.parse(own.validTo) - now.getTime()) / DAY_MS);
  const day = (date: string) => new Date(date).toISOString().slice(0, 10);
  if (days < 0) problems.set('expired', `the certificate expired on ${day(own.validTo)}`);
  else if (days <= SOON_DAYS) problems.set('ends-soon', `the certificate expires on ${day(own.validTo)}`);
  if (Date.parse(own.validFrom) > now.getTime())
    problems.set('not-yet-valid', `the certificate is valid from ${day(own.validFrom)}`);
  const weak = weaknessOf(own);
  if (weak !== undefined) problems.set('weak', weak);
  const stranger = [own, ...above].findIndex((one, at, all) => {
    const signer = all[at + 1];
    return signer !== undefined && !isSignedBy(one, signer);
  });
  if (stranger !== -1)
    problems.set('wrong-chain', `certificate ${stranger + 1} is not signed by certificate ${stranger + 2}`);
  return problems;
}

function certificatesIn(text: string): X509Certificate[] {
  try {
    return (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  } catch {
    return [];
  }
}

function weaknessOf({ publicKey }: X509Certificate): string | undefined {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && modulusLength < RSA_BITS)
    return `the key of the certificate has ${modulusLength} bits, not ${RSA_BITS} or more`;
  if (namedCurve !== undefined && !CURVES.has(namedCurve))
    return `the key of the certificate is on the curve ${namedCurve}`;
  return undefined;
}

function isSignedBy(one: X509Certificate, signer: X509Certificate): boolean {
  try {
    return one.verify(signer.publicKey);
  } catch {
    return false;
  }
}
