// Words are replaced in what people read, never in code, URLs and IDs unless asked.
import { describe, expect, it } from 'vitest';
import { replaceInTitle, replaceWords } from '../../../../src/jobs/page-edits/replace-in-spaces.ts';
import { growth, LINEAR } from '../../../helpers/growth.ts';

const replacing = { from: 'old name', to: 'new name' };

describe('words in Markdown', () => {
  it.each([
    ['a sentence', 'The old name is here.', 'The new name is here.'],
    ['a heading and a list', '# old name\n\n* old name, too', '# new name\n\n* new name, too'],
    ['a line break between words', 'the old\nname', 'the new name'],
    ['emphasis', '**old name** and _old name_', '**new name** and _new name_'],
    ['the text of a link', '[old name](old%20name.md "old name")', '[new name](old%20name.md "new name")'],
    [
      'what readers see of a tag',
      '{% tab title="old name" id="old name" %}',
      '{% tab title="new name" id="old name" %}',
    ],
    [
      'what readers see of an image',
      '<img src="old name.png" alt="old name">',
      '<img src="old name.png" alt="new name">',
    ],
    ['text indented below a list item', '* one\n\n    old name', '* one\n\n    new name'],
    ['a backtick that nothing ends', 'a ` and old name', 'a ` and new name'],
    ['a word with a hyphen', 'old name-based', 'new name-based'],
  ])('in %s', (_, before, after) => {
    expect(replaceWords(before, replacing).text).toBe(after);
  });

  it.each([
    ['a fence', '```js\nold name\n```'],
    ['a fence that nothing ends', '~~~\nold name'],
    ['a fence in a quote', '> ```\n> old name\n> ```'],
    ['an indented block', 'text\n\n    old name\n'],
    ['a code span', 'a `old name` b'],
    ['a code span of two backticks', '``old ` name old name``'],
    ['math', '$$old name$$'],
    ['a comment', '<!-- old name -->'],
    ['a variable', '{{ old name }}'],
    ['front matter', '---\ntitle: old name\n---\n'],
    ['a longer word', 'bold names, the old names'],
  ])('never in %s', (_, text) => {
    expect(replaceWords(text, replacing)).toMatchObject({ text, places: 0 });
  });

  it.each([
    'see https://parcel.example/parcel?parcel#parcel',
    '<https://docs.example/parcel>',
    '[it](guides/parcel.md)',
    '[it](<a parcel.md>)',
    '[it]: /parcel/x',
    'mail parcel@tarnpost.example',
    'parcel_id and my_parcel',
    'docs/parcel.md and parcel.example',
    '## It {#parcel}',
    ':parcel:',
    'parcel-4711',
    'www.parcel.example',
    '@parcel and #parcel',
  ])('left in the URL or ID of %j', (text) => {
    const found = replaceWords(text, { from: 'parcel', to: 'package' });
    expect(found.text).toBe(text);
    expect(replaceWords(text, { from: 'parcel', to: 'package', urls: true }).text).toBe(
      text.replaceAll(/(?<![\w])parcel(?!\w)/g, 'package'),
    );
  });

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
