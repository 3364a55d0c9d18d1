import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from '#app/reading/pages/pdf_document'

/** What a PDF tells of its making: how often it was saved over, by what, and what speaks for a change by hand. */
export type PdfTraces = { revisions: number; producers: string[]; signs: string[] }

type Content = { amounts: Set<string>; ibans: Set<string>; mixedIban: string | null; producer: string | null }

const PAGES_MAX = 3
const REVISIONS_MAX = 5
const AMOUNT = /\d{1,3}(?:[.,\s]\d{3})*[.,]\d{2}(?!\d)/g
const IBAN = /[A-Z]{2}\d{2}[A-Z0-9]{11,30}/g
const SAVED_LATER_MS = 60_000

/**
 * Reads the traces (rule S3): text of an earlier state of the file that a later one replaced, another program that
 * saved it again, letters of two fonts inside an account number. Throws E_UNREADABLE_FILE.
 */
export async function readPdfTraces(bytes: Uint8Array): Promise<PdfTraces> {
  const ends = revisionEnds(bytes)
  const last = await openPdf(bytes)
  try {
    const now = await contentOf(last)
    const before = await earlierContent(bytes, ends.slice(0, -1))
    const { isSavedLater, xmpProducer } = await history(last)
    const producers = [
      ...new Set([before?.producer, now.producer, xmpProducer].flatMap((name) => name ?? [])),
    ]
    return {
      revisions: ends.length,
      producers,
      signs: [
        ...(before ? changes(before, now) : []),
        ...(producers.length > 1 && isSavedLater
          ? [`lo volvió a guardar otro programa (${producers.join(' → ')})`]
          : []),
        ...(now.mixedIban ? ['el IBAN mezcla tipos de letra'] : []),
      ],
    }
  } finally {
    await last.loadingTask.destroy()
  }
}

/** Where each state of the file ends: every save that appends leaves a mark. */
function revisionEnds(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ends: number[] = []
  for (let at = buffer.indexOf('%%EOF'); at !== -1; at = buffer.indexOf('%%EOF', at + 5)) ends.push(at + 5)
  return ends
}

/** What the last earlier state says that is a document by itself; the first mark of a file made for the web is not. */
async function earlierContent(bytes: Uint8Array, ends: number[]): Promise<Content | null> {
  for (const end of ends.slice(-REVISIONS_MAX).reverse()) {
    const document = await openPdf(bytes.subarray(0, end)).catch(() => null)
    if (!document) continue
    const content = await contentOf(document).catch(() => null)
    await document.loadingTask.destroy()
    if (content && content.amounts.size > 0) return content
  }
  return null
}

function changes(before: Content, now: Content): string[] {
  const isNew = (after: Set<string>, earlier: Set<string>) => [...after].some((one) => !earlier.has(one))
  return [
    ...(before.ibans.size > 0 && isNew(now.ibans, before.ibans) ? ['una actualización cambió el IBAN'] : []),
    ...(isNew(now.amounts, before.amounts) ? ['una actualización cambió un importe'] : []),
  ]
}

async function contentOf(document: PDFDocumentProxy): Promise<Content> {
  const content: Content = { amounts: new Set(), ibans: new Set(), mixedIban: null, producer: null }
  for (let number = 1; number <= Math.min(document.numPages, PAGES_MAX); number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item) => ('str' in item ? [{ text: item.str, font: item.fontName }] : []))
    const text = pieces.map(({ text }) => text).join(' ')
    for (const amount of text.match(AMOUNT) ?? []) content.amounts.add(amount.replaceAll(/\s/g, ''))
    const letters = pieces.flatMap(({ text, font }) =>
      [...text.replaceAll(/[\s-]/g, '')].map((letter) => ({ letter, font }))
    )
    for (const found of letters
      .map(({ letter }) => letter)
      .join('')
      .matchAll(IBAN)) {
      const iban = found[0].slice(0, found[0].startsWith('ES') ? 24 : undefined)
      content.ibans.add(iban)
      const run = letters.slice(found.index, found.index + iban.length)
      if (new Set(run.map(({ font }) => font)).size > 1) content.mixedIban = iban
    }
    page.cleanup()
  }
  const { info } = await document.getMetadata()
  const producer = (info as { Producer?: unknown }).Producer
  content.producer =
    typeof producer === 'string' && producer.trim() !== '' ? producer.trim().slice(0, 80) : null
  return content
}

async function history(
  document: PDFDocumentProxy
): Promise<{ isSavedLater: boolean; xmpProducer: string | null }> {
  const { info, metadata } = await document.getMetadata()
  const { CreationDate, ModDate } = info as { CreationDate?: unknown; ModDate?: unknown }
  const [made, saved] = [momentOf(CreationDate), momentOf(ModDate)]
  const producer: unknown = metadata?.get('pdf:producer')
  return {
    isSavedLater: made !== null && saved !== null && saved - made > SAVED_LATER_MS,
    xmpProducer: typeof producer === 'string' && producer.trim() !== '' ? producer.trim().slice(0, 80) : null,
  }
}

/** "D:20260304101530+01'00'"; the zone is left out, for both days come from one program or differ by more. */
function momentOf(text: unknown): number | null {
  const found =
    typeof text === 'string' ? /^D:(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?/.exec(text) : null
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
