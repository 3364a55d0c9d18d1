import { postManualEntry } from '#app/books/actions/move_manual_entry'
import { createManualEntry } from '#app/books/actions/save_manual_entry'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, type CalendarDate, startOfMonth, yearOf } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { letterByHand } from '#app/reconciliation/actions/lettering/letter_by_hand'
import { prepareCertificate, reviewCertificate } from '#app/reconciliation/certificates/prepare_certificate'

const person = (userId: number) => ({ userId, kind: 'user' as const })

/** Beyond this many days no statement is missing any more. */
const STATEMENTS_LATE_DAYS = 6

/** Actas of two companies' accounts: the month before last reviewed by another person, the last one still a draft. */
export async function createDemoCertificates(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const last = addMonths(startOfMonth(addDays(day, -STATEMENTS_LATE_DAYS)), -1)
  for (const { bankAccountId } of sites.slice(0, 2)) {
    const reviewed = await prepareCertificate({
      bankAccountId,
      month: addMonths(last, -1),
      actor: person(users.accountant),
    })
    await reviewCertificate(reviewed, person(users.senior))
    await prepareCertificate({ bankAccountId, month: last, actor: person(users.accountant) })
  }
}

const DISCOUNTS_MINOR = [12_000, 8_550, 6_400]

/**
 * Discounts that suppliers granted afterwards, by manual entry: all but the last are lettered with an invoice, that one
 * waits for somebody in Partidas abiertas.
 */
export async function createDemoLetterings(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const discounts = [...DISCOUNTS_MINOR]
  for (const { id: siteId } of sites) {
    const [discountMinor] = discounts
    const debt = discountMinor && (await openDebt(siteId, discountMinor))
    if (!debt) continue
    discounts.shift()
    const lineId = await postDiscount(siteId, { ...debt, discountMinor }, users, day)
    if (discounts.length === 0) continue
    await letterByHand({
      siteId,
      items: [
        { journalLineId: debt.journalLineId, amountMinor: -discountMinor },
        { journalLineId: lineId, amountMinor: discountMinor },
      ],
      difference: 'refuse',
      actor: person(users.senior),
    })
  }
}

type Debt = { journalLineId: number; accountId: number; name: string }

/** The youngest debt with a supplier that no payment is on its way for. */
function openDebt(siteId: number, overMinor: number): Promise<Debt | null> {
  return row<Debt>(
    `select o.journal_line_id, o.account_id, a.name from open_items o join ledger_accounts a on a.id = o.account_id and a.subledger = 'provider'
       join journal_lines l on l.id = o.journal_line_id and l.document_type = 'invoice'
      where o.site_id = :siteId and o.open_minor < :most
        and not exists (select 1 from payment_orders p where p.source_type = 'invoice' and p.source_id = l.document_id)
      order by o.due_on desc, o.journal_line_id desc limit 1`,
    { siteId, most: -overMinor }
  )
}

async function postDiscount(
  siteId: number,
  { accountId, name, discountMinor }: Debt & { discountMinor: number },
  users: DemoUsers,
  day: CalendarDate
): Promise<number> {
  const discounts = await inTransaction((trx) => ensureAccount({ siteId, prefix: '609' }, trx))
  const id = await createManualEntry(
    {
      siteId,
      postedOn: addDays(day, -3),
      description: `Rappel de ${name}`,
      lines: [
        { accountId, amountMinor: discountMinor, memo: null },
        { accountId: discounts.id, amountMinor: -discountMinor, memo: null },
      ],
    },
    person(users.accountant)
  )
  await postManualEntry(id, 0, person(users.senior))
  const line = await oneRow<{ id: number }>(
    `select l.id from manual_entries m join journal_lines l on l.entry_id = m.journal_entry_id and l.account_id = :accountId where m.id = :id`,
    { id, accountId }
  )
  return line.id
}

const ACCOUNTS_DRAWN_UP_MONTH = 4

/** The last year of the last company is closed for good, once its accounts must be drawn up (three months, art. 253 LSC). */
export async function closeDemoYear(sites: DemoSite[], users: DemoUsers, day: CalendarDate): Promise<void> {
  const site = sites.at(-1)
  if (!site || Number(day.slice(5, 7)) < ACCOUNTS_DRAWN_UP_MONTH) return
  const years = await rows<{ id: number }>(
    `select id from fiscal_years where site_id = :siteId and extract(year from ends_on) < :year and status = 'open' order by starts_on`,
    { siteId: site.id, year: yearOf(day) }
  )
  for (const { id } of years) {
    await moveFiscalYear(id, 'soft_close', null, person(users.senior))
    await moveFiscalYear(id, 'close', null, person(users.system))
  }
}
