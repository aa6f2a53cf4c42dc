// Addresses the sandbox tells of its resources.
import { isServed } from './published-url.ts';
import type { Sandbox } from './sandbox.ts';
import { previewKey } from './web/preview-key.ts';

/** Where the API answers for a resource; `path` begins with `/v1`. */
export const locationUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) => `${sandbox.origin}${path}`;

/** Where an app would show it; `path` begins with `/o` or `/u`, and holds whatever people call their pages. */
export const appUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) =>
  `${sandbox.origin}${encodeURI(path.replace(/\p{Surrogate}/gu, '\uFFFD'))}`;

/**
 * The same for what is in a space. A served sandbox shows it there: with the key that lets a browser in, which is at the
 * front of the path, so that whoever appends the path of a page gets the address of that page.
 */
export const contentUrl = ({ db, origin }: Pick<Sandbox, 'db' | 'origin'>, space: string, path: string) =>
  isServed(origin) ? `${origin}/~key/${previewKey(db, space)}${path}` : `${origin}${path}`;

/** Where a site would be looked at before it is published. The host is a reserved example name: nothing answers there. */
export const previewRoot = ({ id }: { id: string }) => `https://preview.docs.example/${id}/`;

/** Where visitors would reach an integration. The host is a reserved example name: nothing answers there. */
export const integrationEndpoint = (name: string) =>
  `https://integrations.docs.example/${encodeURIComponent(name)}`;
