// Addresses the sandbox tells of its resources.
import type { Sandbox } from './sandbox.ts';

/** Where the API answers for a resource; `path` begins with `/v1`. */
export const locationUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) => `${sandbox.origin}${path}`;

/** Where an app would show it; `path` begins with `/o` or `/u`. */
export const appUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) => `${sandbox.origin}${path}`;

/** Where visitors would reach an integration. The host is a reserved example name: nothing answers there. */
export const integrationEndpoint = (name: string) =>
  `https://integrations.docs.example/${encodeURIComponent(name)}`;
