import sharp from 'sharp'

/** The picture is looked at this small: rows of print are still apart. */
const widthPx = 900
const slopeMax = 0.07
const coarseStep = 0.004
const fineStep = 0.0004
/** What is darker than the paper by this share of the darkest print counts as print. */
const inkShare = 0.45
/** So many points of print tell the slope; more cost time. */
const pointsMax = 60_000
const pointsMin = 400
/** How much sharper than a level page the rows must stand. */
const sharperBy = 1.03

type Points = { x: Float32Array; y: Float32Array; rows: number }

/**
 * How far the rows of print fall to the right (radians) in an upright picture: the slope at which their print gathers in
 * the sharpest rows (a projection profile of the pixels). 0 where nothing tells.
 */
export async function pictureSlope(picture: Uint8Array): Promise<number> {
  const { data, info } = await sharp(picture)
    .resize({ width: widthPx, withoutEnlargement: true })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const points = printedPoints(data, info.width, info.height)
  if (points.x.length < pointsMin) return 0
  const coarse = sharpest(points, 0, slopeMax, coarseStep)
  const best = sharpest(points, coarse, coarseStep, fineStep)
  return sharpness(points, best) > sharpness(points, 0) * sharperBy ? best : 0
}

function printedPoints(data: Uint8Array, width: number, height: number): Points {
  const sample = data.filter((_, at) => at % 7 === 0).toSorted()
  const [dark, paper] = [
    sample[Math.floor(sample.length * 0.01)] ?? 0,
    sample[Math.floor(sample.length * 0.6)] ?? 255,
  ]
  const limit = paper - (paper - dark) * inkShare
  const dots: number[] = []
  for (let at = 0; at < width * height; at += 1) if ((data[at] ?? 255) < limit) dots.push(at)
  const step = Math.max(1, Math.ceil(dots.length / pointsMax))
  const kept = dots.filter((_, at) => at % step === 0)
  return {
    x: Float32Array.from(kept, (at) => (at % width) - width / 2),
    y: Float32Array.from(kept, (at) => Math.floor(at / width)),
    rows: height,
  }
}

function sharpest(points: Points, middle: number, reach: number, step: number): number {
  let best = { slope: middle, score: sharpness(points, middle) }
  for (let slope = middle - reach; slope <= middle + reach; slope += step) {
    const score = sharpness(points, slope)
    if (score > best.score) best = { slope, score }
  }
  return best.slope
}

/** How unlike neighbouring rows are when the picture is turned back by a slope. */
function sharpness({ x, y, rows }: Points, slope: number): number {
  const margin = Math.ceil((slopeMax + coarseStep) * widthPx)
  const counts = new Float32Array(rows + 2 * margin + 2)
  for (let at = 0; at < x.length; at += 1) {
    const row = Math.round((y[at] ?? 0) - slope * (x[at] ?? 0)) + margin
    counts[row] = (counts[row] ?? 0) + 1
  }
  let sum = 0
  for (let row = 1; row < counts.length; row += 1) sum += ((counts[row] ?? 0) - (counts[row - 1] ?? 0)) ** 2
  return sum
}
