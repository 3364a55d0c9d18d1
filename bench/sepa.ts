import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import type { CreditTransferFile } from '#app/payments/files/credit_transfer_file'
import { buildPain001 } from '#app/payments/files/pain001'
import { readPain001 } from '#app/payments/files/read_pain001'
import { readWrittenTransfers } from '#app/payments/files/read_written_transfers'
import { validateXml } from '#app/payments/files/validate_xml'
import { XmlValidator } from '#app/payments/files/xml_validator'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeApprovedOrders } from '#tests/factories/approved_orders'
import { makeIban } from '#tests/factories/books'
import { BUILDERS, type PlainPayment } from './baselines/credit_transfer_builders.js'
import { medianMs, timed } from './measure.js'
import { figure, ratio, type Section } from './report.js'

const PAYMENTS = 10_000
const ROUNDS = 5
const RELEASE_MS_MAX = 3_000

/** A SEPA file of ten thousand payments, and ten thousand approved orders turned into stored files. */
export async function measureSepa(): Promise<Section> {
  const file = makeFile()
  const xml = buildPain001(file)
  const baselines = await measureBaselines(file, xml)
  const validator = new XmlValidator()
  const steps: [string, number][] = [
    ['`buildPain001`: checked and written as XML', await medianMs(ROUNDS, () => buildPain001(file))],
    ['`readWrittenTransfers`: read back', await medianMs(ROUNDS, () => readWrittenTransfers(xml))],
    [
      '`validateXml`: against the official schema',
      await medianMs(ROUNDS, () => validateXml(xml, 'pain.001.001.09')),
    ],
    [
      '`XmlValidator`: the same, one file after another in one thread',
      await medianMs(ROUNDS, () => validator.validate(xml, 'pain.001.001.09')),
    ],
    ['`readPain001`: as a file from elsewhere', await medianMs(ROUNDS, () => readPain001(xml))],
  ]
  await validator.close()
  const { isValid } = await validateXml(xml, 'pain.001.001.09')
  const { orderIds, person } = await makeApprovedOrders(PAYMENTS)
  const { ms, value } = await timed(() => releaseOrders(orderIds, person.actor))
  const violations = (await checkInvariants()).reduce((sum, found) => sum + found.violations, 0)
  const stored = await oneRow<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(f.size_bytes), 0)::bigint as bytes from payment_batches b join files f on f.id = b.file_id where b.id = any(:ids::bigint[])`,
    { ids: value.batchIds }
  )
  const outcome = `${figure(value.released)} released, ${value.heldBack.length} held back, ${stored.files} files of ${figure(stored.bytes / 1024)} KiB in all, ${violations} violated invariants`
  return report({ baselines, steps, bytes: Buffer.byteLength(xml), isValid, ms, outcome })
}

function makeFile(): CreditTransferFile {
  const transfers = Array.from({ length: PAYMENTS }, (_, index) => ({
    instructionId: `OP-2026-${index}`,
    endToEndId: `OP2026${String(index).padStart(8, '0')}`,
    amountMinor: 100 + index * 7,
    creditor: { name: `Lavandería & Núñez ${index}, S.L.`, iban: makeIban() },
    remittance: `FRA F2026/${index}`,
  }))
  return {
    version: '001.001.09',
    messageId: 'CAU2026112100000001',
    createdAt: '2026-11-21T10:00:00Z',
    initiator: { name: 'Hotel Uno, S.L.', nif: 'B12345674' },
    blocks: [
      {
        id: 'RM20260001',
        debtor: { name: 'Hotel Uno, S.L.', iban: makeIban() },
        executionOn: calendarDate('2026-11-24'),
        batchBooking: false,
        categoryPurpose: 'SUPP',
        transfers,
      },
    ],
  }
}

/** The same payments by libraries and template strings, and the bytes alone put on disk. */
async function measureBaselines({ blocks }: CreditTransferFile, xml: string): Promise<[string, number][]> {
  const payments: PlainPayment[] = blocks.flatMap(({ transfers }) =>
    transfers.map(({ endToEndId, amountMinor, creditor, remittance }) => ({
      id: endToEndId,
      cents: amountMinor,
      name: creditor.name,
      iban: creditor.iban,
      text: remittance ?? '',
    }))
  )
  const path = join(tmpdir(), `caudal-bench-${process.pid}.xml`)
  const measured: [string, number][] = [
    ['baseline: the bytes written to disk', await medianMs(ROUNDS, () => writeFileSync(path, xml))],
  ]
  rmSync(path)
  for (const [name, build] of Object.entries(BUILDERS))
    measured.push([`baseline: ${name}, unchecked`, await medianMs(ROUNDS, () => build(payments))])
  return measured
}

type Measured = {
  baselines: [string, number][]
  steps: [string, number][]
  bytes: number
  isValid: boolean
  ms: number
  outcome: string
}

function report({ baselines, steps, bytes, isValid, ms, outcome }: Measured): Section {
  const base = baselines[1]?.[1] ?? Number.NaN
  const bare = steps.slice(0, 3).reduce((sum, [, step]) => sum + step, 0)
  return {
    name: 'sepa',
    title: `SEPA file of ${PAYMENTS.toLocaleString('en-US')} payments`,
    notes: [
      `pain.001.001.09, ${figure(bytes / 1024)} KiB, ${isValid ? 'valid' : 'NOT valid'} against the official schema.`,
      `${figure(PAYMENTS)} approved orders to stored, read back and validated files through \`releaseOrders\` (locks, checks of blacklist, bank, invoice, duplicates, funds and history, approvals, batches of 1,000, events): ${figure(ms)} ms, ${figure(PAYMENTS / (ms / 1000))} orders/s, ${ratio(ms, bare)} the time of the files alone; ${outcome}. Goal ≤ ${figure(RELEASE_MS_MAX)} ms: ${ms <= RELEASE_MS_MAX ? 'met' : 'missed'}.`,
      'All batches of a release are validated in one thread, one after another: to start the validator takes ten times as long as a file of a thousand payments.',
    ],
    tables: [
      {
        caption: 'The file',
        columns: ['step', 'ms', 'payments/s', '× template strings'],
        rows: [...baselines, ...steps].map(([step, stepMs]) => [
          step,
          figure(stepMs),
          figure(PAYMENTS / (stepMs / 1000)),
          ratio(stepMs, base),
        ]),
      },
    ],
  }
}
