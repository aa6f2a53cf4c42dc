// Consent, names, bulk work and exit codes.
import type { Defect } from './defect.ts';

const MANY_TEST = 'test/unit/engine/many/many.test.ts';

export const commandDefects: readonly Defect[] = [
  {
    id: 'piped-consent',
    what: 'a `y` on a pipe is taken for consent',
    patches: [
      {
        file: 'src/engine/ask/can-ask.ts',
        find: 'io.inTty && io.errTty && !io.inCi && flags.input !== false;',
        replace: '!io.inCi && flags.input !== false;',
      },
    ],
    tests: [{ file: 'test/bin/pipes.test.ts', name: 'is no consent' }],
  },
  {
    id: 'no-question',
    what: 'a delete asks nobody',
    patches: [
      {
        file: 'src/engine/ask/confirm.ts',
        find: 'if (run.flags.yes) return;\n  await refuseForeseen(run);',
        replace: 'if (run.flags.yes) return;\n  if (!canAsk(run)) return;\n  await refuseForeseen(run);',
      },
    ],
    tests: [{ file: 'test/acceptance/run.test.ts', name: 'spaces/life.txt', fromTable: true }],
  },
  {
    id: 'cached-title-in-delete',
    what: 'a delete trusts a name of minutes ago',
    patches: [
      {
        file: 'src/engine/references/resolve-names.ts',
        find: 'const found = finder(param, items)(text);',
        replace:
          'const kept = (await run.names())?.newest(`${kind?.listId} `) ?? []; const found = kept.find(({ names }) => names.includes(text))?.id ?? finder(param, items)(text);',
      },
    ],
    tests: [{ file: 'test/unit/commands/name-cache-use.test.ts', name: 'never trusted by a delete' }],
  },
  {
    id: 'cached-title-in-update',
    what: 'an update trusts a name of minutes ago',
    patches: [
      {
        file: 'src/engine/references/resolve-names.ts',
        find: '(await isThere(run, param, text)))) return text;\n  const kind = KINDS[param];',
        replace:
          '(await isThere(run, param, text)))) return text;\n  const kind = KINDS[param]; const kept = ((await run.names())?.newest(`${kind?.listId} `) ?? []).find(({ names }) => names.includes(text)); if (kept) return kept.id;',
      },
    ],
    tests: [{ file: 'test/unit/commands/name-cache-use.test.ts', name: 'and for every change' }],
  },
  {
    id: 'partial-failure-is-success',
    what: 'bulk work exits 0 although some items failed',
    patches: [
      {
        file: 'src/engine/many/many-report.ts',
        find: '  throw endingOf(bad, {',
        replace: "  if (counted === '') throw endingOf(bad, {",
      },
    ],
    tests: [{ file: MANY_TEST, name: 'exit 7 exactly when some fail' }],
  },
  {
    id: 'nothing-matched-is-success',
    what: 'a target that is not there is a success',
    patches: [
      {
        file: 'src/engine/references/resolve-names.ts',
        find: 'if (run.flags.ifExists !== true || !isAbsent(error)) throw error;',
        replace: 'if (!isAbsent(error)) throw error;',
      },
    ],
    tests: [{ file: 'test/acceptance/run.test.ts', name: 'life.txt', fromTable: true }],
  },
  {
    id: 'refused-token-goes-on',
    what: 'bulk work sends thousands of requests with a token that was refused',
    patches: [
      {
        file: 'src/engine/many/many.ts',
        find: 'if (failure instanceof AuthError) return true;',
        replace: "if (failure instanceof AuthError && failure.code === '') return true;",
      },
    ],
    tests: [{ file: MANY_TEST, name: 'stop when the token is refused' }],
  },
  {
    id: 'max-errors-ignored',
    what: 'bulk work goes on after --max-errors failures',
    patches: [
      {
        file: 'src/engine/many/many.ts',
        find: '(maxErrors !== undefined && failed >= maxErrors)',
        replace: '(maxErrors !== undefined && failed > maxErrors + 1)',
      },
    ],
    tests: [{ file: MANY_TEST, name: 'max-errors' }],
  },
  {
    id: 'dry-run-sends',
    what: '--dry-run changes something',
    patches: [
      {
        file: 'src/engine/run/run.ts',
        find: "if (shows) return (await import('../plan/dry-run.ts')).printRequest(run);",
        replace: "if (plans) await (await import('../plan/dry-run.ts')).printRequest(run);",
      },
    ],
    tests: [{ file: 'test/contract/dry-run.test.ts', name: 'spaces', fromTable: true }],
  },
  {
    id: 'unpromised-field',
    what: 'an answer needs a field that no published contract promises',
    patches: [
      {
        file: 'src/api/review/reviews.ts',
        find: '  ...wire.getRequestedReviewersByChangeRequestId,\n',
        replace:
          '  ...wire.getRequestedReviewersByChangeRequestId,\n  result: Obj({ items: ArrayOf(Obj({ user: Obj({}) })) }),\n',
      },
    ],
    tests: [{ file: 'test/contract/promised-fields.test.ts', name: 'no answer must hold' }],
  },
];
