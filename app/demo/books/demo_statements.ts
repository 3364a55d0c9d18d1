import { importStatement } from '#app/accounts/actions/import_statement'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import type { Actor } from '#app/audit/record_event'
import { type DemoMovement, norma43Text } from '#app/demo/books/norma43_text'
import type { DemoSite } from '#app/demo/group/demo_sites'
import { seededRandom } from '#app/demo/seeded_random'
import { oneRow, rows } from '#app/kernel/database/sql'
import {
  addDays,
  addMonths,
  type CalendarDate,
  compareDays,
  endOfMonth,
  startOfMonth,
} from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'

const MONTHS = 12
/** The last days have no statement yet: their payments wait for it. */
const SILENT_DAYS = 6
const BOOKED_AFTER_DAYS = 45
/** Common concept of Norma 43. */
const TRANSFER = '04'

/** A Norma 43 file a month and account: the payments, card takings, bank fees; matched as far as the machine is sure. */
export async function createDemoStatements(
  sites: DemoSite[],
  actor: Actor,
  day: CalendarDate
): Promise<void> {
  for (const site of sites) {
    const account = await oneRow<{ iban: string; openingMinor: number }>(
      `select iban, opening_balance_minor as opening_minor from bank_accounts where id = :id`,
      { id: site.bankAccountId }
    )
    let balance = account.openingMinor
    for (let month = MONTHS; month >= 0; month--) {
      const from = startOfMonth(addMonths(day, -month))
      const last = endOfMonth(from)
      const to = compareDays(last, addDays(day, -SILENT_DAYS)) > 0 ? addDays(day, -SILENT_DAYS) : last
      if (compareDays(to, from) < 0) continue
      const isLatest = compareDays(last, addDays(day, -SILENT_DAYS)) >= 0
      const found = await movementsOf(site, from, to)
      const movements = isLatest && site.id === sites.at(-1)?.id ? withFee(found) : found
      if (movements.length === 0) continue
      const text = norma43Text(account.iban, site.legalName, from, to, balance, movements)
      balance += movements.reduce((total, movement) => total + movement.amountMinor, 0)
      const fileId = await uploadStatement({
        bankAccountId: site.bankAccountId,
        name: `${site.code}-${from.slice(0, 7)}.n43`,
        bytes: Buffer.from(text, 'latin1'),
        actor,
      })
      await importStatement({
        bankAccountId: site.bankAccountId,
        fileId,
        accepts: { unbalanced: false, unreadableRows: false },
        actor,
      })
    }
    await suggestMatches(site.bankAccountId)
    await bookOldTakings(site, actor, addDays(day, -BOOKED_AFTER_DAYS))
  }
}

/** What nobody had to match was booked long ago: takings as sales, what the town hall charges as a tax; a rule books the fees. */
async function bookOldTakings(site: DemoSite, actor: Actor, before: CalendarDate): Promise<void> {
  const lines = await rows<{ id: number; amountMinor: number }>(
    `select id, amount_minor from bank_statement_lines where bank_account_id = :id and status in ('pending', 'suggested') and booked_on < :before order by booked_on, id`,
    { id: site.bankAccountId, before }
  )
  for (const line of lines) {
    const isTaking = line.amountMinor > 0
    await bookDirect({
      lineId: line.id,
      accountCode: isTaking ? '705' : '631',
      description: isTaking ? 'Ventas cobradas con tarjeta' : 'Tasa de residuos',
      actor,
    })
  }
}

const FEE_MINOR = 23

/** The bank charged some cents with the last payment: whoever reconciles it gives the difference up. */
function withFee(movements: DemoMovement[]): DemoMovement[] {
  const charged = movements.findLast(({ concept }) => concept === TRANSFER)
  return movements.map((movement) =>
    movement === charged ? { ...movement, amountMinor: movement.amountMinor - FEE_MINOR } : movement
  )
}

async function movementsOf(site: DemoSite, from: CalendarDate, to: CalendarDate): Promise<DemoMovement[]> {
  const payments = await rows<{
    executionDate: CalendarDate
    amountMinor: number
    creditor: string
    endToEndId: string
  }>(
    `select o.execution_date, o.amount_minor, o.creditor_name as creditor, o.end_to_end_id from payment_orders o
      where o.debtor_account_id = :id and o.status = 'sent' and o.sub_status = 'processing' and o.execution_date between :from and :to order by o.execution_date, o.id`,
    { id: site.bankAccountId, from, to }
  )
  const paid = payments.map((payment) => ({
    on: payment.executionDate,
    amountMinor: -payment.amountMinor,
    concept: TRANSFER,
    text: `TRANSF ${payment.endToEndId} ${payment.creditor}`,
  }))
  return [...paid, ...takings(site, from, to)].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
}

/** Card takings twice a month, the fee of the bank at its end, and a municipal charge that no rule knows. */
function takings(site: DemoSite, from: CalendarDate, to: CalendarDate): DemoMovement[] {
  const random = seededRandom(site.id * 1000 + Number(from.slice(0, 7).replace('-', '')))
  const found: DemoMovement[] = []
  for (let day = nextTargetDay(from); compareDays(day, to) <= 0; day = nextTargetDay(addDays(day, 15))) {
    found.push({
      on: day,
      amountMinor: 900_000 + Math.round(random() * 2_200_000),
      concept: '12',
      text: `ABONO TPV COMERCIO ${site.code} ${day.replaceAll('-', '')}`,
    })
  }
  const fee = nextTargetDay(addDays(endOfMonth(from), -2))
  if (compareDays(fee, to) <= 0)
    found.push({
      on: fee,
      amountMinor: -(1_500 + Math.round(random() * 4_000)),
      concept: '17',
      text: 'COMISION MANTENIMIENTO CUENTA',
    })
  const tax = nextTargetDay(addDays(from, 11))
  if (compareDays(tax, to) <= 0)
    found.push({
      on: tax,
      amountMinor: -(11_000 + Math.round(random() * 3_000)),
      concept: '03',
      text: 'RECIBO TASA RESIDUOS AYUNTAMIENTO',
    })
  return found
}
