import type { GreyPicture } from '#app/reading/pictures/flatten_sheet'
import type { Corners, Point } from '#app/reading/pictures/projection'
import { withBands } from '#app/reading/pictures/sheet_bands'

/** The corners of a sheet of paper as fractions of the picture, clockwise from the upper left. */
export type Sheet = { corners: Corners }

const smallWidth = 360
const shareMin = 0.2
/** A sheet that fills the picture needs no cutting out. */
const shareMax = 0.985
/** A page with a dark band at its head is no sheet on a table: the table shows on three sides at least. */
const sidesLeftOutMin = 3
const borderShare = 0.008
/** The bright region must fill the four-sided figure around it, and the figure the region. */
const fitMin = 0.9
/** Corners may be off a right angle by this much (degrees) before the figure is something else than a sheet. */
const slantMax = 28

/**
 * Finds the sheet of paper on a photograph: the largest bright region, if four straight edges bound it and it leaves
 * some of the picture out. Null for scans and wherever the edges are not clear.
 */
export function findSheet(picture: GreyPicture): Sheet | null {
  const small = shrink(picture)
  const limit = threshold(small.data)
  const found = shadowShares.flatMap((share) => sheetAbove(small, limit * share) ?? [])
  const best = found.toSorted((a, b) => b.fit - a.fit)[0]
  return best ? { corners: best.corners } : null
}

/** A shadow over the sheet may be darker than what parts paper from table elsewhere: lower limits are tried too. */
const shadowShares = [1, 0.85, 0.7, 0.58]

/** The sheet that the pixels brighter than a limit make, and how well they fill its figure. */
function sheetAbove(small: GreyPicture, limit: number): (Sheet & { fit: number }) | null {
  const paper = largestRegion(small, limit)
  const all = small.width * small.height
  if (!paper || paper.size < shareMin * all) return null
  const corners = cornersOf(outline(paper.mask, small))
  if (!corners) return null
  const area = areaOf(corners)
  if (area < shareMin * all || area > shareMax * all) return null
  if (sidesLeftOut(corners, small) < sidesLeftOutMin) return null
  const fit = Math.min(paper.size, area) / Math.max(paper.size, area)
  if (fit < fitMin || !isSheet(corners)) return null
  const fractions = withBands(corners, small).map(
    ([x, y]): Point => [clamp(x / small.width), clamp(y / small.height)]
  )
  return { corners: fractions as Corners, fit }
}

/** On how many sides the picture shows something beyond the sheet. */
function sidesLeftOut(corners: Corners, { width, height }: GreyPicture): number {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const gaps = [
    Math.max(...xs.toSorted((a, b) => a - b).slice(0, 2)) / width,
    1 - Math.min(...xs.toSorted((a, b) => b - a).slice(0, 2)) / width,
    Math.max(...ys.toSorted((a, b) => a - b).slice(0, 2)) / height,
    1 - Math.min(...ys.toSorted((a, b) => b - a).slice(0, 2)) / height,
  ]
  return gaps.filter((gap) => gap > borderShare).length
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** The picture at a width that shows the sheet and no letters: each pixel is the mean of a square. */
function shrink({ data, width, height }: GreyPicture): GreyPicture {
  const factor = Math.max(1, width / smallWidth)
  const small = { width: Math.floor(width / factor), height: Math.floor(height / factor) }
  const result = new Uint8Array(small.width * small.height)
  const step = Math.max(1, Math.floor(factor / 3))
  for (let row = 0; row < small.height; row += 1) {
    for (let column = 0; column < small.width; column += 1) {
      let [sum, count] = [0, 0]
      for (let y = Math.floor(row * factor); y < (row + 1) * factor && y < height; y += step) {
        for (let x = Math.floor(column * factor); x < (column + 1) * factor && x < width; x += step) {
          sum += data[y * width + x] ?? 0
          count += 1
        }
      }
      result[row * small.width + column] = count === 0 ? 0 : sum / count
    }
  }
  return { data: result, ...small }
}

/** The grey that parts paper from table best (Otsu 1979). */
function threshold(data: Uint8Array): number {
  const counts = new Array<number>(256).fill(0)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  const total = data.length
  const sumAll = counts.reduce((sum, count, value) => sum + count * value, 0)
  let [below, sumBelow, best, at] = [0, 0, -1, 128]
  for (let value = 0; value < 256; value += 1) {
    below += counts[value] ?? 0
    sumBelow += value * (counts[value] ?? 0)
    if (below === 0 || below === total) continue
    const difference = sumBelow / below - (sumAll - sumBelow) / (total - below)
    const between = below * (total - below) * difference * difference
    if (between > best) [best, at] = [between, value]
  }
  return at
}

type Region = { mask: Uint8Array; size: number }

/** The largest connected region brighter than the threshold, its holes (the print) filled row by row. */
function largestRegion({ data, width, height }: GreyPicture, limit: number): Region | null {
  const labels = new Int32Array(data.length)
  let best: { label: number; size: number } | null = null
  for (let start = 0, label = 0; start < data.length; start += 1) {
    if (labels[start] !== 0 || (data[start] ?? 0) <= limit) continue
    label += 1
    const size = flood(data, labels, { start, label, limit, width, height })
    if (!best || size > best.size) best = { label, size }
  }
  return best ? filled(labels, best.label, width, height) : null
}

type Flood = { start: number; label: number; limit: number; width: number; height: number }

function flood(data: Uint8Array, labels: Int32Array, { start, label, limit, width, height }: Flood): number {
  const stack = [start]
  labels[start] = label
  let size = 0
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    size += 1
    const [x, y] = [at % width, Math.floor(at / width)]
    const next = [
      x > 0 ? at - 1 : -1,
      x < width - 1 ? at + 1 : -1,
      y > 0 ? at - width : -1,
      y < height - 1 ? at + width : -1,
    ]
    for (const one of next) {
      if (one < 0 || labels[one] !== 0 || (data[one] ?? 0) <= limit) continue
      labels[one] = label
      stack.push(one)
    }
  }
  return size
}

function filled(labels: Int32Array, label: number, width: number, height: number): Region {
  const mask = new Uint8Array(labels.length)
  let size = 0
  for (let y = 0; y < height; y += 1) {
    const row = labels.subarray(y * width, (y + 1) * width)
    const [first, last] = [row.indexOf(label), row.lastIndexOf(label)]
    if (first < 0) continue
    mask.fill(1, y * width + first, y * width + last + 1)
    size += last - first + 1
  }
  return { mask, size }
}

type Outline = { left: Point[]; right: Point[]; top: Point[]; bottom: Point[] }

/** Where the region begins and ends in every row and column. */
function outline(mask: Uint8Array, { width, height }: GreyPicture): Outline {
  const found: Outline = { left: [], right: [], top: [], bottom: [] }
  for (let y = 0; y < height; y += 1) {
    const row = mask.subarray(y * width, (y + 1) * width)
    if (row.indexOf(1) < 0) continue
    found.left.push([row.indexOf(1), y])
    found.right.push([row.lastIndexOf(1) + 1, y])
  }
  for (let x = 0; x < width; x += 1) {
    let [first, last] = [-1, -1]
    for (let y = 0; y < height; y += 1) {
      if (mask[y * width + x] !== 1) continue
      if (first < 0) first = y
      last = y
    }
    if (first < 0) continue
    found.top.push([x, first])
    found.bottom.push([x, last + 1])
  }
  return found
}

/** The four edges as straight lines, and where they meet. */
function cornersOf({ left, right, top, bottom }: Outline): Corners | null {
  const sides = {
    left: fitLine(left.map(([x, y]): Point => [y, x])),
    right: fitLine(right.map(([x, y]): Point => [y, x])),
    top: fitLine(top),
    bottom: fitLine(bottom),
  }
  if (!sides.left || !sides.right || !sides.top || !sides.bottom) return null
  return [
    meet(sides.top, sides.left),
    meet(sides.top, sides.right),
    meet(sides.bottom, sides.right),
    meet(sides.bottom, sides.left),
  ]
}

type Straight = { slope: number; offset: number }

/** The line that most points of the middle of an edge lie on; the ends belong to the edges beside it. */
function fitLine(points: Point[]): Straight | null {
  const middle = points.slice(Math.floor(points.length * 0.12), Math.ceil(points.length * 0.88))
  if (middle.length < 12) return null
  let best: { line: Straight; near: number } | null = null
  const step = Math.max(1, Math.floor(middle.length / 24))
  for (let a = 0; a < middle.length; a += step) {
    for (let b = a + Math.floor(middle.length / 4); b < middle.length; b += step) {
      const [first, second] = [middle[a], middle[b]]
      if (!first || !second || first[0] === second[0]) continue
      const slope = (second[1] - first[1]) / (second[0] - first[0])
      const line = { slope, offset: first[1] - slope * first[0] }
      const near = middle.filter(([x, y]) => Math.abs(line.slope * x + line.offset - y) < 1.6).length
      if (!best || near > best.near) best = { line, near }
    }
  }
  return best && best.near > middle.length * 0.55 ? best.line : null
}

/** Where y = a x + b (an upper or lower edge) meets x = c y + d (an edge at the side). */
function meet(level: Straight, upright: Straight): Point {
  const y = (level.slope * upright.offset + level.offset) / (1 - level.slope * upright.slope)
  return [upright.slope * y + upright.offset, y]
}

function areaOf(corners: Corners): number {
  let sum = 0
  for (const [index, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[(index + 1) % 4] ?? [0, 0]
    sum += x * nextY - nextX * y
  }
  return Math.abs(sum) / 2
}

function isSheet(corners: Corners): boolean {
  return corners.every((corner, index) => {
    const [before, after] = [corners[(index + 3) % 4] ?? corner, corners[(index + 1) % 4] ?? corner]
    const angle = Math.abs(direction(corner, before) - direction(corner, after))
    const degrees = (Math.min(angle, 2 * Math.PI - angle) * 180) / Math.PI
    return Math.abs(degrees - 90) < slantMax
  })
}

const direction = (from: Point, to: Point) => Math.atan2(to[1] - from[1], to[0] - from[0])
