import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkBooks } from '#app/ledger/actions/check_books'
import { postEntry } from '#app/ledger/actions/post_entry'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'

let sequence = 0

/** An entry of 100 cents between two accounts of a new company. */
async function makeEntry() {
  const { siteId } = await makeSite()
  const [debit, credit] = [await makeAccount(siteId, '430'), await makeAccount(siteId, '705')]
  const { entryId } = await inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate('2025-03-10'),
        journal: 'diversos',
        kind: 'test.check',
        idempotencyKey: `check:${process.pid}:${sequence++}`,
        description: 'Asiento de prueba',
        lines: [
          { accountId: debit, amountMinor: 100 },
          { accountId: credit, amountMinor: -100 },
        ],
      },
      trx
    )
  )
  return { siteId, entryId, debit, credit }
}

type Book = Awaited<ReturnType<typeof makeEntry>>

const GUARDED = [
  'journal_entries',
  'journal_lines',
  'reconciliations',
  'reconciliation_lines',
  'invoice_alarms',
]

/** What somebody who gets round every guard could do, and what the check must say to it. */
const DAMAGE: Record<string, (book: Book) => string> = {
  entry_has_two_lines: ({ entryId, credit }) =>
    `delete from journal_lines where entry_id = ${entryId} and account_id = ${credit}`,
  entry_balances: ({ entryId, debit }) =>
    `update journal_lines set amount_minor = 101, base_minor = 101 where entry_id = ${entryId} and account_id = ${debit}`,
  entry_lies_in_its_year: ({ siteId, entryId }) =>
    `update journal_entries set fiscal_year_id = (select id from fiscal_years where site_id = ${siteId} and code = '2026') where id = ${entryId}`,
  numbers_have_no_gaps: ({ entryId }) => `update journal_entries set entry_no = 7 where id = ${entryId}`,
  balances_equal_lines: ({ debit }) =>
    `update account_balances set balance_minor = balance_minor + 1 where account_id = ${debit}`,
  month_totals_equal_lines: ({ debit }) =>
    `update account_month_totals set debit_base = debit_base + 1, credit_base = credit_base + 1 where account_id = ${debit}`,
  reversal_negates: ({ siteId, entryId, debit, credit }) =>
    `with other as (select ledger_post(jsonb_build_object('siteId', ${siteId}, 'postedOn', '2025-03-11', 'journal', 'diversos', 'kind', 'test.check',
        'idempotencyKey', 'check-damage-${entryId}', 'description', 'Anulación', 'reversesId', ${entryId}, 'reversalReason', 'Error',
        'lines', jsonb_build_array(jsonb_build_object('accountId', ${debit}, 'amountMinor', -90), jsonb_build_object('accountId', ${credit}, 'amountMinor', 90))))) select * from other`,
  open_items_equal_lines: ({ debit }) =>
    `update open_items set open_minor = open_minor + 1 where account_id = ${debit}`,
  payroll_months_equal_salaries: ({ siteId }) =>
    `insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor) values (${siteId}, '2026-01', 1, 5, 5, 0, 0)`,
  alarms_say_their_invoice: ({ siteId, entryId }) =>
    `with p as (insert into providers (code, legal_name, tax_id) values ('CHK${entryId}', 'Prueba', 'CHK${entryId}') returning id)
     insert into invoice_alarms (provider_id, of_provider_id, of_site_id, rule_code, fingerprint, severity, message) select id, id, ${siteId}, 'Z1', 'damage', 'info', 'Ojo' from p`,
  reconciliation_within_line: (book) => lettering(book, book.debit, 101),
  reconciliation_on_one_account: (book) => lettering(book, book.credit, 100),
  full_reconciliation_is_zero: (book) => lettering(book, book.debit, 100),
}

const lettering = ({ siteId, entryId, debit }: Book, accountId: number, minor: number) =>
  `with made as (insert into reconciliations (site_id, account_id, code, status) values (${siteId}, ${accountId}, 'X-${entryId}', 'full') returning id)
   insert into reconciliation_lines (reconciliation_id, journal_line_id, amount_minor)
     select made.id, l.id, ${minor} from made, journal_lines l where l.entry_id = ${entryId} and l.account_id = ${debit}`

class Undone extends Error {}

/** Runs the damage with the guards off, looks, and takes all of it back. */
async function lookAt(damage: string): Promise<string[]> {
  let found: string[] = []
  await db
    .connection('owner')
    .transaction(async (trx) => {
      for (const table of GUARDED) await trx.rawQuery(`alter table ${table} disable trigger user`)
      await trx.rawQuery(damage)
      const client = trx as Transaction
      found = [...(await checkInvariants(client)), ...(await checkDerived(client))]
        .filter(({ violations }) => violations > 0)
        .map(({ invariant }) => invariant)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}

test.group('The check of the whole book', () => {
  for (const [invariant, damage] of Object.entries(DAMAGE)) {
    test(`it finds a broken ${invariant}`, async ({ assert }) => {
      const book = await makeEntry()

      assert.include(await lookAt(damage(book)), invariant)
    })
  }

  test('a book that is sound is noted as sound and nobody gets a mail', async ({ assert }) => {
    const broken = await checkBooks()

    const noted = await oneRow<{ toStatus: string }>(
      `select to_status from audit_events where event = 'ledger.checked' order by id desc limit 1`
    )
    assert.deepEqual([broken, noted.toStatus], [[], 'sound'])
  })

  test('what does not hold is mailed to who runs the product', async ({ assert }) => {
    const { email } = await makeUser('s1st3ma')

    await checkBooks(async () => [{ invariant: 'entry_balances', violations: 3 }])

    const mail = await row<{ body: string }>(
      `select body from outgoing_mails where object_type = 'ledger' and "to" = :email`,
      { email }
    )
    assert.include(mail?.body ?? '', 'entry_balances: 3')
  })
})
