import sharp from 'sharp'
import { answerRequests } from '#app/files/watched_child'
import { levelPicture } from '#app/reading/recognition/neural/level_picture'
import { loadNetworks, readLines } from '#app/reading/recognition/neural/neural_engine'
import type { LineRequest, RecognitionAnswer } from '#app/reading/recognition/recogniser_process'

// Every picture is another one: what the picture library keeps of the last is memory the networks need.
sharp.cache(false)
sharp.concurrency(1)

/** The process that reads lines of print with networks for the one that reads the file. */
let networks: ReturnType<typeof loadNetworks> | null = null
answerRequests(answer, () => Promise.resolve())

async function answer({ image, radians }: LineRequest): Promise<RecognitionAnswer> {
  try {
    networks ??= loadNetworks()
    const words = await readLines(await networks, await levelPicture(image, radians))
    const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length)
    return { recognition: { words, confidence, angleRadians: radians } }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
