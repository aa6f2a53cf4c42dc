// A body as it may be shown: without secret fields, and without the secrets of URLs.
import { maskUrl } from '../../files/mask-url.ts';
import { maskSecrets } from '../../output/secrets.ts';

export const maskedBody = (body: unknown): unknown => maskSecrets(withMaskedUrls(body));

function withMaskedUrls(body: unknown): unknown {
  const mask = (_: string, value: unknown) =>
    typeof value === 'string' && /^[a-z][a-z+.-]*:\/\//i.test(value) ? maskUrl(value) : value;
  return JSON.parse(JSON.stringify(body, mask));
}
