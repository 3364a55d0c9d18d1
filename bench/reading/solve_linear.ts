/** The x of matrix · x = right, by elimination with the largest pivot. Throws when the matrix is singular. */
export function solveLinear(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best))
    const lead = pivot[column] ?? 0
    if (lead === 0) throw new Error('The equations have no single solution')
    rows.splice(rows.indexOf(pivot), 1)
    const scaled = pivot.map((value) => value / lead)
    for (const row of rows) {
      const factor = row[column] ?? 0
      for (let at = column; at < row.length; at++) row[at] = (row[at] ?? 0) - factor * (scaled[at] ?? 0)
    }
    rows.splice(column, 0, scaled)
  }
  return rows.map((row) => row.at(-1) ?? 0)
}
