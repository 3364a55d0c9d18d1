import { compareField, isBlank } from './compare_fields.js'
import type { TestDocument } from './documents.js'
import type { Reading } from './read_documents.js'

export const CORE = [
  'documentType',
  'providerName',
  'providerTaxId',
  'providerIban',
  'invoiceNumber',
  'issueDate',
  'dueDate',
  'currency',
  'taxBase',
  'taxes',
  'withholding',
  'total',
] as const
const HEAD = ['providerTaxId', 'invoiceNumber', 'issueDate', 'total'] as const
/** What may pass without being looked at must be right this often. */
const UNSEEN_PRECISION = 0.99

/** One field of one document: how sure the reader was and whether it was right. */
export interface Judged {
  document: TestDocument
  kind: string
  field: string
  stated: number
  method: string
  right: number
  /** A value was given; an empty field is judged too but shows nothing. */
  isShown: boolean
  /** Whether a right value's place on the page is right; null when none was given or expected. */
  placed: boolean | null
}

/** Every field of the documents whose truth is known. */
export function judge(documents: readonly TestDocument[], readings: Map<string, Reading>): Judged[] {
  return documents.flatMap((document) => {
    const reading = readings.get(document.file)
    return Object.entries(document.fields).flatMap(([field, want]): Judged[] => {
      if (field === 'customerName') return []
      const got = reading?.fields[field]
      const right = reading && !reading.error ? compareField(field, want, got?.value) : 0
      return [
        {
          document,
          kind: reading?.kind ?? 'refused',
          field,
          stated: got?.confidence ?? 0,
          method: got?.method ?? 'none',
          right,
          isShown: !isBlank(got?.value),
          placed: right === 1 ? placeOf(document, field, got?.boxes[0]) : null,
        },
      ]
    })
  })
}

function placeOf(
  { boxes }: TestDocument,
  field: string,
  got: { page: number; box: number[] } | undefined
): boolean | null {
  const expected = boxes[field]
  if (!expected || !got) return null
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = got.box
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return expected.some(({ page, box: [left = 0, top = 0, right = 0, bottom = 0] }) => {
    return page === got.page && x >= left - 0.01 && x <= right + 0.01 && y >= top - 0.01 && y <= bottom + 0.01
  })
}

const share = (list: readonly Judged[], of = (one: Judged) => one.right): number =>
  list.length === 0 ? Number.NaN : list.reduce((sum, one) => sum + of(one), 0) / list.length

export const isCore = ({ field }: Judged): boolean => (CORE as readonly string[]).includes(field)

/** Whether all the judged fields of the list are right, document by document. */
function allRight(judged: readonly Judged[], fields: readonly string[]): number {
  const documents = Map.groupBy(
    judged.filter(({ field }) => fields.includes(field)),
    ({ document }) => document
  )
  return (
    [...documents.values()].filter((list) => list.every(({ right }) => right === 1)).length / documents.size
  )
}

export interface Scores {
  documents: number
  core: number
  head: number
  whole: number
  lines: number
  place: number
  /** Share of the core values shown at 0.95 or above that are wrong. */
  wrongAtGreen: number
  shownAtGreen: number
  /** Share of the core values that may pass unseen when those that pass are right in 99 of 100. */
  unseen: number
}

/** The figures of ocr.md for a list of judged fields. */
export function scoresOf(judged: readonly Judged[]): Scores {
  const core = judged.filter(isCore)
  const shown = core.filter(({ isShown }) => isShown)
  const green = shown.filter(({ stated }) => stated >= 0.95)
  return {
    documents: new Set(judged.map(({ document }) => document)).size,
    core: share(core),
    head: allRight(judged, HEAD),
    whole: allRight(judged, CORE),
    lines: share(judged.filter(({ field }) => field === 'lines')),
    place: share(
      core.filter(({ placed }) => placed !== null),
      ({ placed }) => (placed ? 1 : 0)
    ),
    wrongAtGreen: green.length === 0 ? Number.NaN : 1 - share(green),
    shownAtGreen: green.length / Math.max(1, shown.length),
    unseen: unseenShare(shown),
  }
}

function unseenShare(shown: readonly Judged[]): number {
  let [right, best] = [0, 0]
  for (const [at, one] of shown.toSorted((one, other) => other.stated - one.stated).entries()) {
    right += one.right
    if (right / (at + 1) >= UNSEEN_PRECISION) best = at + 1
  }
  return best / Math.max(1, shown.length)
}
