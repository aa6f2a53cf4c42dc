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
    'allow more time with --timeout <number of seconds>',
    'published at https://docs.tarnpost.example/guides',
  ])
    expect(inWords(io, text)).toBe(text);
});

it('counts the spaces before a line and between its columns', () => {
  const io = memoryIo({ tty: true, columns: 20 });
  expect(inWords(io, '  ~ file  upload (70 B)').split('\n')).toEqual(['  ~ file  upload', '(70 B)']);
});
