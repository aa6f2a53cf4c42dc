import { expect, it } from 'vitest';
import { inWords } from '../../../src/output/note.ts';
import { memoryIo } from '../../helpers/memory-io.ts';

const SENTENCE = 'the token is kept for this host alone, and no other host ever sees it';

it('a sentence breaks between words on a terminal, and nowhere else', () => {
  const io = memoryIo({ tty: true, columns: 30 });
  const lines = inWords(io, SENTENCE, 6).split('\n');
  expect(lines.join(' ')).toBe(SENTENCE);
  expect(lines.map((line, at) => line.length + (at === 0 ? 6 : 0)).every((width) => width < 30)).toBe(true);
  expect(lines.length).toBe(3);
  expect(inWords(memoryIo({ columns: 30 }), SENTENCE)).toBe(SENTENCE);
  expect(inWords(memoryIo({ tty: true, columns: 200 }), SENTENCE)).toBe(SENTENCE);
});

it('what may be pasted begins a line of its own where it would be cut in a word', () => {
  const io = memoryIo({ tty: true, columns: 40 });
  expect(inWords(io, 'nothing was changed; to see why: docs redirects lint')).toBe(
    'nothing was changed; to see why:\ndocs redirects lint',
  );
});

it('what may be pasted stays in one line', () => {
  const io = memoryIo({ tty: true, columns: 20 });
  for (const text of [
    'next: docs spaces list --profile work',
    'published at https://docs.tarnpost.example/guides',
  ])
    expect(inWords(io, text)).toBe(text);
  expect(inWords(io, 'allow more time with --timeout <number of seconds>')).toBe(
    'allow more time\nwith --timeout <number of seconds>',
  );
});

it('words around a command break as ever, and each of several commands stays whole', () => {
  const io = memoryIo({ tty: true, columns: 40 });
  const text = `the site "Tarnpost Docs" has no such section: docs sections list, then docs sections create 'A, b' --site x, and run it anew`;
  expect(inWords(io, text).split('\n')).toEqual([
    'the site "Tarnpost Docs" has no such',
    'section: docs sections list, then',
    "docs sections create 'A, b' --site x,",
    'and run it anew',
  ]);
  // Longer than a line, it begins where it is, and what follows is broken again.
  const long = `to go on: docs spaces list --profile somebody-else --org Tarnpost, which lists them all`;
  expect(inWords(io, long)).toBe(long.replace(' them', '\nthem'));
});

it('counts the spaces before a line and between its columns', () => {
  const io = memoryIo({ tty: true, columns: 20 });
  expect(inWords(io, '  ~ file  upload (70 B)').split('\n')).toEqual(['  ~ file  upload', '(70 B)']);
});
