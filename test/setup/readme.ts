import { readFileSync } from 'node:fs'

/** The README as it stands. */
export const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm

/** Texts of its fenced blocks of a language, in order. */
export function blocksOf(language: string): string[] {
  return [...README.matchAll(FENCED)].flatMap(([, kind, text = '']) => (kind === language ? [text] : []))
}

/** Every command its shell blocks would have a reader type, in order. */
export const COMMAND_LINES: readonly string[] = blocksOf('sh')
  .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Commands that stand in its running text, each once. */
export const INLINE_COMMANDS: readonly string[] = [
  ...new Set([...README.replaceAll(FENCED, '').matchAll(/`(np[mx] [^`]+)`/g)].map(([, command = '']) => command)),
]
