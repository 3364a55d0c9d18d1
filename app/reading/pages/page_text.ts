import { buildLayout } from '#app/reading/layout/build_layout'
import type { DocumentLayout, PageSize, Word } from '#app/reading/layout/layout_types'
import { toReadPage, toWords, type WordPiece } from '#app/reading/pages/page_words'
import type { ReadPage } from '#app/reading/reading_types'

/**
 * The words of one page before they are numbered; `image` is kept where they came from a picture, `lines` where the engine
 * of lines read it at once.
 */
export type PageText = {
  size: PageSize
  pieces: WordPiece[]
  image: Uint8Array | null
  lines?: WordPiece[] | null
}

/** Puts pages together to one layout. A document with one recognised page counts as recognised. */
export function toLayout(pages: PageText[]): DocumentLayout {
  const words: Word[] = []
  for (const [index, page] of pages.entries()) words.push(...toWords(page.pieces, index, words.length))
  const source = pages.some((page) => page.image !== null) ? 'recognised' : 'text'
  return buildLayout(
    words,
    pages.map((page) => page.size),
    source
  )
}

export function toReadPages(layout: DocumentLayout): ReadPage[] {
  return layout.pages.map((size, page) =>
    toReadPage(
      size,
      layout.words.filter((word) => word.page === page)
    )
  )
}
