import { DomainError } from '#app/kernel/domain_error'
import { aboutInvoice } from '#app/reading/alarms_of_invoice'
import { applyCodes, findVerifactu } from '#app/reading/codes/read_verifactu'
import { engineVersion } from '#app/reading/engine_version'
import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { toMarkdown } from '#app/reading/pages/markdown'
import { type PageText, toReadPages } from '#app/reading/pages/page_text'
import { readPageTexts } from '#app/reading/pages/read_page_texts'
import { prepareImages } from '#app/reading/pictures/image_preparation'
import type { ReadOptions } from '#app/reading/read_options'
import type { ReadResult } from '#app/reading/reading_types'
import { findTurn, recognisePage } from '#app/reading/recognition/recognise_page'
import { pagesNotRead, recognisedPagesMax } from '#app/reading/recognition/recognition_limit'
import { sharedRecogniser } from '#app/reading/recognition/shared_recogniser'

const codePagesMax = 4

/** Reads a photograph or scan that came as a picture. */
export async function readImage(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
  const recogniser = options.recogniser ?? sharedRecogniser()
  const { images, isCut } = await prepareImages(bytes, recognisedPagesMax)
  const [first] = images
  const turn = first && images.length > 1 ? await findTurn(first.png, recogniser) : 0
  const pages = await Promise.all(
    images.map(async ({ png, size: { sheet } }): Promise<PageText> => {
      const { size, pieces, lines } = await recognisePage(png, recogniser, turn)
      return { size: sheet ? { ...size, sheet } : size, pieces, image: png, lines }
    })
  )
  if (pages.every((page) => page.pieces.length === 0)) {
    throw new DomainError('E_UNREADABLE_FILE', 'La imagen no contiene texto legible.')
  }
  const context = options.context ?? { ownCompanies: [] }
  const { layout, invoices: read } = await readPageTexts(pages, context, recogniser)
  const codes = await findVerifactu(images.slice(0, codePagesMax).map(({ png }) => png))
  const { invoices, alarms } = applyCodes(read, codes)
  return {
    engine: recogniser.name,
    engineVersion,
    kind: 'image',
    pages: toReadPages(layout),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: [
      ...invoices.flatMap((invoice, at) => aboutInvoice(invoiceAlarms(invoice, context), at)),
      ...alarms,
      ...(isCut ? [pagesNotRead] : []),
    ],
  }
}
