import { capitalised, sepaLetters } from '#app/kernel/text/sepa_letters'

/** `latin` is the set every bank of SEPA takes; `spanish` adds ñ and ç, which Spanish banks take among themselves. */
export type SepaCharset = 'latin' | 'spanish'

const identifierLengthMax = 35

/** Signs that have another in the set. */
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
  ʼ: "'",
  ʻ: "'",
  '´': "'",
  '`': "'",
  ẞ: 'SS',
}

/** Every character that the set lacks. */
const outside: Readonly<Record<SepaCharset, RegExp>> = {
  latin: /[^a-zA-Z0-9/\-?:().,'+ ]/gu,
  spanish: /[^a-zA-Z0-9/\-?:().,'+ ñÑçÇ]/gu,
}

/** Whether every character is of the set SEPA allows. */
export function isSepaText(text: string, charset: SepaCharset = 'latin'): boolean {
  return charset === 'spanish'
    ? /^[a-zA-Z0-9/\-?:().,'+ ñÑçÇ]*$/.test(text)
    : /^[a-zA-Z0-9/\-?:().,'+ ]*$/.test(text)
}

/**
 * The text in the characters SEPA allows: marks of letters dropped (á to a, ñ to n), Greek and Cyrillic by the table of
 * the EPC, € to EUR, & to y, _ to -, anything else to a space; spaces collapsed, the ends trimmed, cut to `lengthMax`.
 * It may come out empty: `lettersWithoutTable` tells what of it would be missing.
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

/** Letters and figures that the set has nothing for (Arabic, Chinese, Georgian …), each once: without them a name is another. */
export function lettersWithoutTable(text: string): string[] {
  const odd = text.normalize('NFC').match(outside.latin) ?? []
  return [...new Set(odd)].filter(
    (character) => /[\p{L}\p{N}]/u.test(character) && latinForm(character).includes(' ')
  )
}

function transliterate(text: string, charset: SepaCharset): string {
  const whole = text.normalize('NFC')
  return whole.replaceAll(outside[charset], (character, at: number) =>
    capitalised(latinForm(character), whole.slice(at + character.length))
  )
}

const latinForms = new Map<string, string>()

/** One character in the set, capitals as in a heading; a space for what has no place in it; nothing for marks and signs that are not seen. */
function latinForm(character: string): string {
  const known = latinForms.get(character)
  if (known !== undefined) return known
  const form = isSepaText(character) ? character : replacementOf(character)
  latinForms.set(character, form)
  return form
}

function replacementOf(character: string): string {
  const replacement = replacements[character] ?? sepaLetters.get(character)
  if (replacement !== undefined) return replacement
  const base = character.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '')
  return base === character ? ' ' : [...base].map(latinForm).join('')
}
