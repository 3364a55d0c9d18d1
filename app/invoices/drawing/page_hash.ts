import sharp from 'sharp'

const [WIDTH, HEIGHT] = [9, 8]

/**
 * How a page looks in 64 bits (difference hash): whether each of eight by eight places is brighter than its neighbour.
 * Takes a picture that this product has drawn itself. A signed number, as the database keeps it; null for an even page.
 */
export async function pageHash(picture: Uint8Array): Promise<bigint | null> {
  const grey = await sharp(picture).greyscale().resize(WIDTH, HEIGHT, { fit: 'fill' }).raw().toBuffer()
  let bits = 0n
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH - 1; column++) {
      const at = row * WIDTH + column
      bits = (bits << 1n) | ((grey[at] ?? 0) > (grey[at + 1] ?? 0) ? 1n : 0n)
    }
  // A page without contrast looks like every other such page.
  return bits === 0n ? null : BigInt.asIntN(64, bits)
}
