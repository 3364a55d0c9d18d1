/** A rectangle in fractions of the picture: left, top, right, bottom. */
export type Region = readonly [number, number, number, number]

const textMin = 0.3
const meanMin = 0.5
const sideMin = 3
const pixelsMin = 6
/** The network marks the middle of each line of text; what it marks is widened by this share of area to circumference. */
const widening = 1.6

/** The lines of text in a map of how sure each pixel is to be text: what hangs together, widened to the whole letters. */
export function textRegions(map: Float32Array, width: number, height: number): Region[] {
  const seen = new Uint8Array(map.length)
  const regions: Region[] = []
  for (let start = 0; start < map.length; start += 1) {
    if (seen[start] === 1 || (map[start] ?? 0) <= textMin) continue
    const { x0, y0, x1, y1, count, sum } = spread(map, seen, start, width, height)
    const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1]
    if (count < pixelsMin || Math.min(wide, high) < sideMin || sum / count < meanMin) continue
    const more = (wide * high * widening) / (2 * (wide + high))
    regions.push([
      Math.max(0, x0 - more) / width,
      Math.max(0, y0 - more) / height,
      Math.min(width, x1 + 1 + more) / width,
      Math.min(height, y1 + 1 + more) / height,
    ])
  }
  return regions
}

type Spread = { x0: number; y0: number; x1: number; y1: number; count: number; sum: number }

function spread(map: Float32Array, seen: Uint8Array, start: number, width: number, height: number): Spread {
  const found: Spread = { x0: width, y0: height, x1: 0, y1: 0, count: 0, sum: 0 }
  const stack = [start]
  seen[start] = 1
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    found.count += 1
    found.sum += map[at] ?? 0
    found.x0 = Math.min(found.x0, x)
    found.x1 = Math.max(found.x1, x)
    found.y0 = Math.min(found.y0, y)
    found.y1 = Math.max(found.y1, y)
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const next = row * width + column
        if (seen[next] === 1 || (map[next] ?? 0) <= textMin) continue
        seen[next] = 1
        stack.push(next)
      }
  }
  return found
}
