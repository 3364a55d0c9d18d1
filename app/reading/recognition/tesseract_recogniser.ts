import { createRequire } from 'node:module'
import path from 'node:path'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { imageSize } from '#app/reading/pictures/image_size'
import type { PageBox } from '#app/reading/reading_types'
import type {
  RecognisedWord,
  Recogniser,
  Recognition,
  RecognitionMode,
} from '#app/reading/recognition/recogniser'

const languageFolder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/spa/package.json')),
  '4.0.0_best_int'
)

/**
 * Recognition with tesseract.js and the Spanish data that npm installed: no network. One worker, one page at a time; the
 * process it runs in is replaced from time to time, as its memory only grows.
 */
export class TesseractRecogniser implements Recogniser {
  readonly name = 'tesseract.js'
  private worker: Promise<Worker> | null = null
  private turn: Promise<unknown> = Promise.resolve()

  recognise(image: Uint8Array, mode: RecognitionMode = 'page'): Promise<Recognition> {
    const mine = this.turn.then(async () => {
      this.worker ??= startWorker()
      return recognisePage(await this.worker, image, mode)
    })
    this.turn = mine.catch(() => undefined)
    return mine
  }

  async close(): Promise<void> {
    const closing = this.worker
    this.worker = null
    await (await closing)?.terminate()
  }
}

async function startWorker(): Promise<Worker> {
  const worker = await createWorker('spa', OEM.LSTM_ONLY, {
    langPath: languageFolder,
    gzip: true,
    cacheMethod: 'none',
    logger: () => undefined,
    errorHandler: () => undefined,
  })
  await worker.setParameters({ user_defined_dpi: '300', preserve_interword_spaces: '0' })
  return worker
}

async function recognisePage(worker: Worker, image: Uint8Array, mode: RecognitionMode): Promise<Recognition> {
  await worker.setParameters({ tessedit_pageseg_mode: mode === 'page' ? PSM.AUTO : PSM.SPARSE_TEXT })
  const { data } = await worker.recognize(
    Buffer.from(image),
    { rotateAuto: true },
    { blocks: true, text: false }
  )
  const size = imageSize(image)
  const angle = data.rotateRadians ?? 0
  const words = (data.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines.flatMap((line) => line.words))
  )
  return {
    words: words.flatMap((word) => toWord(word, size)),
    confidence: data.confidence / 100,
    angleRadians: angle,
  }
}

type TesseractWord = {
  text: string
  confidence: number
  bbox: { x0: number; y0: number; x1: number; y1: number }
}

function toWord(word: TesseractWord, size: { width: number; height: number }): RecognisedWord[] {
  const { x0, y0, x1, y1 } = word.bbox
  const box: PageBox = [x0 / size.width, y0 / size.height, x1 / size.width, y1 / size.height]
  return word.text.trim() === '' ? [] : [{ text: word.text.trim(), box, confidence: word.confidence / 100 }]
}
