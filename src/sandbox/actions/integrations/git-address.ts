// Addresses of repositories as they may be kept and shown: without credentials.

/** A repository's address without user, password and query; a path stays as it is. */
export function withoutCredentials(url: string): string {
  const bare = url.replace(USERINFO, '$1');
  if (!bare.includes('://')) return bare;
  // In a malformed address the credentials can be anywhere before the last `@`.
  if (!URL.canParse(bare)) return bare.replace(/^.*@/s, '');
  return bare.replace(/[?#].*$/s, '');
}

const USERINFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/** `acme/docs` of a hosted repository, `docs` of a folder on this machine. Takes an address without credentials. */
export function repositoryName(url: string): string {
  const remote = /^(?:(?:https?|ssh|git):\/\/[^/]+\/|[^/:@]+@[^/:]+:)(.+)$/i.exec(url);
  const segments = (remote?.[1] ?? url)
    .replace(/\.git\/?$/, '')
    .split(/[/\\]/)
    .filter(Boolean);
  return segments.slice(remote ? -2 : -1).join('/');
}

/** Address of a commit: the given prefix and the commit's id. undefined without a prefix. */
export function commitUrl(prefix: string | undefined, oid: string): string | undefined {
  if (prefix === undefined || prefix === '') return undefined;
  const bare = prefix.replace(USERINFO, '$1');
  return /[/=#?]$/.test(bare) ? bare + oid : `${bare}/${oid}`;
}

/** Takes the credentials of a URL out of a text, as they are and decoded. */
export function redactCredentials(text: string, url: string): string {
  const userinfo = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(url)?.[1];
  if (userinfo === undefined) return text;
  const parts = [userinfo, ...userinfo.split(':')];
  const secrets = parts.flatMap((part) => [part, decoded(part)]).filter((secret) => secret.length > 2);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
