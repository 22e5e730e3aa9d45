/**
 * The expression for a list of words as signal-words.csv writes it: `|` between alternatives, which are whole words; `*` after a letter
 * for any ending, `(...)` for a part, `?` behind what may be missing, `(...)*` for what may be repeated.
 */
export function compileWords(words: string): RegExp {
  const alternatives = alternativesOf(words).map((alternative) => {
    const expression = alternative.replaceAll('(', '(?:').replaceAll(/(?<=[a-z])\*/g, '\\w*')
    const [begins, ends] = [/^[\w(]/.test(alternative), /[\w)?*\]]$/.test(alternative)]
    return `${begins ? '\\b' : ''}${expression}${ends ? '\\b' : ''}`
  })
  return new RegExp(alternatives.join('|'))
}

/** Splits at the `|` outside of brackets. */
function alternativesOf(words: string): string[] {
  const alternatives = ['']
  let depth = 0
  for (const character of words) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === '|' && depth === 0) alternatives.push('')
    else alternatives.push((alternatives.pop() ?? '') + character)
  }
  return alternatives
}
