import { type DueRole, dueRoleOf } from '#app/reading/fields/due_words'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Line, Segment, Word } from '#app/reading/layout/layout_types'
import { placeOf } from '#app/reading/layout/relations'
import { fold } from '#app/reading/pages/text_forms'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

/** A sum with what the words beside or above it make of it. `isFoot`: under the total or beside it. */
export type DueRow = { amount: AmountEvidence; role: DueRole; isFoot: boolean; isPlan: boolean; text: string }

const headLinesMax = 2
const headWordsMax = 7
const proseWordsMin = 8
/** "s/ 1.000,00", "of 1.000,00": the sum that a share is taken of; its row goes on behind it. */
const ofSum =
  /(^|\s)(s\/|sobre|s|de|of|on|von|vom|aus|sur|de la|su|van|di|base|imponible|neto|netto|ht|net)[.:]?$/
const dayText =
  /\b\d{1,2}[./-]\d{1,2}([./-]\d{2,4})?\b|\b\d{4}-\d{2}-\d{2}\b|\b(venc\w*|vto|plazo|giro|efecto|recibo|rate|echeance|scadenza|instal\w*|prestac\w*|termijn|fallig am)\b/

/** The rows of the pages whose words speak of paying, in their order. */
export function dueRows(
  material: ReadingMaterial,
  amounts: readonly AmountEvidence[],
  total: AmountEvidence | null
): DueRow[] {
  const all = [...amounts, ...bareFigures(material, amounts)].toSorted(
    (a, b) => a.page - b.page || a.y0 - b.y0 || a.x0 - b.x0
  )
  const rows = all.flatMap((amount): DueRow[] => {
    if (amount === total) return []
    const line = material.layout.lines[amount.line]
    if (!line) return []
    const found = roleOf(amount, line, material, all)
    const isFoot = isUnder(amount, total)
    const text = fold(found?.text ?? '')
    return found ? [{ amount, role: found.role, isFoot, isPlan: dayText.test(text), text }] : []
  })
  return rows.map((row) => (isOfEarlier(row, material, all) ? { ...row, role: { role: 'aside' } } : row))
}

const earlier =
  /anterior|previous|prior |last (invoice|bill|month)|precedent|vorherig|letzte rechnung|vorige|derniere|ultima/
const earlierInvoice =
  /\b(factura|recibo|fra|facture|fattura|fatura|factuur) (anterior|precedente|vorige)|(previous|last|prior) (invoice|bill)|(letzte|vorherige) rechnung/
const linesBetweenMax = 3

/** "Factura anterior 800,00" over "Pagado -800,00": what was paid of another document. */
function isOfEarlier(
  { amount, role, text }: DueRow,
  { layout }: ReadingMaterial,
  all: readonly AmountEvidence[]
) {
  if (role.role !== 'part') return false
  if (earlierInvoice.test(text)) return true
  return all.some(
    (one) =>
      one !== amount &&
      one.line < amount.line &&
      amount.line - one.line <= linesBetweenMax &&
      Math.abs(one.value) === Math.abs(amount.value) &&
      earlier.test(fold(layout.lines[one.line]?.text ?? ''))
  )
}

/** Under the total, or on its row behind it: what is deducted further up is part of what it sums. */
export function isUnder(amount: AmountEvidence, total: AmountEvidence | null): boolean {
  if (!total) return false
  if (amount.page !== total.page) return amount.page > total.page
  return amount.y0 > total.y0 || (amount.y1 > total.y0 && amount.x0 > total.x1)
}

type Found = { role: DueRole; text: string }

/** The words before it on its line, those of its column above it, those behind it. */
function roleOf(
  amount: AmountEvidence,
  line: Line,
  material: ReadingMaterial,
  amounts: readonly AmountEvidence[]
): Found | null {
  const before = wordsBefore(amount, line, amounts)
  const beside = named(before.length > 0 ? before : wordsAcross(amount, material, amounts))
  if (beside) return beside
  if (before.some((word) => /\p{L}{2}/u.test(word.text)) && isSameSegment(before, amount, line)) return null
  return named(wordsAbove(amount, material, amounts)) ?? named(wordsBehind(amount, line, amounts))
}

function named(words: readonly Word[]): Found | null {
  const small = words.filter((word) => /^\p{Ll}+[.,;]?$/u.test(word.text))
  if (small.length >= proseWordsMin) return null
  const text = words.map((word) => word.text).join(' ')
  const role = dueRoleOf(text)
  return role ? { role, text } : null
}

/** From the sum before it on; a sum that a share is taken of parts nothing. */
function wordsBefore(amount: AmountEvidence, line: Line, amounts: readonly AmountEvidence[]): Word[] {
  const left = ofLastSentence(
    line.words.filter((word) => word.x1 <= amount.x0 + 1 && !amount.words.includes(word))
  )
  const taken = amounts.filter((one) => one.line === amount.line && one !== amount)
  const last = taken.filter((one) => one.x1 <= amount.x0 + 1).at(-1)
  if (!last) return left
  const lead = left.filter((word) => word.x1 <= last.x0 + 1)
  const leadText = fold(lead.map((word) => word.text).join(' '))
  const rest = left.filter((word) => word.x0 >= last.x1 - 1)
  const goesOn = ofSum.test(leadText) && ![...last.words, ...rest].some(({ text }) => /[,.;]$/.test(text))
  return goesOn ? lead : behindComma(rest)
}

/** "Ya ha pagado 300,00 € de reserva, queda por abonar 910,00 €": what goes on behind a sum is of that one. */
function behindComma(words: Word[]): Word[] {
  const rest = words.slice(words.findLastIndex(({ text }) => /[,.;]$/.test(text)) + 1)
  return rest.some(({ text }) => /\p{L}{3}/u.test(text)) ? rest : words
}

/** "Pagos recibidos: ninguno. Saldo pendiente 1.210,00": what ended before says nothing of the sum. */
function ofLastSentence(words: Word[]): Word[] {
  const end = words.findLastIndex(
    ({ text }, at) => /\p{Ll}{4}[.;!]$/u.test(text) && /^\p{Lu}/u.test(words[at + 1]?.text ?? '')
  )
  return words.slice(end + 1)
}

/** The text of a cell that is broken over lines, where its sum stands alone between them: those that overlap it in height. */
function wordsAcross(
  amount: AmountEvidence,
  { layout }: ReadingMaterial,
  amounts: readonly AmountEvidence[]
): Word[] {
  const around = [layout.lines[amount.line - 1], layout.lines[amount.line + 1]]
  return around.flatMap((line) => {
    if (!line || line.page !== amount.page || amounts.some((one) => one.line === line.index)) return []
    const cell = line.segments.findLast(({ x1 }) => x1 <= amount.x0 + 1)
    return cell && Math.min(cell.y1, amount.y1) > Math.max(cell.y0, amount.y0) ? cell.words : []
  })
}

function wordsBehind(amount: AmountEvidence, line: Line, amounts: readonly AmountEvidence[]): Word[] {
  const segment = line.segments.find((one) => amount.words[0] && one.words.includes(amount.words[0]))
  const isOnly = amounts.filter((one) => one.line === amount.line).length === 1
  return isOnly && segment ? segment.words.filter((word) => word.x0 >= amount.x1 - 1) : []
}

const isSameSegment = (words: readonly Word[], amount: AmountEvidence, line: Line): boolean =>
  line.segments.some(
    (segment) =>
      amount.words.some((one) => segment.words.includes(one)) &&
      words.some((one) => segment.words.includes(one))
  )

/** The heading of a box: a short text right above that ends, begins or lies in the width of the sum. */
function wordsAbove(
  amount: AmountEvidence,
  { layout }: ReadingMaterial,
  amounts: readonly AmountEvidence[]
): Word[] {
  const slack = layout.textHeight
  const isOver = (segment: Segment) =>
    Math.abs(segment.x1 - amount.x1) < slack ||
    Math.abs(segment.x0 - amount.x0) < slack ||
    (segment.x0 < amount.x1 && segment.x1 > amount.x0)
  for (let step = 1; step <= headLinesMax; step += 1) {
    const line = layout.lines[amount.line - step]
    if (!line || line.page !== amount.page || amount.y0 - line.y1 > 2.2 * slack) return []
    const shared = ({ x0, x1 }: Segment) => Math.min(x1, amount.x1) - Math.max(x0, amount.x0)
    const [heading] = line.segments.filter(isOver).toSorted((a, b) => shared(b) - shared(a))
    if (!heading) continue
    const hasSum = amounts.some(
      (one) => one.line === line.index && one.words.some((w) => heading.words.includes(w))
    )
    return hasSum || heading.words.length > headWordsMax ? [] : heading.words
  }
  return []
}

const bareReachHeights = 4
const bareFigure = /^-?[1-9]\d{0,5}$/

/** "Fianza entregada   -500" over "Total a abonar   710": whole sums where the page prints cents, in the column of the sums. */
function bareFigures({ layout }: ReadingMaterial, amounts: readonly AmountEvidence[]): AmountEvidence[] {
  const lined = new Set(amounts.map(({ line }) => line))
  return layout.lines.flatMap((line): AmountEvidence[] => {
    const segment = line.segments.at(-1)
    const word = segment?.words[0]
    if (!word || segment.words.length !== 1 || line.segments.length < 2 || lined.has(line.index)) return []
    const text = word.text.replace(/[−–—]/g, '-')
    const isPlaced = amounts.some(
      (one) => one.page === word.page && Math.abs(one.x1 - word.x1) < bareReachHeights * layout.textHeight
    )
    if (!bareFigure.test(text) || !isPlaced) return []
    const value = Number(text) * 100
    const place = placeOf([word], line.index)
    const read = {
      value,
      text: word.text,
      decimals: 0,
      hasCurrency: false,
      confidence: word.confidence * 0.8,
    }
    return [{ ...place, ...read, id: -1, strengths: new Map() }]
  })
}
