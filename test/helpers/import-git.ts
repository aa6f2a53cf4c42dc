// A process of its own that starts a git import, says "started" and stays: import-git.ts <file> <token> <space> <url>.
import { importGit } from '../../src/api/integrations/git.ts';
import { dispatch, openSandbox } from '../../src/sandbox/app.ts';

const [file = '', token = '', spaceId = '', url = ''] = process.argv.slice(2);
const sandbox = openSandbox({ file, env: { PATH: process.env.PATH } });
const { status } = await dispatch(sandbox, importGit, {
  params: { spaceId },
  headers: { authorization: `Bearer ${token}` },
  body: { url, ref: 'refs/heads/main' },
});
process.stdout.write(status === 204 ? 'started\n' : `answered ${status}\n`);
await sandbox.background.settle();
