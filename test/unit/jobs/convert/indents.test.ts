import { describe, expect, it } from 'vitest';
import { converted } from './converted.ts';

describe('indents of MDX', () => {
  it('make no code of text that is deep inside tags', async () => {
    const { text } = await converted('mintlify', {
      'a.png': 'png',
      'index.mdx': `<section>
  <div className="grid">
    <a href="/">
      <img
        className="block"
        src="/a.png"
      />

      <div>
        <h3>Start</h3>
      </div>
    </a>
  </div>
</section>

<Steps>
  <Step title="One">
    <Tip>
      Known
    </Tip>

    Text **here**
    * item

      \`\`\`sh
      run
        now
      \`\`\`

          of the item
      1. inner

         <Note>
             Deep
         </Note>

    Behind
  </Step>
</Steps>

<pre>
    kept
</pre>
`,
    });
    expect(text('README.md')).toBe(`# Index

<a href="README.md">
<img src="a.png" alt="">

<h3>Start</h3>

</a>

{% stepper %}
{% step %}
### One

{% hint style="success" %}
Known
{% endhint %}

Text **here**
* item

  \`\`\`sh
  run
    now
  \`\`\`

  of the item
  1. inner

     {% hint style="info" %}
     Deep
     {% endhint %}

Behind
{% endstep %}
{% endstepper %}

<pre>
    kept
</pre>
`);
  });
});
