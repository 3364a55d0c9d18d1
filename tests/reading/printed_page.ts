import { buildLayout } from '#app/reading/layout/build_layout'
import type { DocumentLayout, Word } from '#app/reading/layout/layout_types'
import { toWords, type WordPiece } from '#app/reading/pages/page_words'

const letterWidth = 9
const lineHeight = 17
const letterHeight = 12

/**
 * A page of typewriter text as the reader sees it: one blank parts words, two or more part columns. Pages are parted by
 * a form feed.
 */
export function printedPage(text: string): DocumentLayout {
  const pages = text.split('\f')
  const words: Word[] = []
  for (const [page, content] of pages.entries()) {
    const pieces = content.split('\n').flatMap((line, row) => piecesOf(line, row))
    words.push(...toWords(pieces, page, words.length))
  }
  return buildLayout(
    words,
    pages.map(() => ({ width: 595, height: 842 })),
    'text'
  )
}

function piecesOf(line: string, row: number): WordPiece[] {
  return [...line.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    x0: 20 + match.index * letterWidth,
    x1: 20 + (match.index + match[0].length) * letterWidth - 2,
    y0: 40 + row * lineHeight,
    y1: 40 + row * lineHeight + letterHeight,
    isTurned: false,
  }))
}
