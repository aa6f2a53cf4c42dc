// Files and PDFs by address: whoever holds the address may read it, so each one is signed and cannot be guessed.
import { nodeCrypto } from '../files/of-node.ts';
import { contentStore } from './db/content/content.ts';
import { metaStore } from './db/database.ts';
import type { DownloadedFile, PdfDownload } from './resources/content/pdf.ts';
import type { Sandbox } from './sandbox.ts';
import { WireError } from './wire-error.ts';

/** What an address stands for. It says all that is needed to make the bytes again. */
export type Download = { kind: 'file'; hash: string; name: string; contentType: string } | PdfDownload;

type Signer = Pick<Sandbox, 'db' | 'origin'>;

/** An address that needs no token. It stays valid: the bytes behind it never change. */
export function downloadUrl(sandbox: Signer, download: Download): string {
  const payload = Buffer.from(JSON.stringify(download)).toString('base64url');
  const signature = sign(sandbox, payload).toString('base64url');
  return `${sandbox.origin}/~download/${payload}/${signature}/${encodeURIComponent(nameOf(download))}`;
}

/** Name and type of a download as headers of its answer. */
export function downloadHeaders({ name, contentType, warning }: DownloadedFile): Record<string, string> {
  const safe = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(/['()*]/g, percent);
  return {
    'content-type': contentType,
    'content-disposition': `attachment; filename*=UTF-8''${safe}`,
    // A file may be HTML or SVG of anybody's: a browser must not run what is in it.
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    ...(warning !== undefined && { warning: `299 - "${warning}"` }),
  };
}

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** Reads what an address stands for. Throws 404 for an address that was not given out here. */
export async function readDownload(
  sandbox: Sandbox,
  { payload, signature }: { payload: string; signature: string },
): Promise<DownloadedFile> {
  const expected = sign(sandbox, payload);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !nodeCrypto().timingSafeEqual(given, expected)) {
    throw new WireError(404, 'there is no such file');
  }
  // Signed by ourselves, so it is what downloadUrl wrote.
  const download = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Download;
  if (download.kind === 'pdf') {
    const { makePdf } = await import('./resources/content/pdf.ts');
    return makePdf(sandbox, download);
  }
  const { hash, name, contentType } = download;
  return { bytes: contentStore(sandbox.db).get(hash), name, contentType };
}

/** A last segment that no URL parser climbs on. */
function nameOf(download: Download): string {
  if (download.kind === 'pdf') return `${download.space}.pdf`;
  const name = download.name.replace(/\p{Surrogate}/gu, '_');
  return /^\.*$/.test(name) ? 'file' : name;
}

const sign = ({ db }: Signer, payload: string): Buffer =>
  nodeCrypto()
    .createHmac('sha256', metaStore(db).get('downloadSecret') ?? '')
    .update(payload)
    .digest()
    .subarray(0, 16);
