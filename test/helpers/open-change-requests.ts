// A process of its own that opens change requests: open-change-requests.ts <file> <space> <user> <how many>.

import { openSandbox } from '../../src/sandbox/app.ts';
import { openChangeRequest } from '../../src/sandbox/resources/review/change-requests-rules.ts';

const [file = '', spaceId = '', userId = '', count = '0'] = process.argv.slice(2);
const sandbox = openSandbox({ file, env: {} });
for (let made = 0; made < Number(count); made += 1) openChangeRequest(sandbox, { spaceId, userId });
sandbox.db.close();
