/**
 * The initials shown for a person: the first letters of the first two words, upper case with their accents; of a
 * single word its first two letters. An empty name has none.
 */
export function initials(name: string): string {
  const [first = '', second] = name.normalize('NFC').trim().split(/\s+/)
  const letters =
    second === undefined ? firstLetters(first, 2) : firstLetters(first, 1) + firstLetters(second, 1)
  return letters.toLocaleUpperCase('es')
}

function firstLetters(word: string, count: number): string {
  return [...word].slice(0, count).join('')
}
