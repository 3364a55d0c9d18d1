import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeRecognisers, readDocument } from '#app/reading/read_document'
import type { ReadingContext } from '#app/reading/reading_types'
import { sharedRecogniser } from '#app/reading/recognition/shared_recogniser'
import type { Stage } from '#app/reading/stages'
import type { Table } from '../report.js'
import type { TestDocument } from './documents.js'
import type { Reading } from './read_documents.js'
import { rememberedRecogniser } from './remembered_recogniser.js'
import { judge, scoresOf } from './score.js'

interface Variant {
  name: string
  without?: Stage
  context?: (document: TestDocument) => ReadingContext
}

const percent = (value: number): string => (Number.isFinite(value) ? (100 * value).toFixed(1) : '—')

/** What each stage contributes: the same documents read without it, and with what the product knows besides. */
export async function measureStages(documents: readonly TestDocument[], folder: string): Promise<Table> {
  const recogniser = rememberedRecogniser(sharedRecogniser(), join(folder, 'recognitions'))
  const rows: (string | number)[][] = []
  for (const variant of variants(documents)) {
    process.env.INVOICE_READING_WITHOUT = ['calibration', variant.without].filter(Boolean).join(',')
    const readings = new Map<string, Reading>()
    for (const document of documents) {
      const options = { recogniser, ...(variant.context ? { context: variant.context(document) } : {}) }
      readings.set(document.file, await readHere(document, options))
    }
    rows.push([variant.name, ...cells(documents, readings)])
    process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
  }
  await closeRecognisers()
  return {
    caption:
      'What each stage contributes on the samples and what nobody looked at, per cent right (text / recognised)',
    columns: ['reader', 'core fields', 'id, number, date, total', 'whole document', 'name', 'lines F1'],
    rows,
  }
}

function variants(documents: readonly TestDocument[]): Variant[] {
  const ownCompanies = [
    ...new Set(documents.map(({ fields }) => `${fields.customerTaxId}|${fields.customerName}`)),
  ]
    .map((text) => text.split('|'))
    .map(([taxId = '', name = '']) => ({ taxId, name, ibans: [] }))
  return [
    { name: 'whole' },
    { name: 'without sums (labels alone)', without: 'sums' },
    { name: 'without columns (labels above)', without: 'columns' },
    { name: 'without names beyond legal forms', without: 'names' },
    { name: 'without repair of check digits', without: 'repair' },
    { name: 'without the margins', without: 'margins' },
    { name: 'without the networks that read lines', without: 'lines' },
    { name: 'without a second recognition', without: 'second pass' },
    { name: 'with a second recognition, but its words not put together', without: 'fusion' },
    { name: 'without levelling the rows', without: 'levelling' },
    { name: 'with own companies known', context: () => ({ ownCompanies }) },
    {
      name: 'with own companies and supplier known',
      context: ({ fields }) => ({
        ownCompanies,
        suppliers: [
          {
            name: String(fields.providerName),
            taxId: String(fields.providerTaxId),
            ibans: fields.providerIban ? [String(fields.providerIban)] : [],
          },
        ],
      }),
    },
  ]
}

async function readHere(
  document: TestDocument,
  options: Parameters<typeof readDocument>[1]
): Promise<Reading> {
  const { file } = document
  try {
    const { kind, invoices } = await readDocument(readFileSync(document.path), options)
    return { file, kind, ms: 0, fields: invoices[0]?.fields ?? {} }
  } catch (error) {
    return { file, kind: 'refused', ms: 0, fields: {}, error: String(error) }
  }
}

function cells(documents: readonly TestDocument[], readings: Map<string, Reading>): string[] {
  const judged = judge(documents, readings)
  const isText = ({ document }: (typeof judged)[number]) => document.group !== 'synthetic-scan'
  const [text, scans] = [judged.filter(isText), judged.filter((one) => !isText(one))]
  const pair = (of: (list: typeof judged) => number) => `${percent(of(text))} / ${percent(of(scans))}`
  const name = (list: typeof judged) => {
    const names = list.filter(({ field }) => field === 'providerName')
    return names.reduce((sum, { right }) => sum + right, 0) / names.length
  }
  return [
    pair((list) => scoresOf(list).core),
    pair((list) => scoresOf(list).head),
    pair((list) => scoresOf(list).whole),
    pair(name),
    pair((list) => scoresOf(list).lines),
  ]
}
