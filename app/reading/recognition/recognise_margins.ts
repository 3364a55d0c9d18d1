import sharp from 'sharp'
import { pageWidthUnits } from '#app/reading/layout/layout_types'
import type { PageText } from '#app/reading/pages/page_text'
import type { WordPiece } from '#app/reading/pages/page_words'
import { imageSize } from '#app/reading/pictures/image_size'
import type { RecognisedWord, Recogniser } from '#app/reading/recognition/recogniser'

const stripShare = 0.09
const clearConfidence = 0.7
const clearWordsMin = 4

type Strip = { left: number; width: number; height: number; unit: number }

/**
 * Adds the text that runs up or down the margins of a recognised page, where some printers put the company's name and
 * tax number. What the first reading made of it is taken away.
 */
export async function withMargins(page: PageText, recogniser: Recogniser): Promise<PageText> {
  if (!page.image || (page.size.quarterTurns ?? 0) !== 0) return page
  const { width, height } = imageSize(page.image)
  const stripWidth = Math.round(width * stripShare)
  let pieces = page.pieces
  for (const left of [0, width - stripWidth]) {
    const strip = { left, width: stripWidth, height, unit: pageWidthUnits / width }
    const margin = await readStrip(page.image, strip, recogniser)
    if (margin.length === 0) continue
    const from = left * strip.unit
    pieces = [
      ...pieces.filter((piece) => piece.x0 < from || piece.x1 > from + stripWidth * strip.unit),
      ...margin,
    ]
  }
  return pieces === page.pieces ? page : { ...page, pieces }
}

/** The words of a strip turned both ways; nothing unless they are clear. */
async function readStrip(image: Uint8Array, strip: Strip, recogniser: Recogniser): Promise<WordPiece[]> {
  for (const degrees of [90, 270] as const) {
    const cut = sharp(image).extract({ left: strip.left, top: 0, width: strip.width, height: strip.height })
    const png = await sharp(await cut.png().toBuffer())
      .rotate(degrees)
      .png({ compressionLevel: 1 })
      .toBuffer()
    const { words } = await recogniser.recognise(png)
    const clear = words.filter((word) => word.confidence >= clearConfidence && word.text.length > 1)
    if (clear.length >= clearWordsMin && clear.length >= words.length * 0.5)
      return clear.map((word) => toPiece(word, strip, degrees))
  }
  return []
}

function toPiece(word: RecognisedWord, { left, width, height, unit }: Strip, degrees: 90 | 270): WordPiece {
  const [x0, y0, x1, y1] = word.box
  const across = degrees === 90 ? [y0 * width, y1 * width] : [width - y1 * width, width - y0 * width]
  const along = degrees === 90 ? [height - x1 * height, height - x0 * height] : [x0 * height, x1 * height]
  return {
    text: word.text,
    confidence: word.confidence,
    isTurned: true,
    x0: (left + (across[0] ?? 0)) * unit,
    x1: (left + (across[1] ?? 0)) * unit,
    y0: (along[0] ?? 0) * unit,
    y1: (along[1] ?? 0) * unit,
  }
}
