/** What a scanner confuses, made one (area 04 §4.2): 0 and o, 1 and l, rn and m. */
export const ocrFolded = (word: string): string =>
  word.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('rn', 'm')

/**
 * Letters to add, take away, change or swap with their neighbour to make one word of another (Damerau-Levenshtein,
 * also with letters between those swapped); `limit + 1` when it is more than `limit`.
 */
export function wordDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  const width = b.length + 2
  const far = a.length + b.length
  const cells = new Int32Array((a.length + 2) * width)
  const lastRow = new Map<number, number>()
  const at = (row: number, column: number) => cells[row * width + column] ?? far
  cells[0] = far
  for (let row = 0; row <= a.length; row++) {
    cells[(row + 1) * width] = far
    cells[(row + 1) * width + 1] = row
  }
  for (let column = 0; column <= b.length; column++) {
    cells[column + 1] = far
    cells[width + column + 1] = column
  }
  for (let row = 1; row <= a.length; row++) {
    let lastColumn = 0
    for (let column = 1; column <= b.length; column++) {
      const swapRow = lastRow.get(b.charCodeAt(column - 1)) ?? 0
      const swapColumn = lastColumn
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      if (isSame) lastColumn = column
      cells[(row + 1) * width + column + 1] = Math.min(
        at(row, column) + (isSame ? 0 : 1),
        at(row + 1, column) + 1,
        at(row, column + 1) + 1,
        at(swapRow, swapColumn) + (row - swapRow - 1) + 1 + (column - swapColumn - 1)
      )
    }
    lastRow.set(a.charCodeAt(row - 1), row)
  }
  return Math.min(at(a.length + 1, b.length + 1), limit + 1)
}
