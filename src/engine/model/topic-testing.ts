// docs help testing: a platform for tests of one's own.

export const TESTING = `Testing against the sandbox

docs sandbox exec runs your tests, in any language, against a platform of their own on 127.0.0.1, and leaves nothing:

  docs sandbox exec --now 2026-01-01 -- pytest

They find it in DOCS_BASE_URL and DOCS_TOKEN, and in the variables that other clients of the API read.
docs sandbox serve runs one until you stop it:

  docs sandbox serve --seed demo --now 2026-01-01 --faults faults.yaml --json

prints one line of JSON with url, token and file. A new sandbox made with --seed is removed when the server stops.
--seed takes demo, empty, a sandbox file, an SQL dump, a plan, or a folder made with docs export.
--contract 0.202 (or 0.146) answers as a host of that version: 404 where the version has no such operation.

In JavaScript and TypeScript, the package has it as a function. With node:test:

  import { after, before, beforeEach, test } from 'node:test';
  import { startSandbox } from 'docs-admin-cli/sandbox';

  let sandbox;
  before(async () => {
    sandbox = await startSandbox({ seed: 'demo', now: '2026-01-01' });
  });
  beforeEach(() => sandbox.reset());
  after(() => sandbox.stop());

With vitest and Jest the names are afterAll, beforeAll, beforeEach and test. A sandbox has url, token, eventKey, organization and
file; reset, stop, save and restore; clock.set, clock.advance and clock.freeze; setFaults; createToken and revokeTokens; requests.

Control a server over HTTP from the same machine, with a token of its administrator (Authorization: Bearer <token>):

  POST /_sandbox/reset      {} or {"to": "clean"}
  POST /_sandbox/snapshot   {"name": "clean", "replace": true}
  POST /_sandbox/restore    {"name": "clean"}
  POST /_sandbox/clock      {"now": "2026-01-01"}, {"advance": "7d"}, {"frozen": true} or {"reset": true}
  POST /_sandbox/faults     {"faults": [{"operation": "spaces.list", "status": 429}]}, or [] for none
  POST /_sandbox/token      {"of": "mei@example.com", "kind": "user", "expiresIn": "1h"}; revoke takes the same
  GET  /_sandbox/key        what signs the events sent to integrations
  GET  /_sandbox/requests   what came in: ?after=<number>&wait=<ms>

GET /~health answers 200 without a token as soon as the server is ready.

or with docs sandbox snapshot, docs sandbox reset --to and docs sandbox requests. A reset goes back to what the server started
with: content, clock and faults. Its clock decides when deleted spaces leave the trash (after 7 days) and when tokens expire.

Faults are a YAML file. The same seed meets the same requests in every run:

  seed: 1
  faults:
    - operation: spaces.list   # or spaces.*, or * for all, the default
      share: 0.2               # of the requests; default 1
      times: 3                 # at most
      status: 429              # or cut: true, or wrongJson: true
      retryAfter: 2
    - operation: spaces.create
      cut: true
      applied: true            # do it, and lose the answer
    - slow: 500ms

Published sites are web pages at /sites/<basename>/, and change requests at /preview/<space>/<change request>/: docs open
leads there.
`;
