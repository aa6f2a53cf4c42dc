// Credentials, settings, history: the files the program keeps for itself.
import type { Defect } from './defect.ts';

const WRITER = 'src/files/writer.ts';

export const stateDefects: readonly Defect[] = [
  {
    id: 'token-in-open-folder',
    what: 'a token is saved in a folder that others may change',
    patches: [
      {
        file: 'src/files/folder.ts',
        find: '} else if (isWritableByOthers(stats)) {',
        replace: '} else if (isWritableByOthers({ mode: 0 })) {',
      },
    ],
    tests: [{ file: 'test/unit/config/credentials.test.ts', name: 'that others may change' }],
  },
  {
    id: 'clone-chooses-profile',
    what: 'a project file that came with a repository chooses a profile',
    patches: [
      {
        file: 'src/config/project-allowed.ts',
        find: 'if (isAllowed(paths, path)) return',
        replace: "if (path !== '') return",
      },
    ],
    tests: [{ file: 'test/unit/config/resolve.test.ts', name: 'before the user allows it' }],
  },
  {
    id: 'foreign-file-chooses-profile',
    what: 'a project file of another user chooses a profile',
    patches: [
      {
        file: 'src/config/project-allowed.ts',
        find: 'if (foreign !== undefined) return',
        replace: "if (foreign === '') return",
      },
    ],
    tests: [{ file: 'test/unit/config/resolve.test.ts', name: 'of another user' }],
  },
  {
    id: 'container-taken-for-dead',
    what: 'a process of another pid namespace counts as gone',
    patches: [
      {
        file: 'src/files/process-owner.ts',
        find: 'readQuietly(bootId).slice(0, 8), readQuietly(pidNamespace)]',
        replace: 'readQuietly(bootId).slice(0, 8)]',
      },
    ],
    tests: [{ file: 'test/unit/files/lock.test.ts', name: 'another container' }],
  },
  {
    id: 'no-heartbeat',
    what: 'a lock ages while its holder works',
    patches: [{ file: 'src/files/lock.ts', find: 'lutimesSync(lock, now, now);', replace: 'void now;' }],
    tests: [{ file: 'test/unit/files/lock.test.ts', name: 'signs of life' }],
  },
  {
    id: 'lock-dropped',
    what: 'a writer does not wait for the lock',
    patches: [
      {
        file: 'src/files/lock.ts',
        find: 'while (!create(lock, holder)) {',
        replace: 'while (!create(lock, holder) && waitMs < 0) {',
      },
    ],
    tests: [{ file: 'test/unit/files/lock.test.ts' }],
  },
  {
    id: 'file-not-synced',
    what: 'a file gets its name before its bytes are on the disk',
    patches: [
      {
        file: WRITER,
        find: 'if (!passing) fsyncSync(fd);',
        replace: '',
      },
    ],
    tests: [{ file: 'test/harden/config-faults.test.ts', name: 'when fsync fails', fromTable: true }],
  },
  {
    id: 'folder-not-synced',
    what: 'a rename is not on the disk when the command says done',
    patches: [{ file: WRITER, find: '    if (!passing) syncFolder(dirname(path));\n', replace: '' }],
    tests: [{ file: 'test/harden/config-faults.test.ts', name: 'when fsync fails', fromTable: true }],
  },
  {
    id: 'short-write',
    what: 'a nearly full disk leaves a part of the file',
    patches: [
      {
        file: WRITER,
        find: 'for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);',
        replace: 'writeSync(fd, bytes, 0);',
      },
    ],
    tests: [{ file: 'test/unit/files/writer.test.ts', name: 'when the disk is full' }],
  },
  {
    id: 'temp-not-exclusive',
    what: 'a temporary file that is there already is written through',
    patches: [{ file: WRITER, find: "openSync(temp, 'wx', mode)", replace: "openSync(temp, 'w', mode)" }],
    tests: [{ file: 'test/bin/config-opens.test.ts' }],
  },
  {
    id: 'readable-by-others',
    what: 'credentials are written 0644',
    patches: [
      { file: WRITER, find: "openSync(temp, 'wx', mode)", replace: "openSync(temp, 'wx', mode | 0o044)" },
    ],
    tests: [{ file: 'test/unit/files/writer.test.ts', name: '0600' }],
  },
  {
    id: 'link-read',
    what: 'credentials are read through a link',
    patches: [
      {
        file: 'src/files/private-file.ts',
        find: 'O_RDONLY | O_NOFOLLOW | O_NONBLOCK',
        replace: 'O_RDONLY | O_NONBLOCK | (O_NOFOLLOW & 0)',
      },
    ],
    tests: [{ file: 'test/unit/files/writer.test.ts' }],
  },
  {
    id: 'leftovers-stay',
    what: 'temporary files of killed processes keep their tokens',
    patches: [
      {
        file: WRITER,
        find: '      sweepLeftovers(dirname(path));\n',
        replace: '      if (sweepLeftovers.length > 9) sweepLeftovers(dirname(path));\n',
      },
      {
        file: 'src/config/profiles.ts',
        find: '    sweepLeftovers(folder);\n',
        replace: '    if (sweepLeftovers.length > 9) sweepLeftovers(folder);\n',
      },
    ],
    tests: [{ file: 'test/unit/files/writer.test.ts', name: 'dead processes' }],
  },
  {
    id: 'newer-file-overwritten',
    what: 'a file of a later version is written by an earlier one',
    patches: [
      {
        file: 'src/config/credentials.ts',
        find: '    refuseNewer(path, file.version, VERSION);\n',
        replace: '    if (VERSION < 0) refuseNewer(path, file.version, VERSION);\n',
      },
    ],
    tests: [{ file: 'test/unit/config/credentials.test.ts', name: 'of a later format' }],
  },
  {
    id: 'loose-profile-name',
    what: 'a profile may be called __proto__',
    patches: [
      {
        file: 'src/config/settings.ts',
        find: "'^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'",
        replace: "'^[A-Za-z0-9._-]{1,64}$'",
      },
    ],
    tests: [{ file: 'test/unit/config/settings.test.ts', name: 'could be a path, a flag or a trick' }],
  },
  {
    id: 'undo-of-another-host',
    what: 'docs undo takes back what was done elsewhere',
    patches: [
      {
        file: 'src/domain/journal/journal-commands.ts',
        find: 'entry.host === host && isLeft(entry)',
        replace: 'host.length > 0 && isLeft(entry)',
      },
    ],
    tests: [{ file: 'test/unit/jobs/undo/undo.test.ts', name: 'done on another host' }],
  },
  {
    id: 'undo-of-the-first',
    what: 'docs undo takes back the oldest change',
    patches: [
      {
        file: 'src/domain/journal/journal-commands.ts',
        find: 'const ran of commandsNewestFirst(parts))',
        replace: 'const ran of [...commandsNewestFirst(parts)].reverse())',
      },
    ],
    tests: [{ file: 'test/unit/jobs/undo/undo.test.ts', name: 'goes further back with every call' }],
  },
  {
    id: 'undo-over-a-later-change',
    what: 'docs undo overwrites what somebody changed since',
    patches: [
      {
        file: 'src/jobs/undo/undoing.ts',
        find: 'changed.length > 0 && !mayUndo(undo, overlaid))',
        replace: 'changed.length > 99 && !mayUndo(undo, overlaid))',
      },
    ],
    tests: [{ file: 'test/unit/jobs/undo/undo.test.ts', name: 'somebody changed again' }],
  },
];
