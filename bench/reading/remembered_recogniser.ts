import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recogniser } from '#app/reading/recognition/recogniser'

/**
 * A recogniser that keeps on disk what the real one gave for a picture: leaving out a stage behind recognition is then
 * measured in seconds. A picture prepared in another way is another picture.
 */
export function rememberedRecogniser(real: Recogniser, folder: string): Recogniser {
  mkdirSync(folder, { recursive: true })
  const remembered = async <T>(image: Uint8Array, more: unknown[], ask: () => Promise<T>): Promise<T> => {
    const key = createHash('sha1')
      .update(image)
      .update(JSON.stringify([real.name, ...more]))
      .digest('hex')
    const file = join(folder, `${key}.json`)
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
    const found = await ask()
    writeFileSync(file, JSON.stringify(found))
    return found
  }
  return {
    name: real.name,
    recognise: (image, ...more) => remembered(image, more, () => real.recognise(image, ...more)),
    readLines: (image, radians) =>
      remembered(image, ['lines', radians], async () => (await real.readLines?.(image, radians)) ?? null),
  }
}
