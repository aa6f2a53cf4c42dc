import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openWire } from '../../../../src/jobs/mcp/wire.ts';

/** What the server reads of a line, and what the client is answered at once. */
async function taken(line: string) {
  const stdin = new PassThrough();
  const answers: string[] = [];
  const { input } = openWire(stdin, async (answer) => void answers.push(answer));
  stdin.end(`${line}\n`);
  const read = await text(input);
  return { read, answer: answers.map((one) => JSON.parse(one)) };
}

it.each([
  ['this is no JSON', null, -32700],
  ['{"jsonrpc":"2.0","id":1,"method":', null, -32700],
  ['5', null, -32600],
  ['null', null, -32600],
  ['[]', null, -32600],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600],
  ['{}', null, -32600],
  ['{"jsonrpc":"2.0","id":1}', 1, -32600],
  ['{"id":1,"method":"ping"}', 1, -32600],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":7}', 1, -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', 1, -32600],
  ['{"jsonrpc":"2.0","method":"ping","params":3}', null, -32600],
  ['{"jsonrpc":"2.0","result":null}', null, -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 1, -32600],
])('answers %s', async (line, id, code) => {
  const { read, answer } = await taken(line);
  expect(answer).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
  expect(read).toBe('');
});

it.each([
  '"result":null',
  '"result":{}',
  '"result":{"action":"maybe"}',
  '"result":"yes"',
  '"result":[]',
  '"error":"no"',
  '"result":{},"error":{}',
  '"error":null',
])('takes an answer with %s for no consent', async (given) => {
  const { read, answer } = await taken(`{"jsonrpc":"2.0","id":3,${given}}`);
  expect(JSON.parse(read)).toEqual({ jsonrpc: '2.0', id: 3, result: { action: 'cancel' } });
  expect(answer).toEqual([]);
});

it.each([
  '{"jsonrpc":"2.0","id":3,"result":{"action":"accept","content":{"consent":true}}}',
  '{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"no"}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
])('hands on %s as it is', async (line) => {
  expect(await taken(line)).toEqual({ read: `${line}\n`, answer: [] });
});
