import type { GreyPicture } from '#app/reading/pictures/flatten_sheet'

/** Squares of the page whose brightest grey is the paper's. */
const cellsAcross = 28
/** Below this much difference between the lightest and the darkest part of the paper nothing is done. */
const unevenMin = 0.12
const paperShare = 0.9
const white = 245

/** Takes the shadow off a sheet: every grey is set in proportion to the paper around it. Evenly lit ones stay as they are. */
export function evenLight(picture: GreyPicture): GreyPicture {
  const size = Math.max(8, Math.ceil(picture.width / cellsAcross))
  const columns = Math.ceil(picture.width / size)
  const rows = Math.ceil(picture.height / size)
  const paper = smooth(brightest(picture, size, columns, rows), columns, rows)
  const sorted = paper.toSorted()
  const [dark, light] = [
    sorted[Math.floor(sorted.length * 0.05)] ?? 0,
    sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  ]
  if (light === 0 || (light - dark) / light < unevenMin) return picture
  return { ...picture, data: divide(picture, paper, { size, columns, rows }) }
}

/** The grey of the paper in each square: all but the brightest tenth is darker. */
function brightest(
  { data, width, height }: GreyPicture,
  size: number,
  columns: number,
  rows: number
): Float32Array {
  const paper = new Float32Array(columns * rows)
  const step = Math.max(1, Math.floor(size / 16))
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const values: number[] = []
      for (let y = row * size; y < Math.min(height, (row + 1) * size); y += step)
        for (let x = column * size; x < Math.min(width, (column + 1) * size); x += step)
          values.push(data[y * width + x] ?? 0)
      const sorted = values.toSorted((a, b) => a - b)
      paper[row * columns + column] = sorted[Math.floor(sorted.length * paperShare)] ?? 0
    }
  }
  return paper
}

/** Means of three by three squares, so that a square full of print does not count as shadow. */
function smooth(paper: Float32Array, columns: number, rows: number): Float32Array {
  return paper.map((own, index) => {
    const [x, y] = [index % columns, Math.floor(index / columns)]
    let [sum, count] = [0, 0]
    for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column += 1) {
        sum += Math.max(own * 0.8, paper[row * columns + column] ?? 0)
        count += 1
      }
    return sum / count
  })
}

type Grid = { size: number; columns: number; rows: number }

function divide(
  { data, width, height }: GreyPicture,
  paper: Float32Array,
  { size, columns, rows }: Grid
): Uint8Array {
  const result = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const gridY = Math.min(Math.max(y / size - 0.5, 0), rows - 1)
    const [upper, fy] = [Math.floor(gridY), gridY - Math.floor(gridY)]
    const lower = Math.min(upper + 1, rows - 1)
    for (let x = 0; x < width; x += 1) {
      const gridX = Math.min(Math.max(x / size - 0.5, 0), columns - 1)
      const [left, fx] = [Math.floor(gridX), gridX - Math.floor(gridX)]
      const right = Math.min(left + 1, columns - 1)
      const above =
        (paper[upper * columns + left] ?? 0) * (1 - fx) + (paper[upper * columns + right] ?? 0) * fx
      const below =
        (paper[lower * columns + left] ?? 0) * (1 - fx) + (paper[lower * columns + right] ?? 0) * fx
      const local = Math.max(1, above * (1 - fy) + below * fy)
      result[y * width + x] = Math.min(255, ((data[y * width + x] ?? 0) * white) / local)
    }
  }
  return result
}
