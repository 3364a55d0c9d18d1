import { createRequire } from 'node:module'
import path from 'node:path'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { imageSize } from '#app/invoices/reading/image_size'
import type { PageBox } from '#app/invoices/reading/reading_types'
import type {
  RecognisedWord,
  Recogniser,
  Recognition,
  RecognitionMode,
} from '#app/invoices/reading/recogniser'
import { DomainError } from '#app/kernel/domain_error'

const workersMax = 2
const pagesPerWorkerMax = 100
const timeoutMs = 60_000
const languageFolder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/spa/package.json')),
  '4.0.0_best_int'
)

type Seat = { worker: Worker; pages: number }

/**
 * Recognition with tesseract.js and the Spanish data that npm installed: no network. At most two workers live at a
 * time; each is replaced after a hundred pages, as its memory only grows.
 */
export class TesseractRecogniser implements Recogniser {
  readonly name = 'tesseract.js'
  private free: Seat[] = []
  private alive = 0
  private readonly waiting: ((seat: Seat | null) => void)[] = []

  constructor(private readonly seats = workersMax) {}

  async recognise(image: Uint8Array, mode: RecognitionMode = 'page'): Promise<Recognition> {
    const seat = await this.takeSeat()
    try {
      const result = await withTimeout(recognisePage(seat.worker, image, mode))
      this.giveBack(seat)
      return result
    } catch (error) {
      await this.dismiss(seat)
      throw error
    }
  }

  async close(): Promise<void> {
    const seats = this.free
    this.free = []
    for (const seat of seats) await this.dismiss(seat)
  }

  private async takeSeat(): Promise<Seat> {
    const seat = this.free.pop()
    if (seat) return seat
    if (this.alive < this.seats) {
      this.alive += 1
      return { worker: await startWorker(), pages: 0 }
    }
    const handed = await new Promise<Seat | null>((resolve) => this.waiting.push(resolve))
    return handed ?? this.takeSeat()
  }

  private giveBack(seat: Seat): void {
    seat.pages += 1
    if (seat.pages >= pagesPerWorkerMax) {
      void this.dismiss(seat)
      return
    }
    const next = this.waiting.shift()
    if (next) next(seat)
    else this.free.push(seat)
  }

  private async dismiss(seat: Seat): Promise<void> {
    await seat.worker.terminate()
    this.alive -= 1
    this.waiting.shift()?.(null)
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

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new DomainError(
            'E_UNREADABLE_FILE',
            'El reconocimiento de una página ha superado el tiempo límite.'
          )
        ),
      timeoutMs
    )
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
