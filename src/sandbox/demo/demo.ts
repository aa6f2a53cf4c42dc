import type { Sandbox } from '../sandbox.ts';
export async function fillDemo(sandbox: Sandbox): Promise<{organizationId: string; organization: string; adminId: string; admin: string}> {
  throw new Error(`not yet ${sandbox.file}`);
}
