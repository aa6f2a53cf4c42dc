// Markdown that would run something, were it shown as it is.

/** What must not run, in the forms in which people have made Markdown run. */
export const HOSTILE = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '<svg onload="window.ran = 1"><script>window.ran = 1</script></svg>',
  '[click](javascript:window.ran=1)',
  '[click](JaVaScRiPt:window.ran=1)',
  '[click](java\tscript:window.ran=1)',
  '[click](&#106;avascript:window.ran=1)',
  '<a href="javascript:window.ran=1">click</a>',
  '<a href=" javascript:window.ran=1">click</a>',
  '![x](javascript:window.ran=1)',
  '[click](data:text/html,<script>window.ran=1</script>)',
  '[click](vbscript:window.ran=1)',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<object data="data:text/html,<script>parent.ran=1</script>"></object>',
  '<style>@import url(javascript:window.ran=1); body { display: none }</style>',
  '<form action="javascript:window.ran=1"><button autofocus onfocus="window.ran=1">x</button></form>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:window.ran=1">',
  '{% hint style="info\\" onmouseover=\\"window.ran=1" %}\nx\n{% endhint %}',
  '{% embed url="javascript:window.ran=1" %}',
  '```"><script>window.ran=1</script>\nx\n```',
  '## Title <a id="x" onclick="window.ran=1" name="body"></a>',
  '<<script>script>window.ran=1<</script>/script>',
  '<details open ontoggle="window.ran=1"><summary>x</summary></details>',
  '</main></div></body><script>window.ran=1</script>',
];
