import { ibanFromCcc, isValidIban } from '#app/kernel/identifiers/iban'
import { asDigits, withOneDigitChanged } from '#app/reading/candidates/misreadings'
import type { DocumentLayout, Line, Segment, Word } from '#app/reading/layout/layout_types'
import { type Place, placeOf } from '#app/reading/layout/relations'
import { isLeftOut } from '#app/reading/stages'

export type IbanCandidate = Place & { iban: string; isValid: boolean; isMasked: boolean; isRepaired: boolean }

const lettersMin = 15
const lettersMax = 34
const wordsMax = 10
/** Lines of other columns may lie between the parts of an account that its column broke. */
const linesBelowMax = 8
const brokenPartsMax = 3
/** Spain, where only digits follow the country: recognised letters among them are misread digits. */
const spanishLength = 24

/** Every account number of the document; masked ones are told apart, as they are never the supplier's. */
export function findIbans(layout: DocumentLayout): IbanCandidate[] {
  return layout.lines.flatMap((line) => {
    const found: IbanCandidate[] = []
    let index = 0
    while (index < line.words.length) {
      const candidate = ibanAt(line.words, index, line, layout)
      if (candidate) found.push(candidate)
      index += candidate ? candidate.words.length : 1
    }
    return found
  })
}

function ibanAt(words: Word[], start: number, line: Line, layout: DocumentLayout): IbanCandidate | null {
  const isRecognised = layout.source === 'recognised' && !isLeftOut('repair')
  const head = (words[start]?.text ?? '').replace(/^.*(:|IBAN)(?=.)/i, '').toUpperCase()
  const starts = isRecognised ? /^[A-Z€£5F][A-Z5$8][0-9OIlSBZG|?]{2}/ : /^[A-Z]{2}\d{2}/
  const startsApart = /^[A-Z]{2}$/.test(head) && /^\d{2}/.test(words[start + 1]?.text ?? '')
  if (!starts.test(head) && !startsApart) return null
  let best: IbanCandidate | null = null
  for (let count = 1; count <= Math.min(wordsMax, words.length - start); count += 1) {
    const run = words.slice(start, start + count)
    const text = run.map((word, index) => (index === 0 ? head : word.text)).join('')
    const plain = text.toUpperCase().replace(/[\s.\-–:;,]/g, '')
    if (plain.length > lettersMax || !/^[A-Z0-9*X€£$|?]+$/.test(plain)) break
    const reading = readIban(plain, isRecognised)
    if (reading && !reading.isValid && !reading.isMasked && !isNamed(words, start)) continue
    // With a wrong control an account ends where those of its country do.
    if (best && reading && !reading.isValid && plain.length > (lengths[plain.slice(0, 2)] ?? spanishLength))
      break
    if (reading && (reading.isValid || !best)) best = { ...placeOf(run, line.index), ...reading }
    else if (best && !best.isValid && reading) best = { ...placeOf(run, line.index), ...reading }
    if (best?.isValid) break
  }
  return best?.isValid || best?.isMasked ? best : (brokenIbanAt(words, start, line, layout) ?? best)
}

/** "IE37 AIBK 6241 2245 8254" / "60": an account that its column broke goes on right below. */
function brokenIbanAt(
  words: Word[],
  start: number,
  line: Line,
  layout: DocumentLayout
): IbanCandidate | null {
  const first = words[start]
  const segment = line.segments.find((one) => first !== undefined && one.words.includes(first))
  const run = segment ? segment.words.slice(segment.words.indexOf(first as Word)).slice(0, wordsMax) : []
  const text = run
    .map((word) => word.text)
    .join('')
    .toUpperCase()
    .replace(/[\s.\-–:]/g, '')
  if (!first || !segment || !/^[A-Z]{2}\d{2}[A-Z0-9]{0,30}$/.test(text)) return null
  const wrapped = wrappedIban(run, text, segment, line, layout)
  if (wrapped) return wrapped
  const below = layout.lines
    .slice(line.index + 1, line.index + 1 + linesBelowMax)
    .filter((one) => one.page === line.page)
    .flatMap((one) => one.segments)
    .filter((one) => Math.abs(one.x0 - first.x0) < (first.y1 - first.y0) * 0.8)
  let iban = text
  let parts = run
  let bottom = line.y1
  for (const next of below.slice(0, brokenPartsMax)) {
    if (next.y0 - bottom > (line.y1 - line.y0) * 1.3 || !/^[A-Z0-9 -]{1,26}$/i.test(next.text)) return null
    iban += next.text.toUpperCase().replace(/[\s-]/g, '')
    parts = [...parts, ...next.words]
    bottom = next.y1
    if (isValidIban(iban))
      return {
        ...placeOf(run, line.index),
        words: parts,
        iban,
        isValid: true,
        isMasked: false,
        isRepaired: false,
      }
  }
  return null
}

/** "… en la cuenta ES39 2100" / "2843 1531 3605 7595 indicando …": a sentence goes on at the beginning of its next line. */
function wrappedIban(
  run: Word[],
  text: string,
  segment: Segment,
  line: Line,
  layout: DocumentLayout
): IbanCandidate | null {
  const next = layout.lines
    .slice(line.index + 1, line.index + 4)
    .filter((one) => one.page === line.page && one.y0 - line.y1 < (line.y1 - line.y0) * 1.3)
    .flatMap((one) => one.segments)
    .find((one) => Math.abs(one.x0 - segment.x0) < line.height)
  let iban = text
  for (const [index, word] of (next?.words ?? []).entries()) {
    const group = word.text.toUpperCase().replace(/[.,;-]/g, '')
    if (!/^[A-Z0-9]{1,30}$/.test(group) || !/\d/.test(group)) return null
    iban += group
    if (isValidIban(iban))
      return {
        ...placeOf(run, line.index),
        words: [...run, ...(next?.words ?? []).slice(0, index + 1)],
        iban,
        isValid: true,
        isMasked: false,
        isRepaired: false,
      }
  }
  return null
}

/** A number with a wrong check is taken for an account only when the word IBAN stands before it. */
function isNamed(words: Word[], start: number): boolean {
  return words.slice(Math.max(0, start - 4), start + 1).some((word) => /iban/i.test(word.text))
}

function readIban(plain: string, isRecognised: boolean): Omit<IbanCandidate, keyof Place> | null {
  if (plain.length < lettersMin) return null
  if (/^[A-Z]{2}\d{2}[A-Z0-9]*[*X]{3,}[A-Z0-9*]*$/.test(plain))
    return { iban: plain, isValid: false, isMasked: true, isRepaired: false }
  if (isValidIban(plain)) return { iban: plain, isValid: true, isMasked: false, isRepaired: false }
  const repaired = isRecognised ? repairIban(plain) : null
  if (repaired) return { iban: repaired, isValid: true, isMasked: false, isRepaired: true }
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) && /\d{6}/.test(plain)
    ? { iban: plain, isValid: false, isMasked: false, isRepaired: false }
    : null
}

/** Lengths of the accounts of the countries that suppliers come from. */
const lengths: Record<string, number> = {
  DE: 22,
  FR: 27,
  PT: 25,
  IT: 27,
  NL: 18,
  BE: 16,
  IE: 22,
  GB: 22,
  LU: 20,
  AT: 20,
  CH: 21,
  SE: 24,
  DK: 18,
  FI: 18,
  PL: 28,
}

/** A character too many: the one account that is left valid without one of them. */
function withoutOne(plain: string, length: number): string | null {
  if (plain.length !== length + 1) return null
  const options = [...plain].map((_, index) => plain.slice(0, index) + plain.slice(index + 1))
  const valid = [...new Set(options.filter((option) => isValidIban(option)))]
  return valid.length === 1 ? (valid[0] ?? null) : null
}

/** Tries the usual misreadings of a Spanish account until both mod 97 and its two control digits hold. */
export function repairIban(plain: string): string | null {
  // The twenty digits have a control of their own, and the two of the IBAN follow from them.
  const account = /^[EF£€][S58$]/.test(plain) ? asDigits(plain.slice(4)) : null
  const followed = account?.length === spanishLength - 4 ? ibanFromCcc(account) : null
  if (followed && isValidIban(followed)) return followed
  const body = asDigits(plain.slice(2))
  const length = lengths[plain.slice(0, 2)]
  if (length && !(body && isValidIban(`${plain.slice(0, 2)}${body}`))) return withoutOne(plain, length)
  if (!body) return null
  const country = /^[EF£€][S58$]$/.test(plain.slice(0, 2)) ? 'ES' : plain.slice(0, 2)
  const iban = `${country}${body}`
  if (isValidIban(iban)) return iban
  if (country !== 'ES') return null
  if (body.length === spanishLength - 2) {
    const fixed = withOneDigitChanged(body)
      .map((digits) => `ES${digits}`)
      .filter((option) => isValidIban(option))
    return fixed.length === 1 ? (fixed[0] ?? null) : null
  }
  if (body.length !== spanishLength - 1) return null
  const shorter = [...body]
    .map((_, index) => `ES${body.slice(0, index)}${body.slice(index + 1)}`)
    .filter((option) => isValidIban(option))
  return new Set(shorter).size === 1 ? (shorter[0] ?? null) : null
}
