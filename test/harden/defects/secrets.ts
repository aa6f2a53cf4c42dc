// Tokens and other secrets that get out, or get to somebody else.
import type { Defect } from './defect.ts';

export const secretDefects: readonly Defect[] = [
  {
    id: 'token-in-error',
    what: 'the words of the platform are printed with the token they quote',
    patches: [
      {
        file: 'src/client/failure-context.ts',
        find: 'return redact ? redact(text) : text;',
        replace: 'return redact === undefined ? text : text;',
      },
    ],
    tests: [{ file: 'test/unit/client/failures.test.ts', name: 'takes token and URL credentials out' }],
  },
  {
    id: 'token-in-error-object',
    what: 'the JSON of an error is not redacted',
    patches: [
      {
        file: 'src/output/errors.ts',
        find: "typeof value === 'string' ? redact(value) : value",
        replace: "typeof value === 'string' ? asIs(value) : value",
      },
    ],
    tests: [{ file: 'test/unit/output/errors.test.ts', name: 'is redacted everywhere' }],
  },
  {
    id: 'token-in-har',
    what: 'a HAR file keeps what an answer says of the token',
    patches: [
      {
        file: 'src/engine/run/har.ts',
        find: 'redactor.redact(JSON.stringify({ log }, null, 2))',
        replace: 'JSON.stringify({ log }, null, 2)',
      },
    ],
    tests: [{ file: 'test/unit/engine/run/har.test.ts', name: 'holds neither the token' }],
  },
  {
    id: 'secret-field-in-har',
    what: 'a HAR file keeps secret fields of a body',
    patches: [
      {
        file: 'src/engine/run/har.ts',
        find: "const SECRET_FIELDS = ['token', 'password', 'secret', 'authorization'];",
        replace: 'const SECRET_FIELDS: string[] = [];',
      },
    ],
    tests: [{ file: 'test/unit/engine/run/har.test.ts', name: 'masks' }],
  },
  {
    id: 'token-in-debug',
    what: '--debug prints a URL as it is',
    patches: [
      {
        file: 'src/client/trace.ts',
        find: 'write(redactor.redact(`${method} ${maskUrl(url)} ${end} ${Math.round(ms)} ms${tried}${wait}`));',
        replace:
          'write(redactor ? `${method} ${maskUrl(url)} ${end} ${Math.round(ms)} ms${tried}${wait}` : "");',
      },
    ],
    tests: [{ file: 'test/unit/client/redact.test.ts', name: 'prints one masked line' }],
  },
  {
    id: 'secret-prints-itself',
    what: 'a token shows its value when it becomes JSON',
    patches: [
      {
        file: 'src/config/credentials.ts',
        find: 'toJSON(): string {\n    return HIDDEN;',
        replace: 'toJSON(): string {\n    return this.#value;',
      },
    ],
    tests: [{ file: 'test/unit/config/secret.test.ts', name: 'shows its value only when asked' }],
  },
  {
    id: 'corrupt-file-quoted',
    what: 'the error for a broken credential file quotes the parser',
    patches: [
      {
        file: 'src/files/json-file.ts',
        find: '  } catch {\n    const excess',
        replace: '  } catch (error) {\n    throw corrupt(path, String(error));\n    const excess',
      },
    ],
    tests: [{ file: 'test/unit/config/credentials.test.ts', name: 'cut off at any byte' }],
  },
  {
    id: 'bearer-to-another-host',
    what: 'a download carries the token',
    patches: [
      {
        file: 'src/client/client.ts',
        find: 'authorize: (request) => request });',
        replace:
          'authorize: (request) => ({ ...request, headers: { ...request.headers, Authorization: `Bearer ${options.token()?.reveal()}` } }) });',
      },
    ],
    tests: [{ file: 'test/unit/client/download.test.ts' }],
  },
  {
    id: 'token-of-another-origin',
    what: 'a stored token is sent to any origin',
    patches: [
      {
        file: 'src/config/credentials.ts',
        find: 'if (saved !== origin) throw',
        replace: "if (saved === '') throw",
      },
    ],
    tests: [{ file: 'test/unit/config/credentials.test.ts' }],
  },
  {
    id: 'project-file-sets-base-url',
    what: 'a project file may hold an address and a token',
    patches: [
      {
        file: 'src/config/project-file.ts',
        find: "if (FORBIDDEN.has(key.toLowerCase().replace(/[-_]/g, ''))) throw forbidden(path, key);",
        replace: "if (FORBIDDEN.has(key) && key === '') throw forbidden(path, key);",
      },
    ],
    tests: [{ file: 'test/unit/config/project-file.test.ts' }],
  },
  {
    id: 'token-over-unchecked-tls',
    what: 'the token is sent although certificates are not checked',
    patches: [
      {
        file: 'src/client/client.ts',
        find: "if (options.insecureTls && base.origin.startsWith('https:')) {",
        replace: "if (options.insecureTls && base.origin.startsWith('sftp:')) {",
      },
    ],
    tests: [{ file: 'test/unit/client/origin.test.ts', name: 'certificates are not checked' }],
  },
  {
    id: 'journal-stores-a-secret',
    what: 'the history keeps secret fields',
    patches: [
      {
        file: 'src/domain/journal/journal-entries.ts',
        find: 'SECRET.test(text) ? maskSecrets(value) : value;',
        replace: 'SECRET.test(text) && maskSecrets ? value : value;',
      },
    ],
    tests: [{ file: 'test/unit/domain/journal/journal-entries.test.ts' }],
  },
  {
    id: 'token-stays-in-environment',
    what: 'children and reports of the process see DOCS_TOKEN',
    patches: [
      {
        file: 'src/start.ts',
        find: 'delete process.env.DOCS_TOKEN;',
        replace: 'void process.env.DOCS_TOKEN;',
      },
    ],
    tests: [{ file: 'test/bin/pipes.test.ts', name: 'holds the token no more' }],
  },
  {
    id: 'secret-fields-printed',
    what: 'what the platform marks as secret is shown',
    patches: [
      {
        file: 'src/output/secrets.ts',
        find: 'isSecret(parent, key) && !isNothing(one) ? REDACTED : mask(one, key);',
        replace: 'isSecret(parent, key) && isNothing(one) ? REDACTED : mask(one, key);',
      },
    ],
    tests: [
      { file: 'test/unit/output/secrets.test.ts' },
      { file: 'test/unit/output/render.test.ts', name: 'are masked' },
    ],
  },
  {
    id: 'token-by-node-debug',
    what: 'NODE_DEBUG=http prints the token',
    patches: [
      { file: 'src/cli.ts', find: 'if (found === undefined) return;', replace: "if (found !== '') return;" },
    ],
    tests: [{ file: 'test/unit/cli/node-debug.test.ts', name: 'is refused' }],
  },
  {
    id: 'token-as-request-id',
    what: 'a host writes the token into the history',
    patches: [
      {
        file: 'src/client/client.ts',
        find: 'if (id !== undefined) headers[name] = redact(id);',
        replace: 'if (id !== undefined) headers[name] = id;',
      },
    ],
    tests: [{ file: 'test/unit/cli/hosts.test.ts', name: 'is kept nowhere' }],
  },
];
