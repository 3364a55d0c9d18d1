import { type Foot, finalBelow, isTakenOff, leftByPrint, type Part } from '#app/reading/fields/below_total'
import { type DueRow, dueRows, isUnder } from '#app/reading/fields/due_rows'
import { listedPayments } from '#app/reading/fields/listed_payments'
import type { ReadTotals } from '#app/reading/fields/read_totals'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { isDayOfLine, type Paid, saysPaid } from '#app/reading/fields/says_paid'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { relatedLabels } from '#app/reading/layout/relations'
import { fold } from '#app/reading/pages/text_forms'
import type { ReadDeduction, ReadDueDoubt, ReadField } from '#app/reading/reading_types'
import { type AmountEvidence, strengthOf, strengthOfAny } from '#app/reading/solver/amount_evidence'

type Due = { amountDue: ReadField<number>; deductions: ReadDeduction[]; dueDoubt?: ReadDueDoubt }

const namedMin = 0.5
const partsMax = 5
const partKinds = ['advance', 'retained'] as const satisfies readonly LabelKind[]
const remainderKinds: readonly LabelKind[] = ['pending', 'total']
const sumKinds: readonly LabelKind[] = ['total', 'base', 'tax', 'withholding', 'outlay', 'gross']

/**
 * What is due of a printed invoice: its total less the advances, payments and guarantees that are printed under it, where the
 * remainder is printed too or nothing else is; nothing where it says that it is paid. Without any of them, the total. A final
 * sum below the total that no part explains is what is due, told as a doubt; so is what says neither one nor the other.
 */
export function readAmountDue(material: ReadingMaterial, totals: ReadTotals): Due {
  const { total, solution } = totals
  const value = total.value
  if (value === null || value === 0) return due(value, total.confidence, [], [])
  const place = solution?.totalFrom ?? null
  const amounts = totals.amounts.filter((one) => !isDayOfLine(one, material.layout.lines[one.line]))
  const foot = amounts.filter((amount) => isUnder(amount, place))
  const { rows, parts, isListed } = partsAtFoot(value, foot, dueRows(material, amounts, place), material)
  const read = explained(value, foot, rows, parts)
  // A bare "Pagos" may head a plan: only what is printed as left proves that they were made.
  const found = isListed && !read?.isPrinted ? null : read
  const said = saysPaid(material, value)
  if (found) {
    const rest = due(found.due, total.confidence, found.parts, found.places, material)
    const isDoubted = said === 'paid' && found.due !== 0
    return withRelease(isDoubted ? { ...rest, dueDoubt: 'maybe_paid' } : rest, material)
  }
  if (isListed) return { ...due(value, total.confidence * doubtCertainty, [], []), dueDoubt: 'unheeded' }
  if (isCashGiven(value, rows)) return paidWhole(value, total.confidence, [], material)
  const zero = foot.find((amount) => amount.value === 0 && strengthOf(amount, 'pending') > namedMin)
  const nil = zero ?? rows.find(({ amount, role }) => role.role === 'asked' && amount.value === 0)?.amount
  // Whoever asks for the whole of it as pending has not been paid, whatever else is said of other invoices or of nothing.
  const isAskedWhole = amounts.some((one) => one.value === value && strengthOf(one, 'pending') > namedMin)
  if (!isAskedWhole && (nil || said === 'paid')) {
    const certainty = total.confidence * (nil ? 1 : paidCertainty)
    return paidWhole(value, certainty, nil ? [nil] : [], material)
  }
  return doubtful(value, total.confidence, { rows, foot, parts, solution }, material, said)
}

/** The rows and the parts at the foot, with the payments of a list of them; `isListed`: its heading does not say that they were made. */
function partsAtFoot(value: number, foot: AmountEvidence[], spoken: DueRow[], material: ReadingMaterial) {
  const { amounts, isSure } = listedPayments(material, foot, spoken)
  const listed = amounts.map((amount): DueRow => {
    return { amount, role: { role: 'part', kind: 'paid' }, isFoot: true, isPlan: false, text: '' }
  })
  const rows = [...spoken.filter(({ amount }) => !amounts.includes(amount)), ...listed]
  return { rows, parts: partsOf(foot, rows, value, material), isListed: amounts.length > 0 && !isSure }
}

const paidCertainty = 0.9
const doubtCertainty = 0.6

function paidWhole(
  value: number,
  confidence: number,
  places: AmountEvidence[],
  material: ReadingMaterial
): Due {
  return due(0, confidence, [{ kind: 'paid', amount: value }], places, material)
}

function due(
  value: number | null,
  confidence: number,
  deductions: ReadDeduction[],
  places: AmountEvidence[],
  material?: ReadingMaterial
): Due {
  const boxes = material ? places.flatMap(({ words }) => toFieldBox(words, material.layout)) : []
  return { amountDue: { value, confidence, method: 'sum', boxes }, deductions }
}

/** What no part explains: a smaller final sum, parts that exceed the total or that the final sum does not heed, a hint of having been paid. */
function doubtful(
  value: number,
  confidence: number,
  given: Foot,
  material: ReadingMaterial,
  said: Paid
): Due {
  const sure = confidence * doubtCertainty
  const final = finalBelow(value, given) ?? leftByPrint(value, given)
  if (final) {
    const left = Math.sign(value) * Math.abs(final.value)
    return { ...due(left, sure, [], [final], material), dueDoubt: 'unexplained' }
  }
  const taken = given.rows.filter(({ role, isFoot }) => isFoot && role.role === 'part')
  const isOverpaid = taken.some(
    ({ amount }) => amount.value * value < 0 && Math.abs(amount.value) > Math.abs(value)
  )
  if (isOverpaid) {
    const advance = taken.map(({ amount }) => amount)
    return { ...due(0, sure, [{ kind: 'advance', amount: value }], advance, material), dueDoubt: 'overpaid' }
  }
  const isDeducted = given.parts.some(({ amount }) => taken.some((row) => row.amount === amount))
  if (isDeducted || isTakenOff(value, given, material))
    return { ...due(value, sure, [], []), dueDoubt: 'unheeded' }
  if (said !== 'no') return { ...due(value, sure, [], []), dueDoubt: 'maybe_paid' }
  return due(value, confidence, [], [])
}

/** Cash was given and change given back: nothing is left to pay. */
function isCashGiven(value: number, rows: DueRow[]): boolean {
  return rows.some(
    ({ amount, role }) =>
      role.role === 'part' &&
      rows.some((one) => one.role.role === 'change' && amount.value - Math.abs(one.amount.value) === value)
  )
}

/** Amounts that a label or the words of their row name an advance, a payment or a guarantee, and no label of a sum better. */
function partsOf(
  foot: AmountEvidence[],
  rows: DueRow[],
  total: number,
  { labels, layout }: ReadingMaterial
): Part[] {
  const spoken = new Map(rows.map(({ amount, role }) => [amount, role]))
  const bare = rows.flatMap(({ amount, isFoot }) => (isFoot && !foot.includes(amount) ? [amount] : []))
  return [...foot, ...bare].flatMap((amount): Part[] => {
    if (amount.value === 0 || Math.abs(amount.value) > Math.abs(total)) return []
    const role = spoken.get(amount)
    if (role) return role.role === 'part' ? [{ amount, kind: role.kind }] : []
    if (milestone.test(fold(layout.lines[amount.line]?.text ?? ''))) return []
    const strength = strengthOfAny(amount, partKinds)
    const isPart = strength > namedMin && strength >= strengthOfAny(amount, sumKinds)
    if (!isPart) return []
    const isNamedBeside = layout.lines[amount.line]?.words.some(
      ({ x1, text }) => x1 <= amount.x0 + 1 && /\p{L}{4}/u.test(text)
    )
    const [named] = relatedLabels(amount, labels, layout, partKinds)
      // A row with words of its own is not named by those of the row above.
      .filter(({ label }) => !isNamedBeside || label.line === amount.line)
      .toSorted((a, b) => b.strength - a.strength)
    return named ? [{ amount, kind: partKind(named.label) }] : []
  })
}

/** "50 % a la entrega": when a share is to be paid. */
const milestone =
  /\b(a|contra|en) la (entrega|recepcion)|on delivery|bei lieferung|a la livraison|alla consegna/
const advanceText =
  /anticipo|acuenta|provision|senal|deposit|prepaid|anzahlung|acompte|acconto|voorschot|adiantamento|vorauszahlung|abschlag|bestreta|avance/

function partKind({ kinds, text }: LabelHit): Part['kind'] {
  if (kinds.includes('retained')) return 'retention'
  return advanceText.test(text) ? 'advance' : 'paid'
}

type Explained = { due: number; parts: ReadDeduction[]; places: AmountEvidence[]; isPrinted: boolean }

/** The parts that leave a printed remainder; all of them where nothing but they stands under the total. */
function explained(total: number, foot: AmountEvidence[], rows: DueRow[], found: Part[]): Explained | null {
  if (found.length === 0) return null
  const sign = Math.sign(total)
  const named = found.slice(0, partsMax)
  const finals = rows.filter(
    ({ role, isPlan }) => role.role === 'asked' || (role.role === 'total' && !isPlan)
  )
  const labelled = foot.filter(
    (amount) => strengthOfAny(amount, remainderKinds) > namedMin && !rows.some((row) => row.amount === amount)
  )
  const sums = [...labelled, ...finals.map(({ amount }) => amount)]
  const remainders = sums.filter((amount) => amount.value !== total)
  const choices = subsets(named).toSorted((a, b) => b.length - a.length)
  for (const chosen of choices) {
    const left = total - sign * sumOf(chosen)
    const place = remainders.find((amount) => Math.abs(amount.value) === Math.abs(left) && left * sign >= 0)
    if (place) return { due: left, parts: asDeductions(chosen, sign), places: [place], isPrinted: true }
  }
  const left = total - sign * sumOf(named)
  const isAskedWhole = finals.some(
    ({ amount, isFoot }) =>
      isFoot && amount.value === total && named.some((part) => part.amount.y0 < amount.y0)
  )
  if (remainders.length > 0 || isAskedWhole || left * sign < 0) return null
  const places = named.map(({ amount }) => amount)
  return { due: left, parts: asDeductions(named, sign), places, isPrinted: false }
}

const sumOf = (parts: Part[]) => parts.reduce((sum, { amount }) => sum + Math.abs(amount.value), 0)

const asDeductions = (parts: Part[], sign: number): ReadDeduction[] =>
  parts.map(({ kind, amount }) => ({ kind, amount: sign * Math.abs(amount.value) }))

function subsets(parts: Part[]): Part[][] {
  return Array.from({ length: 2 ** parts.length - 1 }, (_, at) =>
    parts.filter((_part, index) => ((at + 1) >> index) % 2 === 1)
  )
}

const releaseText = /garant|guarantee|einbehalt|retention/
const untilText = /\b(hasta|venc|devol|liber|libera|plazo|until|release|bis|frei|jusqu|fino|ate)/

/** The day on which a guarantee is released, where a line of it says one. */
function withRelease(found: Due, { layout, dates }: ReadingMaterial): Due {
  const release = dates.find((date) => {
    const line = fold(layout.lines[date.line]?.text ?? '')
    return releaseText.test(line) && untilText.test(line)
  })
  if (!release) return found
  const deductions = found.deductions.map((one) =>
    one.kind === 'retention' ? { ...one, until: release.day } : one
  )
  return { ...found, deductions }
}
