/** A point in any unit; corners of a quadrilateral go clockwise from the upper left. */
export type Point = [number, number]
export type Corners = [Point, Point, Point, Point]

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

/** Maps a point of the unit square to the plane. */
export type Projection = (x: number, y: number) => Point

/** The projection that takes the unit square to a quadrilateral (Heckbert 1989, "Fundamentals of texture mapping"). */
export function squareToQuad([p0, p1, p2, p3]: Corners): Projection {
  const [dx1, dy1] = [p1[0] - p2[0], p1[1] - p2[1]]
  const [dx2, dy2] = [p3[0] - p2[0], p3[1] - p2[1]]
  const [sx, sy] = [p0[0] - p1[0] + p2[0] - p3[0], p0[1] - p1[1] + p2[1] - p3[1]]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = determinant === 0 ? 0 : (sx * dy2 - dx2 * sy) / determinant
  const h = determinant === 0 ? 0 : (dx1 * sy - sx * dy1) / determinant
  const [a, b, c] = [p1[0] - p0[0] + g * p1[0], p3[0] - p0[0] + h * p3[0], p0[0]]
  const [d, e, f] = [p1[1] - p0[1] + g * p1[1], p3[1] - p0[1] + h * p3[1], p0[1]]
  return (x, y) => {
    const w = g * x + h * y + 1
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
  }
}
