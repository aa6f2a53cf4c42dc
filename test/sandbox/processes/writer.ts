// A process that writes to a sandbox and says so after each acknowledged write. Arguments: file, token, organization,
// count, and milliseconds between two.
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createSpace, updateSpace } from '../../../src/api/content/spaces.ts';
import { dispatch, openSandbox } from '../../../src/sandbox/app.ts';

const [file = '', token = '', organizationId = '', count = '0', pauseMs = '0'] = process.argv.slice(2);
const sandbox = openSandbox({ file, env: {} });
const headers = { authorization: `Bearer ${token}` };

for (let index = 0; index < Number(count); index++) {
  const made = await dispatch(sandbox, createSpace, {
    params: { organizationId },
    headers,
    body: { title: `${process.pid} ${index}` },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made));
  const { id } = made.body as { id: string };
  writeSync(1, `${id}\n`);
  const changed = await dispatch(sandbox, updateSpace, {
    params: { spaceId: id },
    headers,
    body: { emoji: '✅' },
  });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed));
  writeSync(1, `${id} changed\n`);
  if (pauseMs !== '0') await setTimeout(Number(pauseMs));
}
sandbox.db.close();
