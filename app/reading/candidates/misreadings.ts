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

const figureLetters = 'OoQDIlL|!ZSBGT'
const misreadAmount = new RegExp(
  `^[-(]?[\\d${figureLetters}][\\d${figureLetters}.,]*[.,][\\d${figureLetters}]{2}[)€-]*$`
)

/** "l.2B4,56", "21O,00" with the figures that their letters stand for; null unless most of the text is figures. */
export function asAmountText(text: string): string | null {
  const figures = text.match(/\d/g)?.length ?? 0
  const letters = text.match(/\p{L}|[|!]/gu)?.length ?? 0
  if (letters === 0 || figures < 2 || figures < letters || !misreadAmount.test(text)) return null
  return [...text]
    .map((letter) => (/\p{L}|[|!]/u.test(letter) ? (asDigits(letter) ?? letter) : letter))
    .join('')
}

const misreadDate = /^(\S{2})([-/.,:·|lI17])(\S{2})([-/.,:·|lI17])(2\S{3})$/

/** "O5/03/2026", "05/0372026": a day whose letters or strokes were misread, with its figures; null when it is none. */
export function asDateText(text: string): string | null {
  const plain = text.replace(/[.,;:)\]]+$/, '').replace(/^[([]+/, '')
  const [, day = '', first = '', month = '', second = '', year = ''] = misreadDate.exec(plain) ?? []
  const parts = [day, month, year].map((part) => asDigits(part))
  const isParted = /[-/.]/.test(first) || /[-/.]/.test(second)
  return isParted && parts.every((part) => part !== null) ? parts.join('/') : null
}

/** "5.C.", "S.1.U.": legal forms with the figures that recognition makes of their letters, else the text as it is. */
export function asFormText(text: string): string {
  return text.replace(/^5(?=\.[ACL]\.)/, 'S').replace(/^(S\.)[1I](?=\.)/, '$1L')
}
