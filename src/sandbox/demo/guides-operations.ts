// Pages of the demo's guides for who runs it already: webhooks, limits, trouble.
import type { DemoPage } from './page.ts';

export const webhooks: DemoPage = {
  title: 'Webhooks',
  emoji: '🪝',
  description: 'Be told instead of asking',
  markdown: `We send a \`POST\` to your URL for every [tracking event](shipments/tracking.md#events).

## Check the signature

Each request carries \`Tarnpost-Signature\`. It is the HMAC-SHA256 of the raw body with your endpoint's secret.

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(body, signature, secret) {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
\`\`\`

## Retries

Answer with any 2xx within 10 seconds. Otherwise we try again after 1, 5, 25 minutes, then hourly for a day.

{% hint style="danger" %}
Events can arrive twice and out of order. Use \`event.id\` to drop repeats and \`event.at\` to sort.
{% endhint %}
`,
};

export const limits: DemoPage = {
  title: 'Rate limits',
  description: 'How many requests you may send',
  markdown: `Each key has its own budget, refilled every second.

| Plan | Requests a second | Burst |
| --- | --- | --- |
| Starter | 5 | 20 |
| Growth | 25 | 100 |
| Fleet | 100 | 400 |

Above it the API answers \`429\` with \`Retry-After\` in seconds. Wait that long; a client that does not is slowed down further.

## Stay below

* Create up to 100 shipments with one [bulk request](https://docs.tarnpost.example/api/shipments).
* Listen to [webhooks](webhooks.md) rather than asking for the state of each parcel.
`,
};

export const troubleshooting: DemoPage = {
  title: 'Troubleshooting',
  emoji: '🔧',
  markdown: `## The address is refused

The carrier does not deliver there. Check the postcode first: three of four refusals are a digit too few. The [shipping calculator](tools/shipping-calculator.md) shows which carriers serve a postcode.

## The label is blank

Thermal printers print blank labels when the roll is in the wrong way round. Turn it. If it stays blank, the printer wants ZPL: see [labels](shipments/labels.md).

## Webhooks do not arrive

1. Is the endpoint reachable from outside your network?
2. Does it answer within 10 seconds?
3. Does **Developers > Webhooks > Attempts** show a \`4xx\`? Then it is your [signature check](webhooks.md#check-the-signature).

## Nothing helps

Write to <support@tarnpost.example> with the \`Tarnpost-Request-Id\` of the answer.
`,
};
