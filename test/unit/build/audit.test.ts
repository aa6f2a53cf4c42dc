import { expect, it } from 'vitest';
import { judgeAudit } from '../../../src/build/audit.ts';

const report = (total: unknown, vulnerabilities: object = {}) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: { total } } });

it('passes on a whole report that counts no flaw, and on nothing else', () => {
  expect(judgeAudit(report(0))).toEqual({ word: 'clean' });
  expect(judgeAudit(report(1, { lodash: { severity: 'high' } }))).toEqual({
    word: 'flawed',
    flaws: ['lodash: high'],
  });
  expect(judgeAudit(report(0, { lodash: {} })).word).toBe('flawed');
});

it.each([
  ['an endpoint that is not there', '{"statusCode":405,"message":"405 Method Not Allowed"}'],
  ['an error of npm', '{"error":{"code":"ENOAUDIT","summary":"no endpoint"}}'],
  ['nothing', ''],
  ['a page', '<html>0 vulnerabilities</html>'],
  ['a report that counts nothing', report(undefined)],
  ['null', 'null'],
])('says "not run" for %s', (_, printed) => {
  expect(judgeAudit(printed).word).toBe('not run');
});
