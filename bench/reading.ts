import { join } from 'node:path'
import { ensureChromium } from '../bin/tasks/chromium.js'
import { writeDocuments } from './invoice_documents/write_documents.js'
import { pageSets, printPages } from './invoice_pages/print_pages.js'
import { percentiles } from './measure.js'
import { measureStages } from './reading/ablation.js'
import { loadDocuments, type TestDocument } from './reading/documents.js'
import { calibrated, crossValidated, fitCalibration } from './reading/fit_calibration.js'
import { forgetReadings, type ReadSet, readDocuments, rememberedReadings } from './reading/read_documents.js'
import { calibrationError, fieldTable, reliabilityTable } from './reading/reliability.js'
import { isCore, type Judged, judge, type Scores, scoresOf } from './reading/score.js'
import { scoreSeveral } from './reading/several.js'
import { writeTable } from './reading/write_table.js'
import { figure, type Section, type Table } from './report.js'

const FOLDS = 10
const percent = (value: number): string => (Number.isFinite(value) ? (100 * value).toFixed(1) : '—')

/**
 * How well invoices are read: generated ones (written first when they are not there) and those of BENCH_SAMPLES_DIR.
 * `fit` writes the calibration into the reader, `keep` uses the readings of the last run and leaves out what it did not read, `stages` leaves out one stage
 * after the other.
 */
export async function measureReading(_: unknown, args: string[]): Promise<Section> {
  const folder = process.env.BENCH_DOCUMENTS_DIR ?? 'data/bench/documents'
  if (loadDocuments('develop', join(folder, 'develop')).length === 0)
    await writeDocuments(folder, ensureChromium(), () => {})
  if (loadDocuments('family_1', join(folder, 'family_1')).length === 0)
    await printPages(folder, ensureChromium(), () => {})
  const cache = join(folder, 'readings.jsonl')
  if (!args.includes('keep')) forgetReadings(cache)
  const known = rememberedReadings(cache)
  const isMeant = ({ file }: TestDocument) => known.size === 0 || known.has(file)
  const documents = [
    ...loadDocuments('samples', process.env.BENCH_SAMPLES_DIR ?? ''),
    ...loadDocuments('develop', join(folder, 'develop')),
    ...loadDocuments('held back', join(folder, 'held_back')),
    ...loadDocuments('held back, third invoices', join(folder, 'held_back_pictures')),
    ...loadDocuments('sibling', join(folder, 'sibling')),
    ...loadDocuments('wide', join(folder, 'wide')),
    ...pageSets().flatMap((set) => inSet(loadDocuments(set, join(folder, set)))),
  ].filter(isMeant)
  process.env.INVOICE_READING_WITHOUT = 'calibration'
  const several = loadDocuments('several', join(folder, 'several')).filter(isMeant)
  const set = await readDocuments([...documents, ...several], cache)
  const judged = judge(documents, set.readings)
  const telling = judged.filter(isTelling)
  if (args.includes('fit')) writeTable(telling)
  const section = reportOf(documents, set, judged, withCalibration(judged), known.size > 0)
  section.notes.push(severalNote(scoreSeveral(several, set.readings)))
  const printed = documents.filter(
    (one) => one.group !== 'structured' && (one.set === 'samples' || isUnseen(one))
  )
  return args.includes('stages')
    ? { ...section, tables: [...section.tables, await measureStages(printed, folder)] }
    : section
}

/** What tells how often the reader is wrong: what whoever worked on it did not look at. Elsewhere it would seem surer than it is. */
const isUnseen = ({ set }: TestDocument): boolean => /^held back|^(family_7|abroad_6)$/.test(set)
const isTelling = ({ document }: Judged): boolean => isUnseen(document)

/** Pages of different sets may have one name; their readings must not. */
const inSet = (documents: TestDocument[]): TestDocument[] =>
  documents.map((document) => ({ ...document, file: `${document.set}/${document.file}` }))

/** Confidences by a table that never saw the value's supplier: what tells by cross-validation, the rest by all of it. */
function withCalibration(judged: Judged[]): Judged[] {
  const telling = judged.filter(isTelling)
  const others = judged.filter((one) => !isTelling(one))
  return [...calibrated(others, fitCalibration(telling)), ...crossValidated(telling, FOLDS)]
}

/** Nothing when all readings came from an earlier run. */
const memoryNote = (peakMiB: number): string =>
  peakMiB > 0 ? `No process held more than ${figure(peakMiB)} MiB. ` : ''

function severalNote({ files, parted, invoices, core }: ReturnType<typeof scoreSeveral>): string {
  return `${files} files with ${invoices} invoices in all: ${parted} files parted right, ${percent(core)} % of the core fields of their invoices right.`
}

function reportOf(
  documents: TestDocument[],
  set: ReadSet,
  raw: Judged[],
  after: Judged[],
  isKept: boolean
): Section {
  const shown = (list: Judged[]) => list.filter((one) => isTelling(one) && isCore(one) && one.isShown)
  return {
    name: 'reading',
    title: 'Reading of invoices never seen',
    notes: [
      `${documents.length} documents: generated ones in two halves by layout, of which whoever worked on the reader saw the failures of \`develop\` only (so its figures flatter), third invoices of the layouts held back as pictures, and further samples, with which the reader was built; \`sibling\` are layouts in the manner of the samples, \`wide\` layouts unlike each other: failures of both were looked at after they had been read for the first time. The sets with a number are pages set by hand without knowing the reader (bench/invoice_pages): they were developed on after their first reading, but \`family_7\` and \`abroad_6\`, of which nobody looked at more than the figures. The calibration is fitted to these two and what is held back; its figures are cross-validated (ten folds, all documents of a supplier in one), the others are by the whole table. ${memoryNote(set.peakMiB)}Expected calibration error of the core values shown of these: ${percent(calibrationError(shown(raw)))} % before, ${percent(calibrationError(shown(after)))} % after.`,
    ],
    tables: [
      scoreTable(after),
      ...(isKept ? [] : [timeTable(documents, set)]),
      reliabilityTable(
        'Stated confidence against observed, core values shown, sets that nobody looked at',
        shown(raw),
        shown(after)
      ),
      fieldTable('By field, core values shown, sets that nobody looked at', shown(raw), shown(after)),
    ],
  }
}

function scoreTable(judged: Judged[]): Table {
  const groups = Map.groupBy(judged, ({ document }) => `${document.set}: ${document.group}`)
  const cells = (scores: Scores) => [
    scores.documents,
    percent(scores.core),
    percent(scores.head),
    percent(scores.whole),
    percent(scores.lines),
    percent(scores.place),
    percent(scores.shownAtGreen),
    percent(scores.wrongAtGreen),
    percent(scores.unseen),
  ]
  return {
    caption: 'Per cent of fields or documents read right',
    columns: [
      'set',
      'documents',
      'core fields',
      'id, number, date, total',
      'whole document',
      'lines F1',
      'place',
      'green',
      'green but wrong',
      'unseen at 99 %',
    ],
    rows: [...groups].map(([name, list]) => [name, ...cells(scoresOf(list))]),
  }
}

function timeTable(documents: TestDocument[], { readings }: ReadSet): Table {
  const kinds = Map.groupBy(
    documents.flatMap(({ file }) => readings.get(file) ?? []),
    ({ kind }) => kind
  )
  return {
    caption: 'Milliseconds a page, two children at a time',
    columns: ['kind', 'documents', 'median', 'p95'],
    rows: [...kinds].map(([kind, list]) => {
      const { p50, p95 } = percentiles(list.map(({ ms }) => ms))
      return [kind, list.length, figure(p50), figure(p95)]
    }),
  }
}
