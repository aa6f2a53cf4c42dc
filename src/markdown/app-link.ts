// Links to a space by its address in the app, which is how texts of one space name another.

export interface AppLink {
  /** Its ID. */
  space: string;
  /** Of the page; empty for the first page. */
  path: string;
  anchor?: string;
  /** `/s/<space>`, which the platform makes a link between spaces of; the one with the organization it leaves as it is. */
  isShort: boolean;
}

const APP =
  /^(?:https:\/\/app\.gitbook\.com)?(\/o\/[^/?#]+)?\/(?:s|spaces)\/([^/?#]+)\/?([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s;

/** `https://app.gitbook.com/s/<space>/<path>#<anchor>`, also with `/o/<organization>`, and without a host. */
export function appLink(address: string): AppLink | undefined {
  const [, organization, space, path = '', anchor] = APP.exec(address) ?? [];
  if (space === undefined) return undefined;
  return {
    space,
    path: path.replace(/(?<!\/)\/+$/, '').replace(/\.md$/i, ''),
    ...(anchor && { anchor }),
    isShort: organization === undefined,
  };
}
