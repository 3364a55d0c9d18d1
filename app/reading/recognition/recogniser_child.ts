import { answerRequests } from '#app/files/watched_child'
import type { RecognitionAnswer, RecognitionRequest } from '#app/reading/recognition/recogniser_process'
import { TesseractRecogniser } from '#app/reading/recognition/tesseract_recogniser'

/** The process that recognises pages for the one that reads the file. */
const recogniser = new TesseractRecogniser()
answerRequests(answer, () => recogniser.close())

async function answer({ image, mode }: RecognitionRequest): Promise<RecognitionAnswer> {
  try {
    return { recognition: await recogniser.recognise(image, mode) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
