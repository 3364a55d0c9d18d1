import { readDateText } from '#app/reading/candidates/date_text'
import type { Word } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'

const codeLettersMax = 30
const runWordsMax = 7
const joint = /^[-/–·]$/
const stopWords =
  /^(de|del|vom|of|du|van|da|fecha|date|datum|data|pag|pagina|page|seite|y|a|al|el|la|en|hoja|doc|docum|num|ref|fra|fact|data|zk|iva|nif|cif|cuit|rut|sepa|iban|bic|tel|fax|tlf|eur|kg|uds|ped|abn|plz|cp)$/

/** Whether a word can be (part of) a document number: it has a digit and is no date, amount or percentage. */
export function isCodeWord(text: string): boolean {
  const plain = trimCode(text)
  if (businessTerm.test(plain)) return false
  if (!/\d/.test(plain) || plain.length > codeLettersMax) return false
  if (!/^[\p{L}\d][\p{L}\d/\-_.#&+*]*$/u.test(plain) || plain.includes('**')) return false
  if (/^\d{1,3}([.,]\d{3})*[.,]\d{2}$/.test(plain) || /%$/.test(text) || /[€$£]/.test(text)) return false
  return readDateText(plain) === null
}

/** "Rechnungsnummer BT-1: 2026-00519": views of electronic invoices print the number of the term (EN 16931) behind its name. */
const businessTerm = /^B[TG]-\d{1,3}$/

/** The code without the punctuation around it. */
export function trimCode(text: string): string {
  return text.replace(/^[#:.,;([*'"«“]+|[:.,;)\]*'"»”]+$/g, '')
}

/**
 * The run of words from `start` that reads as one document number: "26/C 4410", "2026 / 0123", "A 1234", "F26-", or
 * nothing when the first word cannot begin one.
 */
export function codeRun(words: Word[], start: number): Word[] {
  const run: Word[] = []
  for (const word of words.slice(start, start + runWordsMax)) {
    const plain = trimCode(word.text)
    const isJoint = joint.test(word.text) && run.length > 0
    // "2026 / RQ / 0091": between joints a part may be letters alone.
    const isJoined = joint.test(run.at(-1)?.text ?? '') && /^[A-Z]{1,6}$/.test(plain)
    // "A 004417": a single letter that is a word elsewhere is a series right before figures.
    const isLetter =
      /^[A-Z]$/.test(plain) && /^\d{3,}([-/]\d+)?$/.test(trimCode(words[words.indexOf(word) + 1]?.text ?? ''))
    const isSeries =
      run.length === 0 && /^[A-Z]{1,4}[-/]?$/.test(plain) && (isLetter || !stopWords.test(fold(plain)))
    // "0126 2026 A 00077183": the letter of a series between figures; "Q04 7718 QX": at the end of all.
    const isInner = run.length > 0 && isLetter
    const isTail =
      run.length > 1 && word === words.at(-1) && /^[A-Z]{2}$/.test(plain) && !stopWords.test(fold(plain))
    if (isDateStart(words, words.indexOf(word)) || /^%/.test(words[words.indexOf(word) + 1]?.text ?? ''))
      break
    if (!isCodeWord(word.text) && !isJoint && !isSeries && !isJoined && !isInner && !isTail) break
    run.push(word)
    if (/[,;]$/.test(word.text)) break
  }
  while (run.length > 0 && joint.test(run.at(-1)?.text ?? '')) run.pop()
  // "N.º 123" misread as "NI 123" or "N2 123".
  if (run.length > 1 && /^[nm][.:]?["'”*?ºo°2iIl1]{1,2}[.:]?$/i.test(run[0]?.text ?? '')) run.shift()
  return run.some((word) => /\d/.test(word.text)) ? run : []
}

/** Whether the print goes on behind a run with a dash or slash: what follows may belong to the number. */
export function isCutAtJoint(run: Word[], line: Word[]): boolean {
  const last = run.at(-1)
  const next = last ? line[line.indexOf(last) + 1] : undefined
  if (!last || !next) return false
  const isNear = next.x0 - last.x1 < (last.y1 - last.y0) * 1.1
  return isNear && (/^[-/–][^-–]*$/.test(next.text) || /[-/–]$/.test(last.text))
}

function isDateStart(words: Word[], index: number): boolean {
  return [1, 2, 3, 5].some(
    (count) =>
      readDateText(
        words
          .slice(index, index + count)
          .map((word) => word.text)
          .join(' ')
      ) !== null && index + count <= words.length
  )
}

/** How much a text looks like an invoice number, 0 to 1. */
export function codeLikeness(text: string): number {
  let score = 0.5
  if (/[A-Za-z]/.test(text) && /\d/.test(text)) score += 0.2
  if (/\d[/-]|[/-]\d/.test(text)) score += 0.2
  if (/(20)?2\d/.test(text)) score += 0.05
  if (text.length <= 2) score -= 0.25
  if (/^\d{5}$/.test(text)) score -= 0.05
  // "14/11": a day and month of a row of services.
  const [, day, month] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []
  if (day && month && Number(day) <= 31 && Number(month) <= 12) score -= 0.35
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{12,}/.test(text)) score -= 0.4
  return Math.max(0.05, Math.min(1, score))
}
