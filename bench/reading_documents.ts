import { ensureChromium } from '../bin/tasks/chromium.js'
import { writeDocuments } from './invoice_documents/write_documents.js'

/**
 * Writes the generated invoices into the folder of BENCH_DATA_DIR (`data/bench/documents` without it):
 * node --import=@poppinss/ts-exec bench/reading_documents.ts
 */
const folder = process.env.BENCH_DATA_DIR ?? 'data/bench/documents'
const written = await writeDocuments(
  folder,
  ensureChromium(),
  (file) => process.stdout.write(`${file}\n`),
  process.argv[2]
)
process.stdout.write(`${written} documents in ${folder}\n`)
