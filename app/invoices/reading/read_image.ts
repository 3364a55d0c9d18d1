import { prepareImages } from '#app/invoices/reading/image_preparation'
import { buildLayout } from '#app/invoices/reading/layout/build_layout'
import type { Word } from '#app/invoices/reading/layout/layout_types'
import { engineVersion } from '#app/invoices/reading/engine_version'
import { toMarkdown } from '#app/invoices/reading/markdown'
import { toReadPage, toWords } from '#app/invoices/reading/page_words'
import { pagesMax } from '#app/invoices/reading/read_pdf'
import { readPages } from '#app/invoices/reading/read_pages'
import type { ReadOptions, ReadResult } from '#app/invoices/reading/reading_types'
import { recognisePage } from '#app/invoices/reading/recognise_page'
import { sharedRecogniser } from '#app/invoices/reading/shared_recogniser'
import { DomainError } from '#app/kernel/domain_error'

/** Reads a photograph or scan that came as a picture. */
export async function readImage(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
  const recogniser = options.recogniser ?? sharedRecogniser()
  const images = await prepareImages(bytes, pagesMax)
  const pages = await Promise.all(images.map((image) => recognisePage(image.png, recogniser)))
  const words: Word[] = []
  for (const [index, page] of pages.entries()) words.push(...toWords(page.pieces, index, words.length))
  if (words.length === 0) throw new DomainError('E_UNREADABLE_FILE', 'La imagen no contiene texto legible.')
  const sizes = pages.map((page) => page.size)
  const layout = buildLayout(words, sizes, 'recognised')
  const invoices = [readPages(layout, options.context ?? { ownCompanies: [] })]
  return {
    engine: recogniser.name,
    engineVersion,
    kind: 'image',
    pages: sizes.map((size, page) => toReadPage(size, words.filter((word) => word.page === page))),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: [],
  }
}
