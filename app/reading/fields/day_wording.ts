import type { DateCandidate } from '#app/reading/candidates/find_dates'
import type { DocumentLayout, Segment, Word } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'

/**
 * The print around a day, folded: `before` is its sentence up to it, `clause` the last part of that (behind a comma, a
 * bracket or another day), `after` what follows in its sentence; `above` is print over a day that opens its column.
 */
export type DayWording = {
  before: string
  clause: string
  after: string
  above: string
  /** A comma, a bracket or a stop ends it. */
  isClosed: boolean
  /** A full stop ends its sentence. */
  isStopped: boolean
  /** Its month is a word. */
  isNamed: boolean
  /** Its own words on the line, as printed, before it and behind it. */
  words: { before: Word[]; after: Word[] }
}

const paragraphGapHeights = 1.3
const linesAboveMax = 3
const proseWordsMin = 4
const wordsBeforeMax = 24

/** What is printed around a day, over the lines of its paragraph. */
export function wordingOf(date: DateCandidate, layout: DocumentLayout): DayWording {
  const segment = segmentOf(date, layout)
  const own = segment?.words ?? []
  const before = own.filter((word) => word.x1 <= date.x0 + 1 && !date.words.includes(word))
  const after = own.filter((word) => word.x0 >= date.x1 - 1 && !date.words.includes(word))
  const above = segment ? linesAbove(segment, layout) : []
  const prose = above.filter((_, at) => isWrapped(above.slice(0, at + 1), segment, layout))
  const isOpen = before.length > 0 || unfinished.test(textOf(prose[0]?.words ?? []))
  const lead = !isOpen
    ? before
    : [...prose.toReversed().flatMap((one) => one.words), ...before].slice(-wordsBeforeMax)
  const sentence = lastSentence(textOf(lead.length > 0 ? lead : headingBeside(segment, layout)))
  const follow = segment ? nextLine(segment, layout) : []
  return {
    before: sentence,
    clause: lastClause(sentence),
    after: firstSentence(textOf([...after, ...follow].slice(0, wordsBeforeMax))),
    above: before.length < 4 ? textOf(above.toReversed().flatMap((one) => one.words)) : '',
    isStopped: /\d\.$/.test(date.words.at(-1)?.text ?? ''),
    isClosed: /[,;.)]$/.test(date.words.at(-1)?.text ?? ''),
    isNamed: /\p{L}{3}/u.test(date.text),
    words: { before, after },
  }
}

/** The line above ends where a sentence cannot: "… hasta el", "… spätestens am". */
const unfinished =
  /(?:\b(?:el|del?|dia|la|a|al|am|vom|zum|den|bis|des|le|du|au|il|entro|on|by|of|the|until|before|to|op|voor|van|tot|em|ate|do|fecha)|[,:])$/

const textOf = (words: Word[]) => fold(words.map((word) => word.text).join(' ')).replace(/[’´`]/g, "'")

function segmentOf(date: DateCandidate, layout: DocumentLayout): Segment | undefined {
  const [first] = date.words
  return layout.lines[date.line]?.segments.find((one) => first && one.words.includes(first))
}

/** The lines right over a segment that begin where it begins or run over it, the nearest first. */
function linesAbove(segment: Segment, layout: DocumentLayout): Segment[] {
  const found: Segment[] = []
  let under = segment
  for (let at = segment.line - 1; at >= 0 && found.length < linesAboveMax; at -= 1) {
    const line = layout.lines[at]
    if (!line || line.page !== segment.page) break
    if (under.y0 - line.y1 > paragraphGapHeights * layout.textHeight) break
    const next = line.segments.find(
      (one) =>
        Math.abs(one.x0 - under.x0) < layout.textHeight * 0.6 ||
        (one.x0 < under.x1 && one.x1 > under.x0 && !startsBeside(one, under, layout))
    )
    if (!next) continue
    found.push(next)
    under = next
  }
  return found
}

const headingWordsMax = 6

/** "Payable jusqu'au:" in the column before a day that opens its own. */
function headingBeside(segment: Segment | undefined, layout: DocumentLayout): Word[] {
  const segments = segment ? (layout.lines[segment.line]?.segments ?? []) : []
  const words = segments[segments.findIndex((one) => one.x0 === segment?.x0) - 1]?.words ?? []
  const isHeading = words.length <= headingWordsMax && words.every((word) => !/\d/.test(word.text))
  return isHeading ? words : []
}

/** A line that begins further right, or much further left, is of another column or a heading. */
function startsBeside(one: Segment, under: Segment, layout: DocumentLayout): boolean {
  return one.x0 > under.x0 + 2 * layout.textHeight || under.x0 - one.x1 > 0
}

const raggedHeights = 6

/** Whether each of some lines, the lowest first, goes on in the one below it: full of words, and about as wide. */
function isWrapped(lines: Segment[], segment: Segment | undefined, layout: DocumentLayout): boolean {
  return lines.every((line, at) => {
    const below = lines[at - 1] ?? segment
    const isWide = below !== undefined && line.x1 > below.x1 - raggedHeights * layout.textHeight
    const words = line.words.filter((word) => /\p{L}{2}/u.test(word.text))
    return unfinished.test(textOf(line.words)) || (isWide && words.length >= proseWordsMin)
  })
}

function nextLine(segment: Segment, layout: DocumentLayout): Word[] {
  const next = layout.lines[segment.line + 1]
  if (!next || next.page !== segment.page || next.y0 - segment.y1 > layout.textHeight) return []
  const words = next.segments.find((one) => Math.abs(one.x0 - segment.x0) < layout.textHeight * 0.6)?.words
  return segment.words.length >= proseWordsMin ? (words ?? []) : []
}

const sentenceEnd =
  /(?<=(?<!\b(?:art|num|nro|exp|ref|dto|fra|fact|vto|tel|abs|inkl|exkl|zzgl|abzgl|ctra|cta))\p{L}{3}|\d{2}|[)€%])[.;!?]\s+(?=\S)/u

function lastSentence(text: string): string {
  return text.split(sentenceEnd).at(-1) ?? ''
}

function firstSentence(text: string): string {
  return text.split(sentenceEnd)[0]?.replace(/[.;]$/, '') ?? ''
}

/** Behind the last comma or bracket that something follows, or behind another day. */
function lastClause(text: string): string {
  const parts = text.split(/(?:,\s|[([–—|·•]|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})/)
  const last = parts.at(-1)?.trim() ?? ''
  return last === '' ? (parts.at(-2)?.trim() ?? '') : last
}
