// Addresses the sandbox tells of its resources.
import type { Sandbox } from './sandbox.ts';

/** Where the API answers for a resource; `path` begins with `/v1`. */
export const locationUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) => `${sandbox.origin}${path}`;

/** Where an app would show it; `path` begins with `/o` or `/u`. */
export const appUrl = (sandbox: Pick<Sandbox, 'origin'>, path: string) => `${sandbox.origin}${path}`;
