import { median } from '#app/reading/layout/page_geometry'
import type { GreyPicture } from '#app/reading/pictures/flatten_sheet'
import { type Corners, distance, type Point } from '#app/reading/pictures/projection'

/** Grey by which the table differs from a coloured band, and by which print makes a band differ from itself. */
const edgeContrast = 18
const bandNoise = 12
const evenShareMin = 0.85
/** Shares of the sheet's width or height: how far a band may reach, and how narrow it may be. */
const reachMax = 0.75
const bandMin = 0.06
const step = 0.01
const stepsOfTable = 3
const along = Array.from({ length: 9 }, (_, at) => 0.1 + at * 0.1)
/** Long side to short side of A4. */
const paperRatio = Math.SQRT2

/**
 * The corners of a sheet that a dark or coloured band is part of: a column or head printed in another colour is no paper to who
 * looks for the bright region, though an edge parts it from the table as sharply as from the paper. Corners in pixels.
 */
export function withBands(corners: Corners, picture: GreyPicture): Corners {
  const candidates = [0, 1, 2, 3].flatMap((side) => {
    const depth = bandDepth(corners, side, picture)
    return depth > 0 ? [extended(corners, side, depth)] : []
  })
  const [best] = [corners, ...candidates].toSorted((a, b) => unlikeness(a) - unlikeness(b))
  return best ?? corners
}

/** How far the shape of a sheet is from that of paper. */
function unlikeness([a, b, c, d]: Corners): number {
  const width = distance(a, b) + distance(d, c)
  const height = distance(a, d) + distance(b, c)
  return Math.abs(Math.log(Math.max(width, height) / Math.min(width, height) / paperRatio))
}

/** How far an even band goes on beyond a side before a sharp edge ends it, 0 when none does. Sides: 0 above, 1 right, 2 below, 3 left. */
function bandDepth(corners: Corners, side: number, picture: GreyPicture): number {
  const profile: number[] = []
  for (let depth = 2 * step; depth < reachMax; depth += step) {
    const grey = greyBeyond(corners, side, depth, picture)
    if (grey === null) break
    profile.push(grey)
  }
  for (let at = Math.ceil(bandMin / step); at + stepsOfTable <= profile.length; at += 1) {
    const band = profile.slice(0, at)
    const middle = median(band)
    const even = band.filter((grey) => Math.abs(grey - middle) <= bandNoise).length
    const beyond = profile.slice(at, at + stepsOfTable).map((grey) => grey - middle)
    const isEdge = beyond.every((one) => one > edgeContrast) || beyond.every((one) => one < -edgeContrast)
    if (isEdge) return even >= evenShareMin * at ? (at + 1.5) * step : 0
  }
  return 0
}

/** The mean grey of a line beyond a side of the sheet and along it; null outside of the picture. */
function greyBeyond(
  corners: Corners,
  side: number,
  depth: number,
  { data, width, height }: GreyPicture
): number | null {
  const greys = along.flatMap((share) => {
    const [x, y] = pointBeyond(corners, side, depth, share).map(Math.round) as Point
    return x >= 0 && y >= 0 && x < width && y < height ? [data[y * width + x] ?? 0] : []
  })
  return greys.length < along.length - 2 ? null : greys.reduce((sum, grey) => sum + grey, 0) / greys.length
}

/** A point at a share of a side, moved out by a share of the sheet along the edges beside it. */
function pointBeyond(corners: Corners, side: number, depth: number, share: number): Point {
  const moved = extended(corners, side, depth)
  const [from, to] = [moved[side] as Point, moved[(side + 1) % 4] as Point]
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/** The corners with one side moved out along the edges that end there. */
function extended(corners: Corners, side: number, depth: number): Corners {
  const move = (at: number, opposite: number): Point => {
    const [corner, origin] = [corners[at % 4] as Point, corners[opposite % 4] as Point]
    return [corner[0] + (corner[0] - origin[0]) * depth, corner[1] + (corner[1] - origin[1]) * depth]
  }
  const moved = [...corners] as Corners
  moved[side] = move(side, side + 3)
  moved[(side + 1) % 4] = move(side + 1, side + 2)
  return moved
}
