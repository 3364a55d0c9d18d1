/** What recognition takes a character for; the pairs that printed digits and letters really produce. */
const digitForLetter: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  S: '5',
  $: '5',
  B: '8',
  G: '6',
  T: '7',
  A: '4',
  E: '6',
  '€': '6',
}
const letterForDigit: Record<string, string> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '8': 'B',
  '6': 'G',
  '7': 'T',
  '4': 'A',
}
const nearDigits: Record<string, string[]> = {
  '0': ['8', '6', '9'],
  '1': ['7', '4'],
  '2': ['7'],
  '3': ['8', '5', '9'],
  '4': ['1', '9'],
  '5': ['6', '3', '8', '9'],
  '6': ['8', '5', '0'],
  '7': ['1', '2'],
  '8': ['3', '6', '0', '9', '5'],
  '9': ['8', '0', '3', '4', '5'],
}

/** The text with letters turned into the digits they are taken for, null when one has no such digit. */
export function asDigits(text: string): string | null {
  const digits = [...text.toUpperCase()].map((letter) =>
    /\d/.test(letter) ? letter : digitForLetter[letter]
  )
  return digits.includes(undefined) ? null : digits.join('')
}

/** The letter a character stands for, null when it cannot be one. */
export function asLetter(character: string): string | null {
  const upper = character.toUpperCase()
  return /[A-Z]/.test(upper) ? upper : (letterForDigit[upper] ?? null)
}

/** Every text with one digit replaced by one it is often taken for. */
export function withOneDigitChanged(text: string): string[] {
  return [...text].flatMap((character, index) =>
    (nearDigits[character] ?? []).map((near) => text.slice(0, index) + near + text.slice(index + 1))
  )
}
