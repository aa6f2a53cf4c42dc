// What is printed to be pasted, asked on a terminal, or told to somebody who should not know it; and work without end.
import type { Defect } from './defect.ts';

export const printedDefects: readonly Defect[] = [
  {
    id: 'id-as-a-pattern',
    what: "an id with $' in it takes over the rest of an undo command",
    patches: [
      {
        file: 'src/engine/run/say-changed.ts',
        find: "undo?.replace('{}', () => shellWord(String(id)))",
        replace: "undo?.replace('{}', shellWord(String(id)))",
      },
    ],
    tests: [{ file: 'test/contract/printed-commands.test.ts', name: 'takes the place of a pattern' }],
  },
  {
    id: 'id-bare-in-a-table',
    what: 'docs whatis gives a command with an id as it is',
    patches: [
      {
        file: 'src/engine/references/find-things.ts',
        find: "return shell`${path.split(' ')} ${name} ${scope}`;",
        replace: "return `${[path, name].concat(scope).join(' ')}`;",
      },
    ],
    tests: [{ file: 'test/contract/pasted-commands.test.ts' }],
  },
  {
    id: 'powershell-apostrophe',
    what: 'a curly apostrophe ends a word of PowerShell',
    patches: [
      {
        file: 'src/files/shell-word.ts',
        find: "const APOSTROPHES = /['\\u2018-\\u201b]/g;",
        replace: "const APOSTROPHES = /'/g;",
      },
    ],
    tests: [{ file: 'test/unit/files/shell-word.test.ts', name: 'for PowerShell' }],
  },
  {
    id: 'choice-drawn-raw',
    what: 'a title in a list of choices moves the cursor',
    patches: [{ file: 'src/terminal/prompts.ts', find: 'name: safeLine(name),', replace: 'name,' }],
    tests: [{ file: 'test/unit/terminal/prompts.test.ts', name: 'nothing of the platform' }],
  },
  {
    id: 'jq-speaks-raw',
    what: 'what a jq expression writes to standard error reaches the terminal as it is',
    patches: [
      {
        file: 'src/output/jq.ts',
        find: 'io.err(ciSafe(io, safeText(`${said}\\n`, { multiline: true })));',
        replace: 'io.err(`${said}\\n`);',
      },
    ],
    tests: [{ file: 'test/unit/output/jq.test.ts', name: 'cannot control the terminal' }],
  },
  {
    id: 'secret-in-a-path',
    what: 'the secret of a web hook is shown with its URL',
    patches: [
      {
        file: 'src/files/mask-url.ts',
        find: 'return isSecret || BOT.test(segment) ? MASK : segment;',
        replace: 'return isSecret && BOT.test(segment) ? MASK : segment;',
      },
    ],
    tests: [
      { file: 'test/unit/client/redact.test.ts', name: 'no secret of its path' },
      { file: 'test/contract/credentials-in-urls.test.ts', name: 'is kept' },
    ],
  },
  {
    id: 'source-of-a-spec-shown',
    what: 'every member sees the password in the source URL of a specification',
    patches: [
      {
        file: 'src/sandbox/resources/integrations/integrations-view.ts',
        find: 'sourceURL: maskUrl(row.sourceURL)',
        replace: "sourceURL: row.sourceURL || maskUrl('')",
      },
    ],
    tests: [{ file: 'test/contract/credentials-in-urls.test.ts', name: 'specification' }],
  },
  {
    id: 'hidden-space-is-forbidden',
    what: 'who may not know of a space is told that he has no right on it',
    patches: [
      {
        file: 'src/sandbox/access.ts',
        find: "if (role === undefined) throw notFound('space', space.id);",
        replace: "if (role === undefined && space.id === '') throw notFound('space', space.id);",
      },
    ],
    tests: [{ file: 'test/contract/who-sees.test.ts' }],
  },
  {
    id: 'read-only-but-reset',
    what: 'DOCS_READ_ONLY does not keep a sandbox from being written',
    patches: [
      {
        file: 'src/jobs/sandbox/sandbox-make.ts',
        find: 'const reason = whyReadOnly(config);',
        replace: 'const reason = config ? undefined : whyReadOnly(config);',
      },
    ],
    tests: [{ file: 'test/unit/jobs/sandbox/sandbox.test.ts', name: 'every command that writes' }],
  },
  {
    id: 'second-signal-silent',
    what: 'a second Ctrl-C in the middle of a change says nothing',
    patches: [
      {
        file: 'src/start.ts',
        find: '        tellWrites(life.writing);\n',
        replace: '        if (!life.writing) tellWrites(life.writing);\n',
      },
    ],
    tests: [{ file: 'test/bin/ends-in-time.test.ts', name: 'second Ctrl-C' }],
  },
  {
    id: 'pipe-for-a-folder',
    what: 'a pipe is taken for an export',
    patches: [
      {
        file: 'src/jobs/export/export-verify.ts',
        find: 'if (!found.isDirectory())',
        replace: 'if (found.isFile())',
      },
    ],
    tests: [{ file: 'test/bin/ends-in-time.test.ts', name: 'a pipe in place' }],
  },
  {
    id: 'any-number-of-values',
    what: 'an answer may hold any number of values',
    patches: [
      {
        file: 'src/files/json-bounds.ts',
        find: 'if (values > mostValues) return',
        replace: 'if (values > MOST_VALUES && values < 0) return',
      },
    ],
    tests: [{ file: 'test/unit/files/json-bounds.test.ts' }],
  },
  {
    id: 'time-limit-of-a-part',
    what: 'a command has no time limit',
    patches: [
      {
        file: 'src/client/attempts.ts',
        find: 'const deadline = timeoutMs === undefined ?',
        replace: 'const deadline = timeoutMs !== -1 ?',
      },
    ],
    tests: [{ file: 'test/contract/ends-in-time.test.ts', name: 'timeout ends every' }],
  },
  {
    id: 'signal-not-heard',
    what: 'a read goes on after a signal',
    patches: [
      {
        file: 'src/client/attempts.ts',
        find: 'const wire = safe ? first : linkSignals(signals, WRITE_GRACE_MS);',
        replace: 'const wire = linkSignals(signals, WRITE_GRACE_MS * (safe ? 2 : 1));',
      },
    ],
    tests: [{ file: 'test/contract/ends-in-time.test.ts', name: 'first signal ends every' }],
  },
  {
    id: 'yaml-of-anything',
    what: 'a huge value is laid out as YAML for minutes',
    patches: [
      {
        file: 'src/output/formats/yaml.ts',
        find: 'return count > MOST_VALUES;',
        replace: 'return count > MOST_VALUES ** 2;',
      },
    ],
    tests: [{ file: 'test/unit/output/render.test.ts', name: 'YAML of a huge value' }],
  },
  {
    id: 'check-holds-everybody-up',
    what: 'nobody gets an answer while a large specification is checked',
    patches: [
      {
        file: 'src/sandbox/resources/integrations/openapi/specs.ts',
        find: 'const SHORT = 256 * 1024;',
        replace: 'const SHORT = 256 * 1024 * 1024;',
      },
    ],
    tests: [{ file: 'test/sandbox/openapi-check.test.ts', name: 'everybody else' }],
  },
  {
    id: 'front-matter-of-any-size',
    what: 'front matter may hold any number of keys',
    patches: [
      {
        file: 'src/markdown/front-matter.ts',
        find: 'const MOST_PARTS = 10_000;',
        replace: 'const MOST_PARTS = 10_000_000;',
      },
    ],
    tests: [{ file: 'test/unit/markdown/front-matter.test.ts', name: 'of very many' }],
  },
  {
    id: 'reset-by-name',
    what: 'a reset removes a folder for its name alone',
    patches: [
      {
        file: 'src/sandbox/remove.ts',
        find: 'const hasClones = (file: string) => existsSync(`${clonesFolder(file)}/${CLONES_MARK}`);',
        replace:
          'const hasClones = (file: string) => existsSync(`${clonesFolder(file)}`) || CLONES_MARK === file;',
      },
    ],
    tests: [{ file: 'test/unit/jobs/sandbox/sandbox.test.ts', name: 'leaves a repository alone' }],
  },
  {
    id: 'pager-outlives-signal',
    what: 'a signal waits until the person closes the pager',
    patches: [
      {
        file: 'src/terminal/child-programs.ts',
        find: 'if (signal) void ended.then(endWith(child, signal, KILL_AFTER_MS));',
        replace: "if (!signal) child.kill('SIGTERM');",
      },
    ],
    tests: [{ file: 'test/unit/output/pager.test.ts', name: 'ends with the signal' }],
  },
  {
    id: 'import-outlives-its-time',
    what: 'an import of the sandbox holds the process after the time limit and the signal',
    patches: [
      {
        file: 'src/engine/run/sandbox-transport.ts',
        find: 'const isDone = await endsInTime(door.settle(), left, context.signal);',
        replace: 'const isDone = await endsInTime(door.settle(), left === undefined ? left : undefined);',
      },
    ],
    tests: [{ file: 'test/contract/ends-in-time.test.ts', name: 'git import --space' }],
  },
  {
    id: 'label-of-nothing',
    what: 'an error begins with the name of a flag that was not given',
    patches: [
      {
        file: 'src/engine/run/input.ts',
        find: '`${flag && `${flag}: `}standard input is larger',
        replace: '`${flag}: standard input is larger',
      },
    ],
    tests: [{ file: 'test/unit/engine/run/input.test.ts', name: 'larger than 16 MiB' }],
  },
  {
    id: 'every-line-word-by-word',
    what: 'the comparison of a long page takes half a minute',
    patches: [
      {
        file: 'src/output/text-diff.ts',
        find: 'const MOST_MARKED = 100_000;',
        replace: 'const MOST_MARKED = 1e12;',
      },
    ],
    tests: [{ file: 'test/unit/output/text-diff.test.ts', name: 'new all over' }],
  },
  {
    id: 'json-name-twice',
    what: 'the last value of a name that an object gives twice is taken silently',
    patches: [
      {
        file: 'src/engine/run/input.ts',
        find: '  if (twice === undefined) return value;\n',
        replace: '  if (twice !== undefined || twice === undefined) return value;\n',
      },
    ],
    tests: [{ file: 'test/unit/files/repeated-name.test.ts', name: 'before anything is sent' }],
  },
  {
    id: 'mention-in-markdown',
    what: 'a title mentions a person where a plan is pasted into a pull request',
    patches: [{ file: 'src/output/markdown-text.ts', find: ', `@${APART}`)', replace: ", '&#64;')" }],
    tests: [{ file: 'test/unit/output/markdown-text.test.ts', name: 'mentions nobody', fromTable: true }],
  },
  {
    id: 'files-marker-in-bash',
    what: 'a thing called :files makes bash offer files',
    patches: [
      {
        file: 'src/engine/completion/complete.ts',
        find: "lines[0] === FILES ? [''] : []",
        replace: '[]',
      },
    ],
    tests: [{ file: 'test/unit/engine/completion/complete.test.ts', name: 'is a name in bash' }],
  },
  {
    id: 'hint-without-target',
    what: 'the hint after a wrong field lacks what the command works on',
    patches: [
      {
        file: 'src/engine/model/typed-again.ts',
        find: 'names: command.args.flatMap(({ label }) => args[label] ?? []),',
        replace: "names: command.args.flatMap(() => args['?'] ?? []),",
      },
    ],
    tests: [{ file: 'test/contract/hints-of-flags.test.ts', name: '--fields nope', fromTable: true }],
  },
];
