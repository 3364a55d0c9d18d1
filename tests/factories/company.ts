import { createManualEntry } from '#app/accounts/actions/save_manual_entry'
import { calendarDate } from '#app/kernel/calendar_date'
import { execute, oneRow } from '#app/kernel/sql'
import { proposeApproval } from '#app/sites/actions/grant_approval'
import { makeUser } from '#tests/factories/people'
import { makeBatch, makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { makeEmployee } from '#tests/factories/staff'
import { csvStatement, importBytes } from '#tests/factories/statements'

/** Keys of one of everything that belongs to a company; every text of it has the word in it. */
export async function makeWholeCompany(word: string) {
  const treasury = await makeTreasury()
  const { siteId, accountId, person } = treasury
  await execute(
    `update sites set legal_name = :word || ' ' || code || ', S.L.', trade_name = :word || ' ' || code where id = :siteId`,
    { word, siteId }
  )
  await execute(`update bank_accounts set name = :word || ' operativa' where id = :accountId`, {
    word,
    accountId,
  })
  const invoice = await makeBookedInvoice(treasury, `${word}-1`)
  const paid = await makeBookedInvoice(treasury, `${word}-2`)
  const batchId = await makeBatch(treasury)
  const order = await makeSentOrder(treasury, paid.id, 12_100, batchId)
  await importBytes(
    accountId,
    csvStatement([{ on: '2026-04-10', cents: -4_500, text: `COMISION ${word}`, balance: 995_500 }])
  )
  const employee = await makeEmployee(siteId, person, { lastName: word })
  const center = await oneRow<{ id: number }>(
    `insert into site_centers (site_id, code, name) values (:siteId, 'C1', :word) returning id`,
    { siteId, word }
  )
  const approver = await makeUser('aprobador')
  const approvalId = await proposeApproval(
    {
      siteId,
      userId: approver.id,
      kinds: ['invoice'],
      maxAmountMinor: 100,
      dailyLimitMinor: null,
      activeFrom: calendarDate('2026-01-01'),
      activeTo: null,
    },
    (await makeUser('s1st3ma')).actor
  )
  const found = await oneRow<Found>(KEYS_OF_COMPANY, { siteId, accountId, invoiceId: invoice.id })
  const manualId = await createManualEntry(
    {
      siteId,
      postedOn: calendarDate('2026-03-10'),
      description: `${word} a mano`,
      lines: [
        { accountId: found.ledgerAccountId, amountMinor: 100, memo: null },
        { accountId: found.ledgerAccountId, amountMinor: -100, memo: null },
      ],
    },
    person.actor
  )
  return {
    ...found,
    siteId,
    accountId,
    invoiceId: invoice.id,
    orderId: order.id,
    batchId,
    employeeId: employee.id,
    centerId: center.id,
    approvalId,
    manualId,
  }
}

type Found = {
  ledgerAccountId: number
  statementId: number
  lineId: number
  entryId: number
  yearId: number
  invoiceLineId: number
}

const KEYS_OF_COMPANY = `
  select b.ledger_account_id,
    (select max(id) from bank_statements where bank_account_id = b.id) as statement_id,
    (select max(id) from bank_statement_lines where bank_account_id = b.id) as line_id,
    (select max(id) from journal_entries where site_id = b.site_id) as entry_id,
    (select max(id) from fiscal_years where site_id = b.site_id) as year_id,
    (select max(id) from invoice_lines where invoice_id = :invoiceId) as invoice_line_id
  from bank_accounts b where b.id = :accountId and b.site_id = :siteId`
