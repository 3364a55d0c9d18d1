import sharp from 'sharp'
import { asFormText } from '#app/reading/candidates/misreadings'
import { type PageSize, pageWidthUnits } from '#app/reading/layout/layout_types'
import { unitsHigh } from '#app/reading/layout/page_geometry'
import type { WordPiece } from '#app/reading/pages/page_words'
import { turnImage } from '#app/reading/pictures/image_preparation'
import { imageSize } from '#app/reading/pictures/image_size'
import { pictureSlope } from '#app/reading/pictures/picture_slope'
import { levelled, residualSlope } from '#app/reading/pictures/residual_slope'
import { turnedPieces } from '#app/reading/pictures/turned_pieces'
import type { Recogniser, Recognition } from '#app/reading/recognition/recogniser'
import { isLeftOut } from '#app/reading/stages'

/** `lines` is what the engine that reads lines saw of the same page; null where it was not asked or the page lies otherwise. */
export type RecognisedPage = {
  size: PageSize
  pieces: WordPiece[]
  confidence: number
  lines: WordPiece[] | null
}

/** Below this mean confidence the page probably lies on its side or head. */
const suspiciousConfidence = 0.6
const trialWidthPx = 1400
const secondWidthPx = 1800
const findingWidthPx = 1000
/** Lines read this much (radians) off level are read again. */
const angleAwayMax = 0.015
/** Quarter turns clockwise that put a page upright, the likeliest first. */
export type Turn = 0 | 1 | 2 | 3
const turns: readonly Turn[] = [2, 1, 3, 0]

/**
 * Recognises the picture of a page, turned as the pages before it were, with both engines at once. A page read badly is tried
 * in the three other positions, small, and read again in the best one. Units of the pieces are thousandths of the width of
 * the page as it was read.
 */
export async function recognisePage(
  png: Uint8Array,
  recogniser: Recogniser,
  expected: Turn = 0
): Promise<RecognisedPage> {
  const size = imageSize(png)
  const image = await turned(png, expected)
  const [first, lines] = await Promise.all([recogniser.recognise(image), linesAhead(image, recogniser)])
  if (!isSuspicious(first, image)) return withLines(toPage(first, size, expected), lines)
  const small = await shrunk(png, trialWidthPx)
  const turn = await bestTurn(small, { turn: expected, confidence: trustIn(first, image) }, recogniser)
  if (turn === expected) return toPage(first, size, expected)
  return toPage(await recogniser.recognise(await turned(png, turn)), size, turn)
}

/** What the engine of lines reads at the angle the picture itself shows, before the first engine tells its own. */
async function linesAhead(image: Uint8Array, recogniser: Recogniser): Promise<Recognition | null> {
  if (isLeftOut('lines') || !recogniser.readLines) return null
  return recogniser.readLines(image, -(await pictureSlope(image)))
}

/** Both engines saw the page at about the same angle, or the picture alone showed another one and the lines are read anew. */
function withLines(page: RecognisedPage, lines: Recognition | null): RecognisedPage {
  if (!lines) return page
  const away = (page.size.angleRadians ?? 0) - lines.angleRadians
  if (Math.abs(away) > angleAwayMax) return page
  const high = unitsHigh(page.size, page.size.quarterTurns ?? 0)
  return { ...page, lines: turnedPieces(toPieces(lines, high), away, high) }
}

/** How a page lies, by a small picture of it: pages of one file mostly lie alike, and reading one wrongly is slow. */
export async function findTurn(png: Uint8Array, recogniser: Recogniser): Promise<Turn> {
  const small = await shrunk(png, findingWidthPx)
  const upright = await recogniser.recognise(small)
  if (!isSuspicious(upright, small)) return 0
  return bestTurn(small, { turn: 0, confidence: trustIn(upright, small) }, recogniser)
}

const isSuspicious = (recognition: Recognition, image: Uint8Array) =>
  trustIn(recognition, image) < suspiciousConfidence

const trustIn = (recognition: Recognition, image: Uint8Array) =>
  liesOnItsSide(recognition, imageSize(image)) ? 0 : recognition.confidence

const turned = async (png: Uint8Array, turn: Turn) =>
  turn === 0 ? png : turnImage(png, (turn * 90) as 90 | 180 | 270)

const shrunk = (png: Uint8Array, width: number): Promise<Uint8Array> =>
  sharp(png).resize({ width, withoutEnlargement: true }).png({ compressionLevel: 1 }).toBuffer()

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
  const turn = first.quarterTurns ?? 0
  const small = await shrunk(await turned(png, turn), secondWidthPx)
  return toPage(await recogniser.recognise(small, 'scattered'), imageSize(png), turn)
}

type Trial = { turn: Turn; confidence: number }

/** The other positions are tried until one is read well; one that is hardly better than the first is not taken. */
async function bestTurn(small: Uint8Array, first: Trial, recogniser: Recogniser): Promise<Turn> {
  let best = first
  for (const turn of turns.filter((one) => one !== first.turn)) {
    const image = await turned(small, turn)
    const confidence = trustIn(await recogniser.recognise(image), image)
    if (confidence > best.confidence + 0.1) best = { turn, confidence }
    if (confidence > 0.75) break
  }
  return best.turn
}

/** What the engine that reads lines sees on a page that was recognised before, in the units of that page; none without one. */
export async function recogniseLines(
  png: Uint8Array,
  first: PageSize,
  recogniser: Recogniser
): Promise<WordPiece[]> {
  const turn = first.quarterTurns ?? 0
  const recognition = await recogniser.readLines?.(await turned(png, turn), first.angleRadians ?? 0)
  return recognition ? toPieces(recognition, unitsHigh(imageSize(png), turn)) : []
}

/** A word of some length that is much higher than wide stands in the margin, along the page. */
const runsUpwards = (text: string, width: number, height: number): boolean =>
  text.length >= 3 && height > 1.6 * width

function toPieces({ words }: Recognition, high: number): WordPiece[] {
  return words.map(({ text, box, confidence, centres }) => ({
    text: asFormText(text),
    confidence,
    isTurned: runsUpwards(text, (box[2] - box[0]) * pageWidthUnits, (box[3] - box[1]) * high),
    x0: box[0] * pageWidthUnits,
    y0: box[1] * high,
    x1: box[2] * pageWidthUnits,
    y1: box[3] * high,
    ...(centres ? { centres: centres.map((centre) => centre * pageWidthUnits) } : {}),
  }))
}

function toPage(
  recognition: Recognition,
  shown: { width: number; height: number },
  quarterTurns: Turn
): RecognisedPage {
  const high = unitsHigh(shown, quarterTurns)
  const pieces = toPieces(recognition, high)
  const slope = isLeftOut('levelling') ? 0 : residualSlope(pieces)
  return {
    size: { ...shown, angleRadians: recognition.angleRadians - slope, quarterTurns },
    pieces: levelled(pieces, slope, high),
    confidence: recognition.confidence,
    lines: null,
  }
}
