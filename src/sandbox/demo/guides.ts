// Demo space "Guides": what customers of the demo organization read.

import type { DemoPage } from './story.ts';

// Pages of the demo's guides for who runs it already: webhooks, limits, trouble.

const webhooks: DemoPage = {
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

const limits: DemoPage = {
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

const troubleshooting: DemoPage = {
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

const welcome: DemoPage = {
  title: 'Welcome',
  emoji: '👋',
  description: 'What Tarnpost does and where to begin',
  markdown: `Tarnpost prints labels, books carriers and tells you where every parcel is. You talk to one API; we talk to forty carriers.

## Where to begin

* New here? [Create an account](getting-started/create-an-account.md), then [send your first parcel](getting-started/send-your-first-parcel.md).
* Already shipping? Read about [webhooks](webhooks.md) so that you need not poll.
* Something is wrong? [Troubleshooting](troubleshooting.md) lists the errors we are asked about most.

{% hint style="info" %}
All examples run against the test mode. Nothing you do there costs money, and no courier will ring your bell.
{% endhint %}

## How a parcel moves

![A parcel from label to delivery](parcel-states.svg)

Each arrow in the picture is an event. You find the full list under [tracking](shipments/tracking.md#events).
`,
};

const gettingStarted: DemoPage = {
  title: 'Getting started',
  group: true,
  pages: [
    {
      title: 'Create an account',
      description: 'Sign up, invite colleagues, choose a plan',
      markdown: `1. Open <https://app.tarnpost.example/signup> and enter your work e-mail address.
2. Confirm the address. The link is good for 24 hours.
3. Add the address parcels leave from. Carriers collect there.

Colleagues with the same e-mail domain can join by themselves when **Settings > Members > Allow by domain** is on.

| Plan | Parcels a month | Carriers | Support |
| --- | --- | --- | --- |
| Starter | 100 | 5 | e-mail |
| Growth | 5,000 | 25 | e-mail, chat |
| Fleet | no limit | 40 | telephone, 24 hours |

Next: [get an API key](api-keys.md).
`,
    },
    {
      title: 'API keys',
      slug: 'api-keys',
      markdown: `A key belongs to one account and one mode. Test keys begin with \`tp_test_\`, live keys with \`tp_live_\`.

{% hint style="warning" %}
A live key spends money. Keep it on your server; never put it into a web page or an app.
{% endhint %}

## Rotate a key

Two keys can be active at a time, so nothing has to stop:

1. Create the second key.
2. Deploy it.
3. Watch **Last used** of the first key until it stands still for an hour.
4. Delete the first key.

A deleted key fails at once with \`401 key_unknown\`, see [errors](https://docs.tarnpost.example/api/errors).
`,
    },
    {
      title: 'Send your first parcel',
      emoji: '📦',
      description: 'From an empty account to a label in five minutes',
      markdown: `You need a [test key](api-keys.md) and two addresses.

\`\`\`bash
curl https://api.tarnpost.example/v2/shipments \\
  -H "Authorization: Bearer $TARNPOST_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "from": "addr_warehouse",
    "to": { "name": "A. Berg", "street": "Storgata 12", "zip": "0155", "city": "Oslo", "country": "NO" },
    "parcel": { "weight_g": 850, "size_mm": [300, 200, 100] },
    "service": "standard"
  }'
\`\`\`

The answer holds the label as PDF and the tracking number:

\`\`\`json
{ "id": "shp_8Qz1", "label_url": "https://labels.tarnpost.example/shp_8Qz1.pdf", "tracking": "TP4471209NO" }
\`\`\`

Print the label, stick it on, hand the parcel over. To hear what happens to it, set up [webhooks](../webhooks.md).
`,
    },
  ],
};

const shipments: DemoPage = {
  title: 'Shipments',
  description: 'Labels, tracking, returns',
  markdown: `A shipment is one label and the journey of one parcel. It is created *booked*, and ends *delivered*, *returned* or *cancelled*.

* [Labels](shipments/labels.md): formats, sizes, reprints
* [Tracking](shipments/tracking.md): events and what they mean
* [Returns](shipments/returns.md): the way back
`,
  pages: [
    {
      title: 'Labels',
      markdown: `Labels come as PDF (A6) unless you ask for another format.

| Format | Parameter | Printer |
| --- | --- | --- |
| PDF, A6 | \`label=pdf\` | any |
| PDF, A4 with four labels | \`label=pdf_a4\` | office printer |
| ZPL, 203 dpi | \`label=zpl\` | Zebra and compatible |

A sample of the A6 label:

![Sample label](sample-label.png)

## Reprint a label

Labels are kept for 30 days. After that the parcel must be booked again.
`,
    },
    {
      title: 'Tracking',
      markdown: `Every carrier has its own words for the same thing. We translate them into seven states.

## Events

| State | Meaning |
| --- | --- |
| \`booked\` | The label exists; the carrier has not seen the parcel |
| \`collected\` | The carrier has it |
| \`in_transit\` | On its way; repeats at every hub |
| \`out_for_delivery\` | On the last vehicle |
| \`delivered\` | Handed over; the proof is in \`proof_url\` |
| \`exception\` | Something is wrong; \`reason\` says what |
| \`returned\` | Back at the sender |

## How fresh events are

Most carriers tell us within two minutes. Three of them send a file every hour: those events carry \`batch: true\`.
`,
    },
    {
      title: 'Returns',
      description: 'Let customers send things back',
      markdown: `A return is a shipment the other way round. Ask for it together with the outbound label, or later.

\`\`\`bash
curl -X POST https://api.tarnpost.example/v2/shipments/shp_8Qz1/return \\
  -H "Authorization: Bearer $TARNPOST_KEY"
\`\`\`

Unused return labels are not charged. They lapse after 60 days.
`,
    },
  ],
};

export const guides: DemoPage[] = [
  welcome,
  gettingStarted,
  shipments,
  webhooks,
  limits,
  troubleshooting,
  {
    title: 'Glossary',
    slug: 'glossary',
    hidden: true,
    markdown: `**Carrier**: who moves the parcel. **Hub**: where it changes vehicles. **Manifest**: the list a driver signs at pick-up.
`,
  },
];
