import { buildLayout } from '#app/reading/layout/build_layout'
import { pageWidthUnits, type Word } from '#app/reading/layout/layout_types'
import { readKnowing } from '#app/reading/pages/read_page_texts'
import type { ReadInvoice, ReadingContext, ReadResult } from '#app/reading/reading_types'

/**
 * Reads one invoice from some pages (counted from 1) of a document that was read before, from the words that were
 * kept: nothing is recognised again. Places are of the pages in their new order.
 */
export function readKeptPages(kept: ReadResult, pages: number[], context: ReadingContext): ReadInvoice {
  const chosen = pages.flatMap((page) => kept.pages[page - 1] ?? [])
  const words: Word[] = []
  for (const [index, { width, height, words: printed }] of chosen.entries()) {
    const down = (pageWidthUnits * height) / width
    for (const { text, box, confidence } of printed) {
      const [x0, y0, x1, y1] = box
      words.push({
        id: words.length,
        page: index,
        text,
        x0: x0 * pageWidthUnits,
        y0: y0 * down,
        x1: x1 * pageWidthUnits,
        y1: y1 * down,
        confidence,
        isTurned: false,
      })
    }
  }
  const sizes = chosen.map(({ width, height }) => ({ width, height }))
  const layout = buildLayout(words, sizes, kept.kind === 'pdf-text' ? 'text' : 'recognised')
  return readKnowing({ layout, pages }, context)
}
