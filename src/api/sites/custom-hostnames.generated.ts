// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Bool, Enum, Literal, Obj, Optional, Str, Union, Uri } = builders;

export const CustomHostname = Obj({
  object: Literal('custom-hostname'),
  hostname: Str({
    maxLength: 512,
    pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
  }),
  target: Union([
    Obj({ type: Literal('organization'), organization: Str() }),
    Obj({ type: Literal('site'), site: Str() }),
  ]),
  isActive: Bool(),
  status: Optional(
    Enum([
      'dns_passed',
      'dns_wrong_cname',
      'dns_no_cname',
      'dns_cloudflare_proxied',
      'dns_wrong_caa',
      'live',
      'ssl_unknown',
      'ssl_pending',
      'ssl_failed',
      'ssl_retry_expired',
      'invalid_domain',
      'internal_error',
    ]),
  ),
  urls: Obj({ location: Uri() }),
});
export type CustomHostname = Static<typeof CustomHostname>;

export const getCustomHostname = {
  method: 'GET',
  path: '/v1/custom-hostnames/{hostname}',
  result: CustomHostname,
} as const;

export const dnsRevalidateCustomHostname = {
  method: 'PATCH',
  path: '/v1/custom-hostnames/{hostname}',
  success: [204],
  errors: [400, 409],
} as const;

export const removeCustomHostname = { method: 'DELETE', path: '/v1/custom-hostnames/{hostname}' } as const;

export const getSubdomain = {
  method: 'GET',
  path: '/v1/subdomains/{subdomain}',
  result: Obj({
    object: Literal('subdomain'),
    subdomain: Str({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$' }),
    target: Obj({ type: Literal('organization'), organization: Str() }),
    isActive: Bool(),
  }),
} as const;
