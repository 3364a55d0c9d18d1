/** `latin` is the set every bank of SEPA takes; `spanish` adds ñ and ç, which Spanish banks take among themselves. */
export type SepaCharset = 'latin' | 'spanish'

const identifierLengthMax = 35

/** Letters and signs that do not fall apart into one of the set and a mark. */
const replacements: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '&': 'y',
  _: '-',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '’': "'",
  '‘': "'",
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const latinText = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "
const latinCharacters: ReadonlySet<string> = new Set(latinText)
const spanishCharacters: ReadonlySet<string> = new Set(`${latinText}ñÑçÇ`)

/** Whether every character is of the set SEPA allows. */
export function isSepaText(text: string, charset: SepaCharset = 'latin'): boolean {
  return charset === 'spanish'
    ? /^[a-zA-Z0-9/\-?:().,'+ ñÑçÇ]*$/.test(text)
    : /^[a-zA-Z0-9/\-?:().,'+ ]*$/.test(text)
}

/**
 * The text in the characters SEPA allows: marks of letters dropped (á to a, ñ to n), € to EUR, & to y, _ to -, anything
 * else to a space; spaces collapsed, the ends trimmed, cut to `lengthMax`. It may come out empty.
 */
export function toSepaText(text: string, lengthMax: number, charset: SepaCharset = 'latin'): string {
  const clean = isSepaText(text, charset) ? text : transliterate(text, charset)
  return clean.replaceAll(/ {2,}/g, ' ').trim().slice(0, lengthMax).trimEnd()
}

/**
 * A name for machines (message, payment or end-to-end identification) in the same characters, without a "/" at either
 * end nor "//" inside, at most 35 long. What must stay unique has to be so before it is cut.
 */
export function toSepaIdentifier(text: string, lengthMax: number = identifierLengthMax): string {
  const clean = toSepaText(text, Number.MAX_SAFE_INTEGER).replaceAll(/\/{2,}/g, '/')
  return clean
    .replace(/^[/ ]+/, '')
    .slice(0, lengthMax)
    .replace(/[/ ]+$/, '')
}

/** Whether it may be sent as an identification: 1 to 35 characters of the set and its slashes in place. */
export function isSepaIdentifier(text: string): boolean {
  if (text.length === 0 || text.length > identifierLengthMax || !isSepaText(text)) return false
  return !text.startsWith('/') && !text.endsWith('/') && !text.includes('//')
}

function transliterate(text: string, charset: SepaCharset): string {
  const allowed = charset === 'spanish' ? spanishCharacters : latinCharacters
  let clean = ''
  for (const character of text.normalize('NFC')) {
    clean += allowed.has(character) ? character : transliterateCharacter(character)
  }
  return clean
}

function transliterateCharacter(character: string): string {
  const replacement = replacements[character]
  if (replacement !== undefined) return replacement
  const base = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return base !== '' && isSepaText(base) ? base : ' '
}
