import { createHash } from 'node:crypto'

/** Sources a page may load, by directive of Content-Security-Policy. */
export type Policy = Readonly<Record<string, string>>

/** The header's value: only the sources given may be loaded, and no other site may frame the page. */
export function contentPolicy(policy: Policy): string {
  const directives = {
    'default-src': "'none'",
    ...policy,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** Sources that allow exactly the inline blocks of an element in a page. */
export function inlineHashes(html: string, element: 'script' | 'style'): string {
  const hashes: string[] = []
  for (let end = 0; ; ) {
    const start = html.indexOf(`<${element}>`, end)
    if (start < 0) return hashes.join(' ')
    end = html.indexOf(`</${element}>`, start)
    const block = html.slice(start + element.length + 2, end)
    hashes.push(`'sha256-${createHash('sha256').update(block).digest('base64')}'`)
  }
}
