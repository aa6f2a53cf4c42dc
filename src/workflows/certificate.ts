// Reads an X.509 certificate.

export interface CertificateFacts {
  /** On one line: `CN=idp.example, O=Example`. */
  subject: string;
  /** ISO date. */
  validTo: string;
  /** Whole days; negative once it has run out. */
  daysLeft: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/;

/** Takes a certificate in PEM; returns undefined when it is none. */
export async function certificateFacts(text: string, now: Date): Promise<CertificateFacts | undefined> {
  const { X509Certificate } = await import('node:crypto');
  const pem = PEM.exec(text)?.[0];
  if (pem === undefined) return undefined;
  try {
    const { subject, validTo } = new X509Certificate(pem);
    const until = new Date(validTo);
    return {
      subject: subject.split('\n').reverse().join(', '),
      validTo: until.toISOString().slice(0, 10),
      daysLeft: Math.floor((until.getTime() - now.getTime()) / DAY_MS),
    };
  } catch {
    return undefined;
  }
}

/** Wraps base64 as PEM. */
export function toPem(base64: string): string {
  const lines = base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
