import sharp from 'sharp'
import type { Random } from './random.js'

export type Point = [number, number]
export type Map2d = (point: Point) => Point

/** A damaged page. */
export interface Picture {
  jpeg: Buffer
  /** From fractions of the clean page to fractions of the picture. */
  map: Map2d
  width: number
  height: number
}

/** The nearest level of grey. */
export const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

/** A sheet lying on a table, seen from a telephone held not quite above it, with the hand's shadow over it. */
export async function photograph(png: Buffer, random: Random, isTurned: boolean): Promise<Picture> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .resize({ width: 1500 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const width = Math.round(info.width * 1.18)
  const height = Math.round(info.height * 1.14)
  const jitter = (share: number): number => (random.next() - 0.5) * 2 * share
  const quad: Point[] = [
    [0.07, 0.06],
    [0.93, 0.06],
    [0.93, 0.94],
    [0.07, 0.94],
  ].map(([x = 0, y = 0]): Point => [(x + jitter(0.035)) * width, (y + jitter(0.03)) * height])
  const forward = homography(
    [
      [0, 0],
      [info.width, 0],
      [info.width, info.height],
      [0, info.height],
    ],
    quad
  )
  const backward = homography(quad, [
    [0, 0],
    [info.width, 0],
    [info.width, info.height],
    [0, info.height],
  ])
  const table = random.int(60, 140)
  const light = [random.next(), random.next()]
  const shadowAt = 0.3 + random.next() * 0.5
  const out = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = project(backward, [x, y])
      const isPaper = sx >= 0 && sy >= 0 && sx < info.width - 1 && sy < info.height - 1
      const value = isPaper
        ? bilinear(data, info.width, sx, sy) * 0.93
        : table + Math.sin(y / 7 + Math.sin(x / 90) * 3) * 9
      const away = Math.hypot(x / width - (light[0] ?? 0), y / height - (light[1] ?? 0))
      const shade =
        (1.02 - away * 0.28) * (1 - 0.28 / (1 + Math.exp(-((x + y * 0.4) / width - shadowAt - 0.3) * 26)))
      const lit = value * shade + random.normal() * 4
      const at = (y * width + x) * 3
      out[at] = clamp(lit * 1.02)
      out[at + 1] = clamp(lit)
      out[at + 2] = clamp(lit * 0.93)
    }
  }
  const image = sharp(out, { raw: { width, height, channels: 3 } }).blur(0.6)
  const map: Map2d = ([x, y]) => {
    const [px, py] = project(forward, [x * info.width, y * info.height])
    return [px / width, py / height]
  }
  if (!isTurned)
    return { jpeg: await image.jpeg({ quality: random.int(55, 75) }).toBuffer(), map, width, height }
  // The file holds the picture lying on its side; the orientation in its head turns it back, and places are of that view.
  const side = await sharp(await image.png().toBuffer())
    .rotate(270)
    .jpeg({ quality: 72 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return { jpeg: side, map, width, height }
}

function bilinear(data: Buffer, width: number, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const [fx, fy] = [x - left, y - top]
  const at = top * width + left
  const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 1] ?? 0) * fx
  const lower = (data[at + width] ?? 0) * (1 - fx) + (data[at + width + 1] ?? 0) * fx
  return upper * (1 - fy) + lower * fy
}

/** The eight numbers of the projective map that takes the four points of `from` to those of `to`. */
function homography(from: Point[], to: Point[]): number[] {
  const rows: number[][] = []
  for (const [at, [x, y]] of from.entries()) {
    const [u, v] = to[at] ?? [0, 0]
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v])
  }
  for (let column = 0; column < 8; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best))
    rows.splice(rows.indexOf(pivot), 1)
    const scaled = pivot.map((value) => value / (pivot[column] ?? 1))
    for (const row of rows) {
      const factor = row[column] ?? 0
      for (let at = 0; at < 9; at++) row[at] = (row[at] ?? 0) - factor * (scaled[at] ?? 0)
    }
    rows.splice(column, 0, scaled)
  }
  return rows.map((row) => row[8] ?? 0)
}

function project([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: number[], [x, y]: Point): Point {
  const depth = g * x + h * y + 1
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth]
}
