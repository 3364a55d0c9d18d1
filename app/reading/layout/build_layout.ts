import type { DocumentLayout, Line, PageSize, Segment, Word } from '#app/reading/layout/layout_types'
import { extentOf, median, overlapOf } from '#app/reading/layout/page_geometry'

/** The blank that parts columns. Recognised boxes hug their letters, so that blanks look wider. */
export const columnGapPerHeight = { text: 0.95, recognised: 1.25 }
const sameLineOverlap = 0.5

/** Puts words into lines and lines into segments. Words keep their ids; turned words form lines of their own. */
export function buildLayout(
  words: Word[],
  pages: PageSize[],
  source: DocumentLayout['source']
): DocumentLayout {
  const lines: Line[] = []
  for (let page = 0; page < pages.length; page += 1) {
    const own = words.filter((word) => word.page === page)
    const groups = [
      ...groupLines(own.filter((word) => !word.isTurned)),
      ...groupTurned(
        own.filter((word) => word.isTurned),
        source
      ),
    ]
    for (const group of groups) lines.push(toLine(group, lines.length, columnGapPerHeight[source]))
  }
  const textHeight = median(words.filter((word) => !word.isTurned).map((word) => word.y1 - word.y0)) || 10
  return { pages, words, lines, textHeight, source }
}

function groupLines(words: Word[]): Word[][] {
  const groups: { words: Word[]; y0: number; y1: number }[] = []
  for (const word of words.toSorted((a, b) => a.y0 + a.y1 - (b.y0 + b.y1))) {
    const group = groups.slice(-6).findLast((candidate) => belongs(word, candidate))
    if (!group) {
      groups.push({ words: [word], y0: word.y0, y1: word.y1 })
      continue
    }
    group.words.push(word)
    group.y0 = median(group.words.map((one) => one.y0))
    group.y1 = median(group.words.map((one) => one.y1))
  }
  return groups
    .toSorted((a, b) => a.y0 + a.y1 - (b.y0 + b.y1))
    .map((group) => group.words.toSorted((a, b) => a.x0 - b.x0))
}

function belongs(word: Word, group: { words: Word[]; y0: number; y1: number }): boolean {
  const shared = overlapOf([word.y0, word.y1], [group.y0, group.y1])
  if (shared < sameLineOverlap * Math.min(word.y1 - word.y0, group.y1 - group.y0)) return false
  const isOnTop = group.words.some(
    (one) =>
      overlapOf([one.x0, one.x1], [word.x0, word.x1]) > 0.5 * Math.min(one.x1 - one.x0, word.x1 - word.x0)
  )
  return !isOnTop
}

/**
 * Margin text reads along the page's height: each column of turned words is one line, in the order it came. Recognised
 * words of several columns come mixed: they are put into the order most of them have, upwards if that does not tell.
 */
function groupTurned(words: Word[], source: DocumentLayout['source']): Word[][] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.find((one) => one[0] && overlapOf([one[0].x0, one[0].x1], [word.x0, word.x1]) > 0)
    if (group) group.push(word)
    else groups.push([word])
  }
  return source === 'recognised' ? groups.map(inOneDirection) : groups
}

function inOneDirection(words: Word[]): Word[] {
  const steps = words.slice(1).map((word, index) => Math.sign(word.y0 - (words[index]?.y0 ?? 0)))
  const isDownwards = steps.reduce((sum, step) => sum + step, 0) > steps.length / 2
  return words.toSorted((a, b) => (isDownwards ? a.y0 - b.y0 : b.y0 - a.y0))
}

function toLine(words: Word[], index: number, gapPerHeight: number): Line {
  const extent = extentOf(words)
  const isTurned = words[0]?.isTurned ?? false
  const height = median(words.map((word) => (isTurned ? word.x1 - word.x0 : word.y1 - word.y0)))
  const segments = (isTurned ? [words] : splitAtGaps(words, height, gapPerHeight)).map((part) =>
    toSegment(part, index)
  )
  return {
    index,
    page: words[0]?.page ?? 0,
    words,
    segments,
    text: segments.map((one) => one.text).join('   '),
    ...extent,
    height,
  }
}

/** Beside large print a small word is its own column, unless it is only low (a dash, a comma, "de"). */
function joinHeight(previous: Word, word: Word, lineHeight: number): number {
  const [first, second] = [previous.y1 - previous.y0, word.y1 - word.y0]
  return Math.max(Math.min(first, second), Math.min(lineHeight, Math.max(first, second) * 0.75))
}

function splitAtGaps(words: Word[], height: number, gapPerHeight: number): Word[][] {
  const parts: Word[][] = []
  for (const word of words) {
    const part = parts.at(-1)
    const previous = part?.at(-1)
    const limit = previous ? gapPerHeight * joinHeight(previous, word, height) : 0
    if (part && previous && word.x0 - previous.x1 < limit) part.push(word)
    else parts.push([word])
  }
  return parts
}

function toSegment(words: Word[], line: number): Segment {
  return {
    words,
    text: words.map((word) => word.text).join(' '),
    ...extentOf(words),
    page: words[0]?.page ?? 0,
    line,
  }
}
