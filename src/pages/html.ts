import { contentPolicy, inlineHashes } from './content-policy.ts'
import type { FixedPage } from './fixed-page.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text escaped for HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** Style of all pages: light or dark by the reader's system, nothing fetched. */
const STYLE = `:root{color-scheme:light dark;--page:#fff;--ink:#1c2128;--soft:#57606a;--line:#d8dee4;--code:#f3f5f7;--link:#0b57d0;--accent:#8250df}
@media(prefers-color-scheme:dark){:root{--page:#0f1318;--ink:#e3e8ee;--soft:#9aa5b1;--line:#2c343d;--code:#1a2027;--link:#7ab0ff;--accent:#c3a1ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre{font:.875em/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--code);border-radius:4px}
code{padding:.1em .3em;overflow-wrap:break-word}pre{padding:.8em 1em;overflow:auto}pre code{padding:0}
h1,h2,h3,h4{line-height:1.25}`

/** An HTML page with the shared style and its own; it may load nothing else. */
export function htmlPage(title: string, style: string, content: string): FixedPage {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}
${style}</style>
</head>
<body>
${content}
</body>
</html>
`
  const policy = contentPolicy({ 'style-src': inlineHashes(body, 'style'), 'img-src': 'data:' })
  return { type: 'text/html', body, headers: { 'Content-Security-Policy': policy } }
}
