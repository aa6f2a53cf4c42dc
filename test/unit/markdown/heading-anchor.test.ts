import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarkdown, type Markdown } from '../../../src/markdown/analyze.ts';
import { AnchorBook, headingAnchor, mayBeAnchor } from '../../../src/markdown/heading-anchor.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

let markdown: Markdown;
beforeAll(async () => {
  markdown = await loadMarkdown();
});

describe('anchors of headings, by the rule of the platform', () => {
  it.each([
    ['my.cnf', 'my.cnf'],
    ['TLS/SSL Encryption', 'tls-ssl-encryption'],
    ['6. Best practices', 'id-6.-best-practices'],
    ['--parallel', 'parallel'],
    ['evs.auto_evict', 'evs.auto_evict'],
    ['TOKEN_TOPICS', 'token_topics'],
    ['2_DIGIT_YEAR', 'id-2_digit_year'],
    ['enterprise.mariadb.com/v1alpha1', 'enterprise.mariadb.com-v1alpha1'],
    ['Enable/Disable Decimal Scale', 'enable-disable-decimal-scale'],
    ['Install the 11.8 Release Series', 'install-the-11.8-release-series'],
    ['connection.query(sql\\[, values\\]) -> Promise', 'connection.query-sql-values-greater-than-promise'],
    ['(options) -> PoolCluster', 'options-greater-than-poolcluster'],
    ['x < y', 'x-less-than-y'],
    ['Source format & GitBook blocks', 'source-format-and-gitbook-blocks'],
    ['a | b', 'a-or-b'],
    ['$type', 'usdtype'],
    ['Accumulators ($group)', 'accumulators-usdgroup'],
    ['Status Values ($1)', 'status-values-usd1'],
    ['MongoDB® Shell', 'mongodb-r-shell'],
    ["Node's streams", 'nodes-streams'],
    ['What’s new? (2.0)', 'whats-new-2.0'],
    ['5.3.2 + MyISAM', 'id-5.3.2--myisam'],
    ['C++', 'c'],
    ['x--an Imperfect Solution', 'x-an-imperfect-solution'],
    ['A — B – C', 'a-b-c'],
    ['See also…', 'see-also'],
    ['The end.', 'the-end'],
    ['private_', 'private'],
    ['_private', '_private'],
    ['.gitignore', '.gitignore'],
    ['/etc/hosts', 'etc-hosts'],
    ['Q: why?', 'q-why'],
    ['100% done', 'id-100-done'],
    ['a, b; c', 'a-b-c'],
    ['🚀 Launch', 'launch'],
    ['One → two', 'one-two'],
    ['Use `npm ci`', 'use-npm-ci'],
    ['**Bold** and *thin*', 'bold-and-thin'],
    ['-p_password_', 'p_password'],
    ['`-p`_password_', 'ppassword'],
    ['no_dup_key', 'no_dup_key'],
    ['[Guide](guide.md) to it', 'guide-to-it'],
    ['columnstore_cache&#x20;', 'columnstore_cache'],
    ['A &amp; B', 'a-and-b'],
    ['EITS[^1] vs. InnoDB', 'eits-vs.-innodb'],
    ['Title {#custom}', 'title'],
    ['Old <a href="#kept" id="kept"></a>', 'kept'],
    ['9. Änderung, Kündigung', 'id-9.-aenderung-kuendigung'],
    ['Bin Klasörü', 'bin-klasoerue'],
    ['Über uns & mehr', 'ueber-uns-and-mehr'],
    ['Größe', 'groesse'],
    ['1. Introducción', 'id-1.-introduccion'],
    ['Čeština, français', 'cestina-francais'],
    ['導入', '導入'],
    ['x'.repeat(120), 'x'.repeat(100)],
  ])('%s', (heading, anchor) => {
    expect(markdown.analyze(`## ${heading}`).anchors).toEqual([anchor]);
  });
});

describe('anchors of odd headings', () => {
  it('gives none to a heading of which nothing is left', () =>
    expect(markdown.analyze('## ***\n\n## ?!').anchors).toEqual([]));

  it('does not call a link broken for letters that the platform romanizes', () => {
    expect(mayBeAnchor('china-zhong-guo', headingAnchor('China - 中国'))).toBe(true);
    expect(mayBeAnchor('china-中国', headingAnchor('China - 中国'))).toBe(true);
    expect(mayBeAnchor('japan', headingAnchor('China - 中国'))).toBe(false);
    expect(mayBeAnchor('setup', headingAnchor('Set up'))).toBe(false);
  });

  it('takes no longer than a heading is long', () => {
    for (const unit of ['-', '.', '.-', 'a.-', '+', 'é', '中'])
      expect(
        growth((size) => void headingAnchor(unit.repeat(size)), 20_000),
        unit,
      ).toBeLessThan(LINEAR);
  });
});

it('leaves out what only says how an emoji is drawn', () => {
  expect(headingAnchor('⏱️ Hang Detection')).toBe('hang-detection');
  expect(headingAnchor('Step 1️⃣ first')).toBe('step-1-first');
});

it('looks twice at most for the name of each of thousands of the same heading', () => {
  const book = new AnchorBook();
  const { taken } = book;
  let looks = 0;
  const has = taken.has.bind(taken);
  taken.has = (anchor) => {
    looks += 1;
    return has(anchor);
  };
  for (let at = 0; at < 2000; at += 1) book.take({ text: 'The same', level: 2 });
  expect(taken.size).toBe(2000);
  expect(looks).toBeLessThanOrEqual(4000);
});
