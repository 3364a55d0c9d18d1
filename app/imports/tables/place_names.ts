const placeName = /^Columna (\d{1,3})$/

/** What a column without a heading is called, by its place from 0. */
export const nameOfPlace = (position: number): string => `Columna ${position + 1}`

/** The place from 0 that such a name stands for; null for a heading. */
export function placeNamed(name: string): number | null {
  const found = placeName.exec(name)
  return found ? Number(found[1]) - 1 : null
}
