import { test } from '@japa/runner'
import fc from 'fast-check'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { saveManualRate } from '#app/ledger/actions/keep_rates'
import { postEntry } from '#app/ledger/actions/post_entry'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { letterByHand } from '#app/reconciliation/actions/lettering/letter_by_hand'
import { undoLettering } from '#app/reconciliation/actions/lettering/undo_lettering'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { makeIban } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const BOOKED_ON = '2025-04-01'
const PAID_ON = '2025-05-05'
let sequence = 0

async function rate(onDate: string, value: string, currency = 'USD'): Promise<void> {
  const { actor } = await makeUser('superC0ntab1l1dad')
  await saveManualRate({ currency, onDate: calendarDate(onDate), rate: value, isConfirmed: true }, actor)
}

/** A supplier's account in a currency. */
const supplierAccount = ({ siteId, provider }: TestTreasury, currency: string) =>
  inTransaction((trx) =>
    ensureAccount(
      {
        siteId,
        prefix: '410',
        subledger: 'provider',
        subledgerId: provider.id,
        name: 'Proveedor extranjero',
        currency,
      },
      trx
    )
  ).then(({ id }) => id)

/** What is owed to the supplier in its currency since a day, booked at that day's rate; gives the line of the debt. */
async function owe(
  { siteId, provider }: TestTreasury,
  accountId: number,
  { minor, currency, on = BOOKED_ON }: { minor: number; currency: string; on?: string }
): Promise<{ id: number; baseMinor: number }> {
  const day = calendarDate(on)
  const baseMinor = await toBaseMinor({ amountMinor: minor, currency, baseCurrency: 'EUR', day })
  return inTransaction(async (trx) => {
    const expense = await ensureAccount({ siteId, prefix: '629', name: 'Otros servicios' }, trx)
    const { entryId } = await postEntry(
      {
        siteId,
        postedOn: day,
        journal: 'diversos',
        kind: 'test.foreign',
        idempotencyKey: `foreign:${process.pid}:${Date.now()}:${sequence++}`,
        description: `Servicio en ${currency} ${sequence}`,
        lines: [
          { accountId: expense.id, amountMinor: baseMinor },
          {
            accountId,
            currency,
            amountMinor: -minor,
            baseMinor: -baseMinor,
            counterpartyType: 'provider',
            counterpartyId: provider.id,
          },
        ],
      },
      trx
    )
    return oneRow<{ id: number; baseMinor: number }>(
      `select id, base_minor from journal_lines where entry_id = :entryId and account_id = :accountId`,
      { entryId, accountId },
      trx
    )
  })
}

async function move(
  accountId: number,
  cents: number,
  on = PAID_ON,
  text = `PAGO ${sequence++}`
): Promise<number> {
  await importBytes(accountId, csvStatement([{ on, cents, text }]))
  return (await linesOf(accountId)).at(-1)?.id ?? 0
}

/** Amount and euros of the accounts of a company under a number. */
const heldUnder = (siteId: number, prefix: string) =>
  oneRow<{ minor: number; euros: number }>(
    `select coalesce(sum(b.balance_minor), 0)::bigint as minor, coalesce(sum(b.base_minor), 0)::bigint as euros
       from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  )

const statusOf = (lineId: number) =>
  oneRow<{ status: string }>(`select status from bank_statement_lines where id = :lineId`, { lineId })

const openOf = (siteId: number) =>
  rows<{ minor: number }>(`select open_minor as minor from open_items where site_id = :siteId order by 1`, {
    siteId,
  }).then((found) => found.map(({ minor }) => minor))

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

async function makeDollarDebt(minor = 110_000) {
  const treasury = await makeTreasury()
  const accountId = await supplierAccount(treasury, 'USD')
  return { treasury, debt: await owe(treasury, accountId, { minor, currency: 'USD' }) }
}

test.group('A movement in euros and a debt in dollars', (group) => {
  group.setup(async () => {
    await rate(BOOKED_ON, '1.10')
    await rate(PAID_ON, '1.25')
  })

  test('the debt leaves with what the book says, the bank with what it moved, and the gain goes to 768', async ({
    assert,
  }) => {
    const { treasury, debt } = await makeDollarDebt()
    const { siteId, accountId, person } = treasury
    const lineId = await move(accountId, -88_400)

    await acceptMatch({
      lineId,
      items: [{ journalLineId: debt.id, amountMinor: -110_000 }],
      actor: person.actor,
    })

    assert.equal((await statusOf(lineId)).status, 'matched')
    assert.deepEqual(await heldUnder(siteId, '410'), { minor: 0, euros: 0 })
    assert.deepEqual(await heldUnder(siteId, '768'), { minor: -11_600, euros: -11_600 })
    assert.equal((await heldUnder(siteId, '572')).euros, 1_000_000 - 88_400)
    assert.deepEqual(await openOf(siteId), [])
    assert.deepEqual(await broken(), [])
  })

  test('undone, the difference of exchange goes with the match and the debt is open again', async ({
    assert,
  }) => {
    const { treasury, debt } = await makeDollarDebt()
    const { siteId, accountId, person } = treasury
    const lineId = await move(accountId, -88_400)
    const items = [{ journalLineId: debt.id, amountMinor: -110_000 }]
    await acceptMatch({ lineId, items, actor: person.actor })

    await undoMatch({ lineId, actor: person.actor })

    assert.equal((await statusOf(lineId)).status, 'pending')
    assert.deepEqual(await heldUnder(siteId, '410'), { minor: -110_000, euros: -100_000 })
    assert.deepEqual(await heldUnder(siteId, '768'), { minor: 0, euros: 0 })
    assert.deepEqual(await openOf(siteId), [-110_000])
    await acceptMatch({ lineId, items, actor: person.actor })
    assert.deepEqual(await heldUnder(siteId, '768'), { minor: -11_600, euros: -11_600 })
    assert.deepEqual(await broken(), [])
  })

  test('a dearer dollar is a loss in 668', async ({ assert }) => {
    await rate('2025-06-10', '1.00')
    const { treasury, debt } = await makeDollarDebt()
    const lineId = await move(treasury.accountId, -110_300, '2025-06-10')

    await acceptMatch({
      lineId,
      items: [{ journalLineId: debt.id, amountMinor: -110_000 }],
      actor: treasury.person.actor,
    })

    assert.deepEqual(await heldUnder(treasury.siteId, '668'), { minor: 10_300, euros: 10_300 })
    assert.deepEqual(await broken(), [])
  })

  test('paid in parts, the parts leave exactly what the debt was worth', async ({ assert }) => {
    const { treasury, debt } = await makeDollarDebt(100_001)
    for (const part of [33_333, 33_334, 33_334]) {
      const lineId = await move(treasury.accountId, -Math.round(part / 1.25))
      await acceptMatch({
        lineId,
        items: [{ journalLineId: debt.id, amountMinor: -part }],
        actor: treasury.person.actor,
      })
    }

    assert.deepEqual(await heldUnder(treasury.siteId, '410'), { minor: 0, euros: 0 })
    assert.deepEqual(await openOf(treasury.siteId), [])
    assert.deepEqual(await broken(), [])
  })

  test('an amount far from the rate of the day is refused, and nothing is written', async ({ assert }) => {
    const { treasury, debt } = await makeDollarDebt()
    const lineId = await move(treasury.accountId, -40_000)

    await assert.rejects(
      () =>
        acceptMatch({
          lineId,
          items: [{ journalLineId: debt.id, amountMinor: -110_000 }],
          actor: treasury.person.actor,
        }),
      /se apartan más de un 10 %/
    )
    assert.equal((await statusOf(lineId)).status, 'pending')
    assert.deepEqual(await openOf(treasury.siteId), [-110_000])
  })

  test('without a rate for the day it says which is missing', async ({ assert }) => {
    const { treasury, debt } = await makeDollarDebt()
    const lineId = await move(treasury.accountId, -88_000, '2025-03-03')

    await assert.rejects(
      () =>
        acceptMatch({
          lineId,
          items: [{ journalLineId: debt.id, amountMinor: -110_000 }],
          actor: treasury.person.actor,
        }),
      'Falta el tipo de cambio para USD a fecha 03/03/2025.'
    )
  })

  test('it is suggested with the rate as a reason, and never matched by itself', async ({ assert }) => {
    const { treasury } = await makeDollarDebt()
    const { provider, siteId, accountId, providerName } = treasury
    await importBytes(
      accountId,
      csvStatement([
        { on: PAID_ON, cents: -88_000, text: `TRANSFERENCIA ${providerName}`, iban: provider.iban },
      ])
    )
    const [line] = await linesOf(accountId)

    const [best] = (await findCandidates(line?.id ?? 0)) ?? []
    await suggestMatches(accountId)

    assert.deepEqual(best?.items[0]?.foreign, { currency: 'USD', minor: -110_000, bookMinor: -100_000 })
    assert.isTrue(best?.parts.some(({ label }) => label === 'Importe al cambio del día (±3 %)'))
    assert.isFalse(best?.isAutomatic)
    assert.isFalse(best?.isExact)
    assert.deepEqual(await openOf(siteId), [-110_000])
  })
})

test.group('Accounts in dollars', (group) => {
  group.setup(async () => {
    await rate(BOOKED_ON, '1.10')
    await rate(PAID_ON, '1.25')
  })

  const dollarBank = (siteId: number) =>
    openBankAccount(
      {
        siteId,
        name: 'Cuenta en dólares',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'USD',
        iban: makeIban(),
        openedOn: calendarDate(BOOKED_ON),
        openingBalanceMinor: 1_100_000,
      },
      SYSTEM
    )

  test('a debt in dollars is paid from an account in dollars at the rate of the day', async ({ assert }) => {
    const { treasury, debt } = await makeDollarDebt()
    const bank = await dollarBank(treasury.siteId)
    const lineId = await move(bank, -110_000)

    await acceptMatch({
      lineId,
      items: [{ journalLineId: debt.id, amountMinor: -110_000 }],
      actor: treasury.person.actor,
    })

    assert.deepEqual(await heldUnder(treasury.siteId, '573'), { minor: 990_000, euros: 1_000_000 - 88_000 })
    assert.deepEqual(await heldUnder(treasury.siteId, '410'), { minor: 0, euros: 0 })
    assert.equal((await heldUnder(treasury.siteId, '768')).euros, -12_000)
    assert.deepEqual(await broken(), [])
  })

  test('a debt in euros is paid from an account in dollars', async ({ assert }) => {
    const treasury = await makeTreasury()
    const debt = await owe(treasury, await supplierAccount(treasury, 'EUR'), {
      minor: 80_000,
      currency: 'EUR',
    })
    const bank = await dollarBank(treasury.siteId)
    const lineId = await move(bank, -100_500)

    const [offered] = (await findCandidates(lineId)) ?? []
    assert.deepEqual(offered?.items[0]?.foreign, { currency: 'EUR', minor: -80_000, bookMinor: -80_000 })
    await acceptMatch({
      lineId,
      items: [{ journalLineId: debt.id, amountMinor: -80_000 }],
      actor: treasury.person.actor,
    })

    assert.deepEqual(await heldUnder(treasury.siteId, '410'), { minor: 0, euros: 0 })
    assert.equal((await heldUnder(treasury.siteId, '668')).euros, 400)
    assert.deepEqual(await broken(), [])
  })

  test('lettered by hand, what is left between the days goes to the difference of exchange, and back', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { siteId, person } = treasury
    const accountId = await supplierAccount(treasury, 'USD')
    const debt = await owe(treasury, accountId, { minor: 110_000, currency: 'USD' })
    const refund = await owe(treasury, accountId, { minor: -110_000, currency: 'USD', on: PAID_ON })

    await letterByHand({
      siteId,
      items: [
        { journalLineId: debt.id, amountMinor: -110_000 },
        { journalLineId: refund.id, amountMinor: 110_000 },
      ],
      difference: 'refuse',
      actor: person.actor,
    })

    assert.deepEqual(await heldUnder(siteId, '410'), { minor: 0, euros: 0 })
    assert.equal((await heldUnder(siteId, '768')).euros, -12_000)
    const { id } = await oneRow<{ id: number }>(`select id from reconciliations where site_id = :siteId`, {
      siteId,
    })
    await undoLettering({ reconciliationId: id, reason: 'Era otra factura', actor: person.actor })
    assert.deepEqual(await heldUnder(siteId, '410'), { minor: 0, euros: -12_000 })
    assert.equal((await heldUnder(siteId, '768')).euros, 0)
    assert.deepEqual(await broken(), [])
  })
})

test.group('Whatever the rates and the parts', () => {
  test('matches across currencies balance, close what they close and leave no trace when undone', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { siteId, accountId, person } = treasury
    const account = await supplierAccount(treasury, 'GBP')
    const differences = async () =>
      (await heldUnder(siteId, '668')).euros + (await heldUnder(siteId, '768')).euros

    await fc.assert(
      fc.asyncProperty(
        fc.record({
          minor: fc.integer({ min: 100, max: 5_000_000 }),
          cut: fc.integer({ min: 1, max: 99 }),
          rates: fc.tuple(fc.integer({ min: 60, max: 160 }), fc.integer({ min: 60, max: 160 })),
          spread: fc.integer({ min: -300, max: 300 }),
          undoes: fc.boolean(),
        }),
        async ({ minor, cut, rates, spread, undoes }) => {
          await rate(BOOKED_ON, String(rates[0] / 100), 'GBP')
          await rate(PAID_ON, String(rates[1] / 100), 'GBP')
          const before = await differences()
          const debt = await owe(treasury, account, { minor, currency: 'GBP' })
          const first = Math.max(1, Math.floor((minor * cut) / 100))
          let paid = 0
          const matched: number[] = []
          for (const part of [first, minor - first].filter((size) => size > 0)) {
            const cents = Math.max(1, Math.round(((part / (rates[1] / 100)) * (10_000 + spread)) / 10_000))
            const lineId = await move(accountId, -cents)
            await acceptMatch({
              lineId,
              items: [{ journalLineId: debt.id, amountMinor: -part }],
              actor: person.actor,
            })
            matched.push(lineId)
            paid += cents
          }
          assert.deepEqual(await heldUnder(siteId, '410'), { minor: 0, euros: 0 })
          assert.equal((await differences()) - before, paid + debt.baseMinor)
          for (const lineId of undoes ? matched : []) await undoMatch({ lineId, actor: person.actor })
          if (undoes) {
            assert.equal(await differences(), before)
            assert.deepEqual(await openOf(siteId), [-minor])
            for (const [index, lineId] of matched.entries())
              await acceptMatch({
                lineId,
                items: [{ journalLineId: debt.id, amountMinor: index === 0 ? -first : first - minor }],
                actor: person.actor,
              })
          }
          assert.deepEqual(await heldUnder(siteId, '410'), { minor: 0, euros: 0 })
        }
      ),
      { numRuns: 15, endOnFailure: true }
    )
    assert.deepEqual(await broken(), [])
  }).timeout(120_000)
})
