import sharp from 'sharp'
import { turnImage } from '#app/invoices/reading/image_preparation'
import { imageSize } from '#app/invoices/reading/image_size'
import { type PageSize, pageWidthUnits } from '#app/invoices/reading/layout/layout_types'
import type { WordPiece } from '#app/invoices/reading/page_words'
import type { Recogniser, Recognition } from '#app/invoices/reading/recogniser'

export type RecognisedPage = { size: PageSize; pieces: WordPiece[]; confidence: number }

/** Below this mean confidence the page probably lies on its side or head. */
const suspiciousConfidence = 0.6
const trialWidthPx = 1400
const secondWidthPx = 1800
const turns = [2, 1, 3] as const

/**
 * Recognises the picture of a page. A page read badly is tried in the three other positions, small, and read again in
 * the best one. Units of the pieces are thousandths of the width of the page as it was read.
 */
export async function recognisePage(png: Uint8Array, recogniser: Recogniser): Promise<RecognisedPage> {
  const upright = await recogniser.recognise(png)
  const size = imageSize(png)
  if (upright.confidence >= suspiciousConfidence && !liesOnItsSide(upright, size))
    return toPage(upright, size, 0)
  const turned = await bestTurn(png, upright, recogniser)
  if (turned === 0) return toPage(upright, size, 0)
  const recognition = await recogniser.recognise(await turnImage(png, (turned * 90) as 90 | 180 | 270))
  return toPage(recognition, size, turned)
}

/** Words of some length that are taller than wide: the engine read columns of a page turned by a quarter. */
function liesOnItsSide({ words }: Recognition, size: { width: number; height: number }): boolean {
  const long = words.filter((word) => word.text.length >= 4)
  const tall = long.filter(({ box }) => (box[3] - box[1]) * size.height > (box[2] - box[0]) * size.width)
  return tall.length > long.length * 0.5
}

/**
 * Recognises a page a second time in another way, smaller and without looking for columns: what one way misreads the
 * other often reads. The position found the first time is kept.
 */
export async function recogniseAgain(
  png: Uint8Array,
  first: PageSize,
  recogniser: Recogniser
): Promise<RecognisedPage> {
  const turns = first.quarterTurns ?? 0
  const upright = turns === 0 ? png : await turnImage(png, (turns * 90) as 90 | 180 | 270)
  const small = await sharp(upright)
    .resize({ width: secondWidthPx, withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return toPage(await recogniser.recognise(small, 'scattered'), imageSize(png), turns)
}

async function bestTurn(
  png: Uint8Array,
  upright: Recognition,
  recogniser: Recogniser
): Promise<0 | 1 | 2 | 3> {
  const small = await sharp(png)
    .resize({ width: trialWidthPx, withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()
  let best: { turn: 0 | 1 | 2 | 3; confidence: number } = {
    turn: 0,
    confidence: liesOnItsSide(upright, imageSize(png)) ? 0 : upright.confidence,
  }
  for (const turn of turns) {
    const image = await turnImage(small, (turn * 90) as 90 | 180 | 270)
    const trial = await recogniser.recognise(image)
    const confidence = liesOnItsSide(trial, imageSize(image)) ? 0 : trial.confidence
    if (confidence > best.confidence + 0.1) best = { turn, confidence }
    if (confidence > 0.75) break
  }
  return best.turn
}

function toPage(
  recognition: Recognition,
  shown: { width: number; height: number },
  quarterTurns: 0 | 1 | 2 | 3
): RecognisedPage {
  const isSideways = quarterTurns % 2 === 1
  const unitsHigh =
    (pageWidthUnits * (isSideways ? shown.width : shown.height)) / (isSideways ? shown.height : shown.width)
  const pieces = recognition.words.map(({ text, box, confidence }) => ({
    text,
    confidence,
    isTurned: false,
    x0: box[0] * pageWidthUnits,
    y0: box[1] * unitsHigh,
    x1: box[2] * pageWidthUnits,
    y1: box[3] * unitsHigh,
  }))
  return {
    size: { ...shown, angleRadians: recognition.angleRadians, quarterTurns },
    pieces,
    confidence: recognition.confidence,
  }
}
