import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { checkTaxNumber } from '#app/kernel/identifiers/tax_number_check'
import { readDateText } from '#app/reading/candidates/date_text'
import { asDigits, asLetter } from '#app/reading/candidates/misreadings'
import type { DocumentLayout, Line, Segment, Word } from '#app/reading/layout/layout_types'
import { type Place, placeOf } from '#app/reading/layout/relations'
import { isLeftOut } from '#app/reading/stages'

export type TaxIdCandidate = Place & {
  /** Without separators; Spanish ones without ES, foreign ones with their country. */
  id: string
  isSpanish: boolean
  /** The check digit or letter holds, or the form does where no control is known. */
  isValid: boolean
  isRepaired: boolean
}

/** Formats of VIES numbers, of Great Britain, Switzerland and Norway, and of the EU's one-stop shops. */
const foreignFormats = [
  /^ATU\d{8}$/,
  /^BE[01]\d{9}$/,
  /^BG\d{9,10}$/,
  /^CY\d{8}[A-Z]$/,
  /^CZ\d{8,10}$/,
  /^DE\d{9}$/,
  /^DK\d{8}$/,
  /^EE\d{9}$/,
  /^EL\d{9}$/,
  /^FI\d{8}$/,
  /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  /^HR\d{11}$/,
  /^HU\d{8}$/,
  /^IE\d{7}[A-W][A-I]?$/,
  /^IE\d[A-Z*+]\d{5}[A-W]$/,
  /^IT\d{11}$/,
  /^LT(\d{9}|\d{12})$/,
  /^LU\d{8}$/,
  /^LV\d{11}$/,
  /^MT\d{8}$/,
  /^NL\d{9}B\d{2}$/,
  /^PL\d{10}$/,
  /^PT\d{9}$/,
  /^RO\d{6,10}$/,
  /^SE\d{10}01$/,
  /^SI\d{8}$/,
  /^SK\d{10}$/,
  /^(GB|XI)(\d{9}|\d{12})$/,
  /^CHE\d{9}(MWST|TVA|IVA)?$/,
  /^NO\d{9}MVA$/,
  /^(EU|IM)\d{9,10}$/,
  /^US\d{9}$/,
]
const wordsMax = 5

/** Every tax number of the document, Spanish and foreign, repaired by the check digit when it was recognised. */
export function findTaxIds(layout: DocumentLayout): TaxIdCandidate[] {
  return layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) => [
      ...taxIdsOf(segment.words, line, layout.source === 'recognised' && !isLeftOut('repair')),
      ...brokenTaxId(segment, line, layout),
    ])
  )
}

const brokenGapHeights = 1.2

/** "… NIF B-" over "08.143.380 …", "TVA FR" over "21122007379": a number that the width of its column broke. */
function brokenTaxId(segment: Segment, line: Line, layout: DocumentLayout): TaxIdCandidate[] {
  const last = segment.words.at(-1)
  if (!last || !/^(ES-?)?[A-Z]{1,2}-?$/.test(last.text) || segment.words.length < 2) return []
  const height = last.y1 - last.y0
  const next = layout.lines
    .slice(line.index + 1, line.index + 4)
    .filter((one) => one.page === line.page && one.y0 - line.y1 < height * brokenGapHeights)
    .flatMap((one) => one.segments)
    .find((one) => Math.abs(one.x0 - segment.x0) < height)
  const first = next?.words[0]
  if (!first || !/^[A-Z]?[-.\d]{7,}[A-Z\d]?[.,;]?$/.test(first.text)) return []
  const plain = `${last.text}${first.text}`.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const reading = readSpanish(plain, plain) ?? readForeign(plain)
  const isOwn = readSpanish(first.text.toUpperCase().replace(/[^A-Z0-9]/g, ''), first.text) !== null
  return reading?.isValid && !isOwn
    ? [{ ...placeOf([last], line.index), words: [last, first], isRepaired: false, ...reading }]
    : []
}

function taxIdsOf(words: Word[], line: Line, isRecognised: boolean): TaxIdCandidate[] {
  const found: TaxIdCandidate[] = []
  let index = 0
  while (index < words.length) {
    const candidate = taxIdAt(words, index, line, isRecognised)
    if (candidate) found.push(candidate)
    index += candidate ? candidate.words.length : 1
  }
  return found
}

function taxIdAt(words: Word[], start: number, line: Line, isRecognised: boolean): TaxIdCandidate | null {
  for (let count = 1; count <= Math.min(wordsMax, words.length - start); count += 1) {
    const run = words.slice(start, start + count)
    if (count > 1 && /:$/.test(run.at(-2)?.text ?? '')) return null
    const text = run
      .map((word) => word.text)
      .join('')
      .replace(/^.*:(?=.)/, '')
      // "ESB15849862·LOT10233871": what a sign glues on is another number.
      .replace(/(?<=\d{4}[A-Z0-9])[·|;(].*$/, '')
    const plain = text.toUpperCase().replace(/[^A-Z0-9*+]/g, '')
    if (plain.length > 18) return null
    if (plain.length < 8 || !/\d{4}/.test(plain)) continue
    if (!canBeOneNumber(run, text)) continue
    // "EU-2025-00142" is the number of an invoice: those of the one-stop shops are written in one.
    if (/^EU[^\d]/i.test(text)) continue
    const reading =
      readSpanish(plain, text) ??
      (continuesWithDigits(words[start + count]) ? null : readForeign(plain)) ??
      (isRecognised && (count === 1 || run[0]?.text.replace(/[^A-Za-z0-9]/g, '').length === 1)
        ? ((isDoubtful(plain) && !isAfterLabel(words, start) ? null : repairSpanish(plain)) ??
          repairForeign(plain))
        : null)
    if (reading) return { ...placeOf(run, line.index), isRepaired: false, ...reading }
  }
  return null
}

/** Nine figures pass the control of some letter once in ten: "430002042" is a customer's number, "828109031" a B. */
const isDoubtful = (plain: string): boolean => /^[0-79]\d{8}$/.test(plain)

/** Recognition makes "C1F", "N.LF." and "CIE/NIF" of the words before a tax number. */
function isAfterLabel(words: Word[], start: number): boolean {
  return words
    .slice(Math.max(0, start - 2), start)
    .some((word) => /^(n[.,]?[i1l][.,]?f|c[.,]?[i1l][.,]?[fe]|dn[i1l]|vat|[i1l]fz)/i.test(word.text))
}

/** Dates and common words beside digits are no tax number, though their letters and figures may pass its check. */
function canBeOneNumber(run: Word[], text: string): boolean {
  if (text.includes('/') || run.some((word) => readDateText(word.text) !== null)) return false
  if (run.length === 1 || /^(ES)?\d{8}$/i.test(run[0]?.text ?? '')) return true
  return !/^\d{2}\D?\d{2}\D?\d{4}\D|\p{Ll}/u.test(text)
}

type Reading = { id: string; isSpanish: boolean; isValid: boolean; isRepaired?: boolean }

function readSpanish(plain: string, text: string): Reading | null {
  if (!/^(ES)?([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/.test(plain)) return null
  const id = plain.length === 11 ? plain.slice(2) : plain
  if (isValidSpanishTaxId(id)) return { id, isSpanish: true, isValid: true }
  const looksPrinted = /^(ES)?[A-HJNP-SUVWXYZ]-?\d{7}-?[A-Z0-9]$|^(ES)?\d{8}-?[A-Z]$/.test(
    text.replace(/[.,;:)\]]+$/, '')
  )
  return looksPrinted ? { id, isSpanish: true, isValid: false } : null
}

function readForeign(plain: string): Reading | null {
  if (!foreignFormats.some((format) => format.test(plain))) return null
  return { id: plain, isSpanish: false, isValid: checkTaxNumber(plain) !== 'invalid' }
}

/** Only blanks between groups of digits are bridged: a short match must not cut a longer number. */
function continuesWithDigits(next: Word | undefined): boolean {
  return /^\d{2,4}$/.test(next?.text ?? '')
}

function repairSpanish(plain: string): Reading | null {
  const bodies =
    plain.length === 11 && /^[EF][S5]/.test(plain)
      ? [plain.slice(2)]
      : plain.length === 9
        ? [plain]
        : splitLetter(plain)
  const options = bodies
    .flatMap((body) => [...repairEntity(body), ...repairPerson(body)])
    .filter((id) => isValidSpanishTaxId(id))
  const id = options[0]
  return id ? { id, isSpanish: true, isValid: true, isRepaired: true } : null
}

/** The B of a company is sometimes read as two characters ("28", "89"): one of them goes. */
function splitLetter(plain: string): string[] {
  return /^..\d{8}$/.test(plain) && /8/.test(plain.slice(0, 2))
    ? [plain.slice(1), plain.charAt(0) + plain.slice(2)]
    : []
}

function repairEntity(body: string): string[] {
  const letter = asLetter(body.charAt(0)) ?? entityLetters[body.charAt(0)]?.charAt(0)
  const digits = asDigits(body.slice(1, 8))
  if (!letter || !digits || (body.match(/\d/g)?.length ?? 0) < 6) return []
  const last = body.charAt(8)
  const ends = [last, asDigits(last), asLetter(last)].filter((end) => end !== null)
  return [...new Set([letter, ...(entityLetters[body.charAt(0)] ?? '')])].flatMap((first) =>
    ends.map((end) => `${first}${digits}${end}`)
  )
}

/** First letters of companies that these figures are read for, besides the letter each looks like. */
const entityLetters: Record<string, string> = { '8': 'B', '3': 'JB', '6': 'B', '1': 'J' }

function repairPerson(body: string): string[] {
  const digits = asDigits(body.slice(0, 8))
  const letter = asLetter(body.charAt(8))
  if (!digits || !letter || (body.match(/\d/g)?.length ?? 0) < 6) return []
  return [`${digits}${letter}`]
}

function repairForeign(plain: string): Reading | null {
  const dutch = /^NL(.{9})[B8]{1,2}(\d{2})$/.exec(plain)
  const dutchId = dutch ? `NL${asDigits(dutch[1] ?? '')}B${dutch[2]}` : ''
  if (foreignFormats.some((format) => format.test(dutchId)))
    return { id: dutchId, isSpanish: false, isValid: checkTaxNumber(dutchId) === 'valid', isRepaired: true }
  const country = plain.startsWith('0E')
    ? 'DE'
    : `${asLetter(plain.charAt(0)) ?? ''}${asLetter(plain.charAt(1)) ?? ''}`
  const irish = /^[I1L]E(.{7})([A-W01])([A-I1])?$/.exec(plain)
  const irishId = irish
    ? `IE${asDigits(irish[1] ?? '')}${asLetter(irish[2] ?? '') ?? ''}${irish[3] ? (asLetter(irish[3]) ?? '') : ''}`
    : ''
  if (foreignFormats.some((format) => format.test(irishId)) && checkTaxNumber(irishId) === 'valid')
    return { id: irishId, isSpanish: false, isValid: true, isRepaired: true }
  const rest = asDigits(plain.slice(2))
  if (!rest || !/^[A-Z]{2}$/.test(country)) return null
  const id = `${country}${rest}`
  return foreignFormats.some((format) => format.test(id)) && checkTaxNumber(id) === 'valid'
    ? { id, isSpanish: false, isValid: true, isRepaired: true }
    : null
}
