import sharp from 'sharp'
import { imageSize } from '#app/invoices/reading/image_size'
import { turnImage } from '#app/invoices/reading/image_preparation'
import { type PageSize, pageWidthUnits } from '#app/invoices/reading/layout/layout_types'
import type { WordPiece } from '#app/invoices/reading/page_words'
import type { Recognition, Recogniser } from '#app/invoices/reading/recogniser'

export type RecognisedPage = { size: PageSize; pieces: WordPiece[]; confidence: number }

/** Below this mean confidence the page probably lies on its side or head. */
const suspiciousConfidence = 0.6
const trialWidthPx = 1400
const turns = [2, 1, 3] as const

/**
 * Recognises the picture of a page. A page read badly is tried in the three other positions, small, and read again in
 * the best one. Units of the pieces are thousandths of the width of the page as it was read.
 */
export async function recognisePage(png: Uint8Array, recogniser: Recogniser): Promise<RecognisedPage> {
  const upright = await recogniser.recognise(png)
  const size = imageSize(png)
  if (upright.confidence >= suspiciousConfidence) return toPage(upright, size, 0)
  const turned = await bestTurn(png, upright, recogniser)
  if (turned === 0) return toPage(upright, size, 0)
  const recognition = await recogniser.recognise(await turnImage(png, (turned * 90) as 90 | 180 | 270))
  return toPage(recognition, size, turned)
}

async function bestTurn(png: Uint8Array, upright: Recognition, recogniser: Recogniser): Promise<0 | 1 | 2 | 3> {
  const small = await sharp(png).resize({ width: trialWidthPx, withoutEnlargement: true }).png({ compressionLevel: 1 }).toBuffer()
  let best: { turn: 0 | 1 | 2 | 3; confidence: number } = { turn: 0, confidence: upright.confidence }
  for (const turn of turns) {
    const { confidence } = await recogniser.recognise(await turnImage(small, (turn * 90) as 90 | 180 | 270))
    if (confidence > best.confidence + 0.1) best = { turn, confidence }
    if (confidence > 0.75) break
  }
  return best.turn
}

function toPage(recognition: Recognition, shown: { width: number; height: number }, quarterTurns: 0 | 1 | 2 | 3): RecognisedPage {
  const isSideways = quarterTurns % 2 === 1
  const unitsHigh = (pageWidthUnits * (isSideways ? shown.width : shown.height)) / (isSideways ? shown.height : shown.width)
  const pieces = recognition.words.map(({ text, box, confidence }) => ({
    text,
    confidence,
    isTurned: false,
    x0: box[0] * pageWidthUnits,
    y0: box[1] * unitsHigh,
    x1: box[2] * pageWidthUnits,
    y1: box[3] * unitsHigh,
  }))
  return { size: { ...shown, angleRadians: recognition.angleRadians, quarterTurns }, pieces, confidence: recognition.confidence }
}
