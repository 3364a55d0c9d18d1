import { importStatement } from '#app/accounts/actions/import_statement'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import { readStatementFile } from '#app/accounts/statements/read_statement_file'
import { SYSTEM } from '#app/audit/record_event'
import { oneRow } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { FORMATS, type Format, mangle, soundStatement } from '#tests/factories/mangled_statements'
import { csvStatement } from '#tests/factories/statements'
import type { Installation } from './installation.js'
import { memoryMiB, percentiles, seededRandom, timed } from './measure.js'
import { figure, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const FILES = 2_000
const IMPORTED = 150
const SENT = 60
const LARGE_LINES = 50_000
const LARGE_SECONDS_MAX = 20
const HUGE_BYTES = 200 * 1024 * 1024

type Tally = {
  format: Format
  sound: number
  told: number
  refused: number
  thrown: number
  p99: number
  most: number
  imported: number
  kept: number
  halves: number
  previews: number
  failures: number
}

/** Damaged statements through reader, import and server, one of 50,000 lines, and files of 200 MB. */
export async function measureStatements({ values }: Installation): Promise<Section> {
  const random = seededRandom(43)
  const draw = (below: number) => Math.floor(random() * below)
  const { siteId } = await makeSite()
  const accountId = await makeBankAccount(siteId, 'ES9121000418450200051332')
  const { server, origin } = await startServer(values)
  const browser = await SignedInBrowser.open(origin)
  const pid = server.pid ?? 0
  try {
    const tallies: Tally[] = []
    for (const format of FORMATS) {
      const sound = soundStatement(format)
      tallies.push({
        format,
        ...(await readMangled(sound, draw)),
        ...(await importMangled(sound, accountId, draw)),
        ...(await sendMangled({ sound, format, accountId, browser }, draw)),
      })
      process.stderr.write(`${JSON.stringify(tallies.at(-1))}\n`)
    }
    const large = await importLarge(siteId)
    const before = memoryMiB(pid, 'VmRSS')
    const huge = await sendHuge(browser, accountId)
    return report({ tallies, large, huge, before, peak: memoryMiB(pid, 'VmHWM') })
  } finally {
    browser.close()
    server.kill('SIGTERM')
  }
}

async function readMangled(sound: Buffer, draw: (below: number) => number) {
  const found = { sound: 0, told: 0, refused: 0, thrown: 0 }
  const times: number[] = []
  for (let turn = 0; turn < FILES; turn++) {
    const bytes = mangle(sound, draw)
    const started = performance.now()
    try {
      const { issues, statements } = await readStatementFile(bytes)
      const all = [...issues, ...statements.flatMap((statement) => statement.issues)]
      if (statements.length === 0 && all.length === 0) found.thrown++
      else if (statements.length === 0) found.refused++
      else if (all.length > 0) found.told++
      else found.sound++
    } catch (error) {
      if (isDomainError(error)) found.refused++
      else {
        found.thrown++
        process.stderr.write(`Thrown: ${String(error)}\n`)
      }
    }
    times.push(performance.now() - started)
  }
  return { ...found, p99: percentiles(times).p99, most: Math.max(...times) }
}

const stored = (accountId: number) =>
  oneRow<{ lines: number; told: number }>(
    `select (select count(*)::int from bank_statement_lines where bank_account_id = :accountId) as lines,
            (select coalesce(sum(lines_imported), 0)::int from bank_statements where bank_account_id = :accountId) as told`,
    { accountId }
  )

async function importMangled(sound: Buffer, accountId: number, draw: (below: number) => number) {
  const found = { imported: 0, kept: 0, halves: 0 }
  for (let turn = 0; turn < IMPORTED; turn++) {
    const before = await stored(accountId)
    let imported = 0
    try {
      const fileId = await uploadStatement({
        bankAccountId: accountId,
        name: 'extracto',
        bytes: mangle(sound, draw),
        actor: SYSTEM,
      })
      const report = await importStatement({
        bankAccountId: accountId,
        fileId,
        accepts: { unbalanced: true, unreadableRows: turn % 2 === 0 },
        actor: SYSTEM,
      })
      imported = report.imported
      found.imported++
    } catch (error) {
      if (!isDomainError(error)) throw error
      found.kept++
    }
    const after = await stored(accountId)
    if (after.lines - before.lines !== imported) found.halves++
  }
  return found
}

type Sending = { sound: Buffer; format: Format; accountId: number; browser: SignedInBrowser }

/** Uploads over HTTP and looks at the preview of what was taken. */
async function sendMangled({ sound, format, accountId, browser }: Sending, draw: (below: number) => number) {
  let [failures, previews] = [0, 0]
  for (let turn = 0; turn < SENT; turn++) {
    const answer = await browser.upload(
      `/accounts/${accountId}/statements/preview`,
      `extracto.${format}`,
      mangle(sound, draw)
    )
    const to = answer.headers.location
    const shown = answer.status < 400 && to ? await browser.visit(to).catch(() => null) : null
    if (to?.includes('file=') && shown) previews++
    if (answer.status >= 500 || (answer.status < 400 && to && shown === null)) failures++
  }
  return { previews, failures }
}

async function importLarge(siteId: number): Promise<{ ms: number; imported: number }> {
  const { id: accountId } = await oneRow<{ id: number }>(
    `select id from bank_accounts where site_id = :siteId limit 1`,
    { siteId }
  )
  const iban = makeIban()
  await oneRow(`update bank_accounts set iban = :iban where id = :accountId returning id`, {
    iban,
    accountId,
  })
  const movements = Array.from({ length: LARGE_LINES }, (_, at) => ({
    on: `2026-0${1 + (at % 9)}-${String(1 + (at % 27)).padStart(2, '0')}`,
    cents: -(100 + at),
    text: `RECIBO SUMINISTROS ${at}`,
  }))
  const bytes = Buffer.from(csvStatement(movements))
  const { ms, value } = await timed(async () => {
    const fileId = await uploadStatement({
      bankAccountId: accountId,
      name: 'grande.csv',
      bytes,
      actor: SYSTEM,
    })
    return importStatement({
      bankAccountId: accountId,
      fileId,
      accepts: { unbalanced: true, unreadableRows: true },
      actor: SYSTEM,
    })
  })
  return { ms, imported: value.imported }
}

async function sendHuge(browser: SignedInBrowser, accountId: number) {
  const kinds: [string, Buffer][] = [
    ['CSV', Buffer.alloc(HUGE_BYTES, 'Fecha;Concepto;Importe\n')],
    ['Norma 43', Buffer.alloc(HUGE_BYTES, `${'22    0418260310260310040002'.padEnd(79)}\n`)],
    ['camt', Buffer.alloc(HUGE_BYTES, '<Ntry><Amt Ccy="EUR">1.00</Amt></Ntry>')],
    ['ZIP', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(HUGE_BYTES)])],
  ]
  const answers: [string, string, number][] = []
  for (const [name, bytes] of kinds) {
    const { ms } = await browser.upload(`/accounts/${accountId}/statements/preview`, `grande-${name}`, bytes)
    const page = await browser.visit(`/accounts/${accountId}/statements/create`)
    const { errors } = (JSON.parse(page.body) as { props: { errors: { file?: string } } }).props
    answers.push([name, errors.file ?? 'no refusal', ms])
  }
  return answers
}

type Measured = {
  tallies: Tally[]
  large: { ms: number; imported: number }
  huge: [string, string, number][]
  before: number
  peak: number
}

function report({ tallies, large, huge, before, peak }: Measured): Section {
  const sum = (of: 'thrown' | 'halves' | 'failures') => tallies.reduce((total, tally) => total + tally[of], 0)
  return {
    name: 'statements',
    title: 'Damaged and large statements',
    notes: [
      `${figure(FILES)} damaged files of each format with a fixed seed (flipped bits, cut off, another encoding, lines twice, lost or moved, something foreign in the middle) through the reader: ${sum('thrown')} unhandled errors or files of which nothing is said. ${IMPORTED} of each through the real import: ${sum('halves')} loaded by halves. ${SENT} of each over HTTP with the preview of what was taken: ${sum('failures')} answers of 500.`,
      `A statement of ${figure(large.imported)} lines read, checked and stored: ${figure(large.ms / 1000)} s; goal ${LARGE_SECONDS_MAX} s ${large.ms / 1000 <= LARGE_SECONDS_MAX ? 'met' : 'missed'}. Suggestions come afterwards, in the background.`,
      `Uploads of 200 MB to the real address: ${huge.map(([name, refusal, ms]) => `${name} «${refusal}» in ${figure(ms)} ms`).join(', ')}. Resident memory of the server ${figure(before)} MiB before, ${figure(peak)} MiB at most.`,
    ],
    tables: [
      {
        caption: 'Damaged files by format',
        columns: [
          'format',
          'read without a complaint',
          'read, and told what is wrong',
          'refused with a reason',
          'unhandled',
          'p99 ms',
          'slowest ms',
          'imported',
          'refused by the import',
          'by halves',
          'previewed over HTTP',
          '500 over HTTP',
        ],
        rows: tallies.map((tally) => [
          tally.format,
          tally.sound,
          tally.told,
          tally.refused,
          tally.thrown,
          figure(tally.p99),
          figure(tally.most),
          tally.imported,
          tally.kept,
          tally.halves,
          tally.previews,
          tally.failures,
        ]),
      },
    ],
  }
}
