import { ensureChromium } from '../bin/tasks/chromium.js'
import { writeDocuments } from './invoice_documents/write_documents.js'
import { printPages } from './invoice_pages/print_pages.js'

/**
 * Writes the generated invoices into the folder of BENCH_DATA_DIR (`data/bench/documents` without it):
 * node --import=@poppinss/ts-exec bench/reading_documents.ts [pages [set …] | part of a layout's name]
 */
const folder = process.env.BENCH_DATA_DIR ?? 'data/bench/documents'
const [only, ...sets] = process.argv.slice(2)
const onDone = (file: string) => process.stdout.write(`${file}\n`)
const drawn = only === 'pages' ? 0 : await writeDocuments(folder, ensureChromium(), onDone, only)
const printed =
  !only || only === 'pages'
    ? await printPages(folder, ensureChromium(), onDone, sets.length > 0 ? sets : undefined)
    : 0
const written = drawn + printed
process.stdout.write(`${written} documents in ${folder}\n`)
