// A host whose every answer has the right shape and a hostile string in every text field.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TSchema } from '@sinclair/typebox';
import { match } from '../../src/sandbox/match.ts';
import { ATTACKS } from './attacks.ts';

export interface HostileServer {
  url: string;
  /** What stands in text fields from now on; ids and times stay as they should be, unless `everywhere`. */
  use(options: { everywhere: boolean; refuse?: boolean }): void;
  stop(): Promise<void>;
}

const DEEPEST = 8;
/** Fields that tell one thing from another. */
const IDS = /^(id|[a-z]+Id|object|type|kind|status|number|space|organization|user|site|revision|slug|name)$/;

export async function startHostileServer(): Promise<HostileServer> {
  let everywhere = false;
  let refuse = false;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const path = (request.url ?? '').replace(/\?.*$/s, '');
      const found = match(request.method ?? '', path);
      if (refuse || !found)
        return answer(response, 400, { error: { code: 400, message: ATTACKS.join(' ') } });
      const { result, success } = found.operation;
      const status = success[0] ?? 200;
      answer(
        response,
        status,
        result && status < 204 ? hostile(result, { everywhere, at: 0, named: new Map() }) : undefined,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(options) {
      everywhere = options.everywhere;
      refuse = options.refuse ?? false;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

interface Way {
  everywhere: boolean;
  /** Which attack comes next. */
  at: number;
  /** Schemas that name themselves, for those that refer to them. */
  named: Map<string, TSchema>;
}

/** A value of the schema; a list holds one item for each attack, and a single text all of them. */
export function hostile(schema: TSchema, way: Way, name = '', depth = 0): unknown {
  if (schema.$id !== undefined) way.named.set(schema.$id, schema);
  const meant = way.named.get(schema.$ref ?? '');
  if (meant) return hostile(meant, way, name, depth);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.anyOf)) return hostile(pick(schema.anyOf, way), way, name, depth);
  if (schema.type === 'object') return hostileObject(schema, way, depth);
  if (schema.type === 'array') return hostileList(schema, way, name, depth);
  if (schema.type === 'string') return hostileText(schema, way, name, depth);
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  return schema.type === 'null' ? null : depth > DEEPEST ? null : { [attack(way)]: attack(way) };
}

/** Another one of the forms each time; nothing only where there is no other. */
function pick(options: readonly TSchema[], way: Way): TSchema {
  const forms = options.filter(({ type }) => type !== 'null');
  const form = forms[way.at++ % Math.max(1, forms.length)] ?? options[0];
  if (!form) throw new Error('a union of nothing');
  return form;
}

function hostileObject(schema: TSchema, way: Way, depth: number): unknown {
  if (depth > DEEPEST) return {};
  const fields = Object.entries<TSchema>(schema.properties ?? {}).filter(([name]) => name !== 'next');
  const known = fields.map(([name, inner]) => [name, hostile(inner, way, name, depth + 1)]);
  const free = Object.values<TSchema>(schema.patternProperties ?? {}).map((inner) => [
    attack(way),
    hostile(inner, way, '', depth + 1),
  ]);
  return Object.fromEntries([...known, ...free]);
}

function hostileList(schema: TSchema, way: Way, name: string, depth: number): unknown[] {
  if (depth > DEEPEST - 2) return [];
  const count = depth <= 1 ? ATTACKS.length : 2;
  return Array.from({ length: count }, () => hostile(schema.items, way, name, depth + 1));
}

function hostileText(schema: TSchema, way: Way, name: string, depth: number): string {
  if (!way.everywhere && schema.format === 'date-time') return '2026-01-02T03:04:05.000Z';
  if (!way.everywhere && IDS.test(name)) return `x${way.at++}`;
  const text = attack(way);
  return depth <= 1 ? ATTACKS.join(text) : text;
}

const attack = (way: Way): string => ATTACKS[way.at++ % ATTACKS.length] ?? '';
