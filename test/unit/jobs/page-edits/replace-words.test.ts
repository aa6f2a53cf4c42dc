// Words are replaced in what people read, never in code, URLs and IDs unless asked.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceInTitle, replaceWords } from '../../../../src/jobs/page-edits/replace-in-spaces.ts';
import { growth, LINEAR } from '../../../helpers/growth.ts';
import { textCases } from '../../../helpers/text-cases.ts';

const WORDS: Readonly<Record<string, { from: string; to: string }>> = {
  words: { from: 'old name', to: 'new name' },
  urls: { from: 'parcel', to: 'package' },
};

textCases(join(import.meta.dirname, 'words'), async (file, { 'page.md': markdown = '' }) => {
  const words = WORDS[file] ?? { from: '', to: '' };
  const { text, places } = replaceWords(markdown, words);
  const { text: withUrls } = replaceWords(markdown, { ...words, urls: true });
  return { 'page.md': text, places: `${places}\n`, 'with URLs': withUrls };
});

describe('words in Markdown', () => {
  it('counts what it leaves, and replaces it when asked', () => {
    const text = 'parcel `parcel` [parcel](parcel.md)';
    const words = { from: 'parcel', to: 'package' };
    expect(replaceWords(text, words)).toEqual({
      text: 'package `parcel` [package](parcel.md)',
      places: 2,
      left: 2,
    });
    expect(replaceWords(text, { ...words, code: true }).text).toBe('package `package` [package](parcel.md)');
    expect(replaceWords(text, { ...words, urls: true }).text).toBe('package `parcel` [package](package.md)');
  });

  it('takes the new words as they are', () => {
    expect(replaceWords('a b', { from: 'a', to: '$& $1 \\n' }).text).toBe('$& $1 \\n b');
    expect(replaceWords('C++ (x)', { from: 'C++', to: 'C' }).text).toBe('C (x)');
    expect(replaceWords('Parcel PARCEL', { from: 'parcel', to: 'x', ignoreCase: true }).places).toBe(2);
    expect(replaceWords('旧名称です', { from: '旧名', to: '新名' }).text).toBe('新名称です');
  });

  it('changes titles, which are no Markdown', () => {
    expect(replaceInTitle('The `parcel` of parcel_id', { from: 'parcel', to: 'x' }).text).toBe(
      'The `x` of parcel_id',
    );
  });

  it('takes a long text with every kind of opening in it', () => {
    const text = '<a {% {{ `` $$ [x](( :a - www. <!-- \n';
    const replace = (times: number) =>
      replaceWords(`${text.repeat(times)} parcel`, { from: 'parcel', to: 'x' });
    expect(growth(replace, 625)).toBeLessThan(LINEAR);
  });
});
