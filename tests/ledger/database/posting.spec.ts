import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import type { JournalDraft } from '#app/ledger/journal_draft'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { balanceOf, makeAccount, makeSite } from '#tests/factories/books'

async function makeDraft(
  key: string,
  amountMinor = 12_100
): Promise<JournalDraft & { debit: number; credit: number }> {
  const { siteId } = await makeSite()
  const debit = await makeAccount(siteId, '628')
  const credit = await makeAccount(siteId, '410')
  return {
    siteId,
    debit,
    credit,
    postedOn: calendarDate('2026-03-10'),
    journal: 'compras',
    kind: 'invoice.book',
    idempotencyKey: `${key}:${siteId}`,
    description: 'Factura de luz',
    lines: [
      { accountId: debit, amountMinor },
      { accountId: credit, amountMinor: -amountMinor },
    ],
  }
}

test.group('Ledger', () => {
  test('an entry moves the balances of its accounts', async ({ assert }) => {
    const draft = await makeDraft('moves')

    await inTransaction((trx) => postEntry(draft, trx))

    assert.equal(await balanceOf(draft.debit), 12_100)
    assert.equal(await balanceOf(draft.credit), -12_100)
  })

  test('the same key posts once', async ({ assert }) => {
    const draft = await makeDraft('once')

    const first = await inTransaction((trx) => postEntry(draft, trx))
    const second = await inTransaction((trx) => postEntry(draft, trx))

    assert.deepEqual(second, { ...first, repeated: true })
    assert.equal(await balanceOf(draft.debit), 12_100)
  })

  test('the same key for another amount is refused', async ({ assert }) => {
    const draft = await makeDraft('conflict')
    await inTransaction((trx) => postEntry(draft, trx))
    const other = {
      ...draft,
      lines: draft.lines.map((line) => ({ ...line, amountMinor: line.amountMinor * 2 })),
    }

    await assert.rejects(() => inTransaction((trx) => postEntry(other, trx)), /Ya existe un asiento distinto/)
  })

  test('sixteen writers of one key post one entry', async ({ assert }) => {
    const draft = await makeDraft('parallel')

    const posted = await Promise.all(
      Array.from({ length: 16 }, () => inTransaction((trx) => postEntry(draft, trx)))
    )

    assert.equal(new Set(posted.map((entry) => entry.entryId)).size, 1)
    assert.equal(posted.filter((entry) => !entry.repeated).length, 1)
  })

  test('an entry that does not balance is refused by the database on its own', async ({ assert }) => {
    const draft = await makeDraft('unbalanced')
    const unbalanced = {
      ...draft,
      lines: [
        { accountId: draft.debit, amountMinor: 100 },
        { accountId: draft.credit, amountMinor: -99 },
      ],
    }

    await assert.rejects(
      () =>
        inTransaction((trx) =>
          execute(`select ledger_post(:draft::jsonb)`, { draft: JSON.stringify(unbalanced) }, trx)
        ),
      /ledger_unbalanced/
    )
  })

  test('the application may neither change nor delete what was posted', async ({ assert }) => {
    const draft = await makeDraft('immutable')
    const { entryId } = await inTransaction((trx) => postEntry(draft, trx))

    for (const sql of [
      `update journal_lines set amount_minor = 1 where entry_id = ${entryId}`,
      `delete from journal_lines where entry_id = ${entryId}`,
      `update journal_entries set description = 'otra' where id = ${entryId}`,
      `delete from journal_entries where id = ${entryId}`,
      'truncate journal_lines cascade',
      `update account_balances set balance_minor = 0`,
    ]) {
      await assert.rejects(() => execute(sql), /permission denied/)
    }
  })

  test('not even the owner of the tables changes or deletes what was posted', async ({ assert }) => {
    const draft = await makeDraft('owner')
    const { entryId } = await inTransaction((trx) => postEntry(draft, trx))

    for (const sql of [
      `update journal_lines set amount_minor = 1 where entry_id = ${entryId}`,
      `delete from journal_lines where entry_id = ${entryId}`,
      `update journal_entries set description = 'otra' where id = ${entryId}`,
      `delete from journal_entries where id = ${entryId}`,
      'truncate journal_lines, reconciliation_lines, statement_matches, open_items',
    ]) {
      await assert.rejects(() => db.connection('owner').rawQuery(sql), /append_only/)
    }
  })

  test('a later transaction adds no line to an entry', async ({ assert }) => {
    const draft = await makeDraft('sealed')
    const { entryId } = await inTransaction((trx) => postEntry(draft, trx))

    const intrusion = `insert into journal_lines (entry_id, site_id, posted_on, line_no, account_id, currency, amount_minor, base_minor)
      values (${entryId}, ${draft.siteId}, '2026-03-10', 9, ${draft.debit}, 'EUR', 5, 5)`
    await assert.rejects(() => execute(intrusion), /ledger_entry_sealed/)
  })

  test('a line never lands on another company’s account', async ({ assert }) => {
    const mine = await makeDraft('mine')
    const theirs = await makeDraft('theirs')
    const mixed = {
      ...mine,
      lines: [
        { accountId: mine.debit, amountMinor: 100 },
        { accountId: theirs.credit, amountMinor: -100 },
      ],
    }

    await assert.rejects(() => inTransaction((trx) => postEntry(mixed, trx)), /foreign key/)
  })

  test('nothing is posted in a locked month', async ({ assert }) => {
    const draft = await makeDraft('locked')
    await execute(`insert into period_locks (site_id, month, scope) values (:siteId, '2026-03-01', 'all')`, {
      siteId: draft.siteId,
    })

    await assert.rejects(() => inTransaction((trx) => postEntry(draft, trx)), /El periodo está cerrado/)
  })

  test('a reversal empties the accounts again and happens once', async ({ assert }) => {
    const draft = await makeDraft('reversal')
    const { entryId } = await inTransaction((trx) => postEntry(draft, trx))

    const first = await inTransaction((trx) =>
      reverseEntry({ entryId, reason: 'Error', createdBy: null }, trx)
    )
    const second = await inTransaction((trx) =>
      reverseEntry({ entryId, reason: 'Error', createdBy: null }, trx)
    )

    assert.equal(second.entryId, first.entryId)
    assert.equal(await balanceOf(draft.debit), 0)
  })

  test('an entry of a filed VAT period is reversed in the next one that is not', async ({ assert }) => {
    const draft = await makeDraft('filed')
    const input = await makeAccount(draft.siteId, '472')
    const { id: taxCodeId } = await oneRow<{ id: number }>(`select id from tax_codes where code = 'IVA21'`)
    const vat = {
      accountId: input,
      amountMinor: 2_100,
      taxCodeId,
      taxBaseMinor: 10_000,
      vatPeriod: '2026-03',
    }
    const lines = [
      { accountId: draft.debit, amountMinor: 10_000 },
      vat,
      { accountId: draft.credit, amountMinor: -12_100 },
    ]
    const { entryId } = await inTransaction((trx) => postEntry({ ...draft, lines }, trx))
    await execute(
      `insert into period_locks (site_id, month, scope) select :siteId, m::date, 'vat' from generate_series('2026-01-01'::date, '2026-03-01', interval '1 month') m`,
      { siteId: draft.siteId }
    )

    const reversal = await inTransaction((trx) =>
      reverseEntry({ entryId, reason: 'Error', createdBy: null }, trx)
    )

    const posted = await oneRow<{ postedOn: string; vatPeriod: string }>(
      `select posted_on, vat_period from journal_lines where entry_id = :entryId and tax_code_id is not null`,
      { entryId: reversal.entryId }
    )
    assert.deepEqual(posted, { postedOn: '2026-03-10', vatPeriod: '2026-04' })
    assert.equal(await balanceOf(input), 0)
  })

  test('entry numbers of a company have no gaps, whatever failed in between', async ({ assert }) => {
    const draft = await makeDraft('gap')
    await inTransaction((trx) => postEntry(draft, trx))
    await inTransaction(async (trx) => {
      await postEntry({ ...draft, idempotencyKey: `${draft.idempotencyKey}:lost` }, trx)
      throw new Error('the document failed')
    }).catch(() => {})

    const { entryNo } = await inTransaction((trx) =>
      postEntry({ ...draft, idempotencyKey: `${draft.idempotencyKey}:next` }, trx)
    )

    assert.equal(entryNo, 2)
  })

  test('every invariant of the book holds', async ({ assert }) => {
    const broken = (await checkInvariants()).filter((result) => result.violations > 0)

    assert.deepEqual(broken, [])
  })
})
