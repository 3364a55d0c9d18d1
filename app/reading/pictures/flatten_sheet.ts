import type { Sheet } from '#app/reading/pictures/find_sheet'
import { type Corners, distance, type Point, squareToQuad } from '#app/reading/pictures/projection'

/** One byte a pixel, row by row. */
export type GreyPicture = { data: Uint8Array; width: number; height: number }

/** The sheet of a photograph as if it had been scanned: perspective undone, what lies around it left out. */
export function flattenSheet(picture: GreyPicture, { corners }: Sheet): GreyPicture {
  const scaled = corners.map(([x, y]): Point => [x * picture.width, y * picture.height]) as Corners
  const [topLeft, topRight, bottomRight, bottomLeft] = scaled
  const width = Math.round(Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight)))
  const height = Math.round(Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight)))
  const place = squareToQuad(scaled)
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = place((column + 0.5) / width, (row + 0.5) / height)
      data[row * width + column] = sample(picture, x - 0.5, y - 0.5)
    }
  }
  return { data, width, height }
}

/** Between four pixels in proportion to their distance. */
function sample({ data, width, height }: GreyPicture, x: number, y: number): number {
  const x0 = Math.min(Math.max(Math.floor(x), 0), width - 2)
  const y0 = Math.min(Math.max(Math.floor(y), 0), height - 2)
  const [fx, fy] = [Math.min(Math.max(x - x0, 0), 1), Math.min(Math.max(y - y0, 0), 1)]
  const at = y0 * width + x0
  const upper = (data[at] ?? 255) * (1 - fx) + (data[at + 1] ?? 255) * fx
  const lower = (data[at + width] ?? 255) * (1 - fx) + (data[at + width + 1] ?? 255) * fx
  return Math.round(upper * (1 - fy) + lower * fy)
}
