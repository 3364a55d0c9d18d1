import sharp from 'sharp'
import { rasterise, withPdf } from '#app/reading/pages/render_page'
import { openPicture } from '#app/reading/pictures/heic'

const PIXELS_MAX = 60_000_000
const LEVEL = 6

export type PageWanted = { bytes: Uint8Array; mime: string; pageIndex: number; widthPx: number }

/** A page (counted from 0) of a PDF or picture as PNG; null beyond the last one. Throws E_UNREADABLE_FILE. */
export function drawPage(wanted: PageWanted): Promise<Uint8Array | null> {
  return wanted.mime === 'application/pdf' ? drawPdf(wanted) : drawPicture(wanted)
}

function drawPdf({ bytes, pageIndex, widthPx }: PageWanted): Promise<Uint8Array | null> {
  return withPdf(bytes, async (document) => {
    if (pageIndex >= document.getPageCount()) return null
    const { data, width, height } = await rasterise(document, pageIndex, widthPx, 'BGRA')
    return sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: LEVEL })
      .toBuffer()
  })
}

/** A photograph or scan turned as its camera says and no wider than the viewer needs. */
async function drawPicture({ bytes: file, pageIndex, widthPx }: PageWanted): Promise<Uint8Array | null> {
  const bytes = await openPicture(file)
  const { pages = 1 } = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata()
  if (pageIndex >= pages) return null
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, page: pageIndex })
    .rotate()
    .resize({ width: widthPx, withoutEnlargement: true })
    .png({ compressionLevel: LEVEL })
    .toBuffer()
}
