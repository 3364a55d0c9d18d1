import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Line, Segment, Word } from '#app/reading/layout/layout_types'
import { amountsOfLine } from '#app/reading/layout/lookup'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

/** Words as one text; a word broken at its hyphen ("Art.-", "Nr.") grows together again. */
export function joined(words: Word[]): string {
  return words
    .map((word) => word.text)
    .join(' ')
    .replace(/(\p{L}\.?)- (?=\p{L})/gu, '$1-')
}

/** "Import total   Término fijo (61 días)   118,34": a heading of another column on the line is no part of the row. */
export function withoutHeadings(line: Line, { labels }: ReadingMaterial): Line {
  const isHeading = (segment: Segment) => {
    const own = labels.filter((label) => label.segment === segment)
    const words = own.reduce((sum, label) => sum + label.words.length, 0)
    const free = segment.words.filter((word) => /\p{L}/u.test(word.text)).length - words
    return (
      own.length > 0 && free <= 0 && own.some(({ kinds }) => kinds.some((kind) => otherColumn.includes(kind)))
    )
  }
  const [opening, ...rest] = line.segments
  const goesOn = rest.some(
    (segment) => letters(segment.text) >= lettersOfGoods && !/\d[.,]\d/.test(segment.text)
  )
  return opening && goesOn && isHeading(opening) ? { ...line, segments: rest } : line
}

const lettersOfGoods = 6
const otherColumn: readonly LabelKind[] = ['total', 'issueDate', 'dueDate', 'invoiceNumber', 'iban']

/** The segments of the line that hold words, the longest run of letters leading; codes and figures are left out. */
export function describingSegments(line: Line, amount: AmountEvidence): Segment[] {
  const worded = line.segments.filter(
    (segment) =>
      letters(segment.text) >= 3 &&
      !segment.words.some(
        (word) => amount.words.includes(word) && segment.words.length <= amount.words.length + 1
      )
  )
  const main = worded.toSorted((a, b) => letters(b.text) - letters(a.text))[0]
  if (!main)
    return line.segments
      .filter(
        (segment) => letters(segment.text) >= 2 && !segment.words.some((word) => amount.words.includes(word))
      )
      .slice(0, 1)
  const index = worded.indexOf(main)
  const follows = worded
    .slice(index + 1)
    .filter(
      (segment) =>
        segment.x0 - main.x1 < (line.height || 10) * 4 &&
        letters(segment.text) >= 3 &&
        !/%|\d[.,]\d/.test(segment.text)
    )
  return [main, ...follows]
}

/** The words of the text without the figures that stand in the same segment at its ends. */
export function descriptionWords(
  segment: Segment,
  amount: AmountEvidence,
  material: ReadingMaterial
): Word[] {
  const amountIds = new Set(amount.words.map((word) => word.id))
  const others = new Set(
    amountsOfLine(material.amounts, amount.line)
      .filter((one) => one.hasCurrency)
      .flatMap((one) => one.words.map((word) => word.id))
  )
  let words = segment.words.filter(
    (word) => !amountIds.has(word.id) && !others.has(word.id) && !/^(€|EUR|\$)$/.test(word.text)
  )
  while (words.length > 1 && /^\d{1,6}([.,]\d+)?$/.test(words[0]?.text ?? '') && startsWithFigure(words))
    words = words.slice(1)
  while (words.length > 1 && /^(\d+[.,]\d{2}|\d{1,2}%|%)$/.test(words.at(-1)?.text ?? ''))
    words = words.slice(0, -1)
  return words
}

/** "40 Menaje buffet": a figure before a capital is a quantity or position, "2 capas" is not. */
function startsWithFigure(words: Word[]): boolean {
  return /^\p{Lu}/u.test(words[1]?.text ?? '') || /^\d{4,}$/.test(words[0]?.text ?? '')
}

/** How many letters a text has. */
export function letters(text: string): number {
  return text.replace(/[^\p{L}]/gu, '').length
}

/** A description without the blanks, dashes and marks around it. */
export function cleanDescription(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–·•.,:;|*]+|[\s\-–·•,:;|*]+$/g, '')
    .trim()
}
