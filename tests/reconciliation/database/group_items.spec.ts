import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow, row, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { letterByHand } from '#app/reconciliation/actions/lettering/letter_by_hand'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { makeAccount } from '#tests/factories/books'
import { type GroupCompany, lent } from '#tests/factories/group_books'
import { makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type Company = TestTreasury & GroupCompany

const company = async (): Promise<Company> => {
  const treasury = await makeTreasury()
  return { ...treasury, cash: await makeAccount(treasury.siteId, '570') }
}

/** Two companies of which one owes the other 500,00 €. */
async function owing() {
  const [creditor, debtor] = [await company(), await company()]
  const { groupKey } = await lent({ creditor, debtor, amountMinor: 50_000 })
  const lineOf = async ({ siteId }: Company) =>
    (
      await oneRow<{ id: number }>(
        `select id from group_lines where group_key = :groupKey and site_id = :siteId`,
        {
          groupKey,
          siteId,
        }
      )
    ).id
  return { creditor, debtor, owedId: await lineOf(creditor), oweId: await lineOf(debtor) }
}

async function movement({ accountId }: Company, cents: number, text: string): Promise<number> {
  await importBytes(accountId, csvStatement([{ on: '2026-04-09', cents, text }]))
  return (await linesOf(accountId)).at(-1)?.id ?? 0
}

const openOf = async (id: number): Promise<number> =>
  (
    await row<{ minor: number }>(`select open_minor as minor from open_items where journal_line_id = :id`, {
      id,
    })
  )?.minor ?? 0

const transitOf = ({ siteId }: Company) =>
  row<{ id: number; minor: number }>(
    `select o.journal_line_id as id, o.open_minor as minor from open_items o join ledger_accounts a on a.id = o.account_id
      where o.site_id = :siteId and a.code like '5729%'`,
    { siteId }
  )

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

test.group('A movement of the bank that settles what a company of the group owes', () => {
  test('settles it in both books; the other bank settles what is on its way', async ({ assert }) => {
    const { creditor, debtor, owedId, oweId } = await owing()
    const received = await movement(creditor, 50_000, 'TRANSFERENCIA DEL GRUPO')

    const offered = await findCandidates(received)
    await acceptMatch({
      lineId: received,
      items: [{ journalLineId: owedId, amountMinor: 50_000 }],
      actor: SYSTEM,
    })

    assert.include(JSON.stringify(offered), String(owedId))
    assert.deepEqual([await openOf(owedId), await openOf(oweId)], [0, 0])
    const transit = await transitOf(debtor)
    assert.equal(transit?.minor, -50_000)
    assert.deepEqual(await violations(), [])

    const charged = await movement(debtor, -50_000, 'TRANSFERENCIA AL GRUPO')
    await acceptMatch({
      lineId: charged,
      items: [{ journalLineId: transit?.id ?? 0, amountMinor: -50_000 }],
      actor: SYSTEM,
    })

    assert.isNull(await transitOf(debtor))
    assert.deepEqual(await violations(), [])
  })

  test('a part leaves the rest open in both books', async ({ assert }) => {
    const { creditor, owedId, oweId } = await owing()
    const lineId = await movement(creditor, 20_000, 'A CUENTA')

    await acceptMatch({ lineId, items: [{ journalLineId: owedId, amountMinor: 20_000 }], actor: SYSTEM })

    assert.deepEqual([await openOf(owedId), await openOf(oweId)], [30_000, -30_000])
    assert.deepEqual(await violations(), [])
  })

  test('undone, it is open again in both books', async ({ assert }) => {
    const { creditor, debtor, owedId, oweId } = await owing()
    const lineId = await movement(creditor, 50_000, 'TRANSFERENCIA DEL GRUPO')
    await acceptMatch({ lineId, items: [{ journalLineId: owedId, amountMinor: 50_000 }], actor: SYSTEM })

    await undoMatch({ lineId, actor: SYSTEM })

    assert.deepEqual([await openOf(owedId), await openOf(oweId)], [50_000, -50_000])
    assert.isNull(await transitOf(debtor))
    assert.deepEqual(await violations(), [])
  })

  test('it is not undone while the other bank has settled its part', async ({ assert }) => {
    const { creditor, debtor, owedId } = await owing()
    const lineId = await movement(creditor, 50_000, 'TRANSFERENCIA DEL GRUPO')
    await acceptMatch({ lineId, items: [{ journalLineId: owedId, amountMinor: 50_000 }], actor: SYSTEM })
    const charged = await movement(debtor, -50_000, 'TRANSFERENCIA AL GRUPO')
    const transit = await transitOf(debtor)
    await acceptMatch({
      lineId: charged,
      items: [{ journalLineId: transit?.id ?? 0, amountMinor: -50_000 }],
      actor: SYSTEM,
    })

    await assert.rejects(() => undoMatch({ lineId, actor: SYSTEM }), /está conciliado/)
    await undoMatch({ lineId: charged, actor: SYSTEM })
    await undoMatch({ lineId, actor: SYSTEM })

    assert.equal(await openOf(owedId), 50_000)
    assert.deepEqual(await violations(), [])
  })

  test('in a month that the other company has closed, both get it on the first day that is open', async ({
    assert,
  }) => {
    const { creditor, debtor, owedId } = await owing()
    await execute(
      `insert into period_locks (site_id, month, scope) values (:siteId, '2026-04-01', 'all')`,
      debtor
    )
    const lineId = await movement(creditor, 50_000, 'TRANSFERENCIA DEL GRUPO')

    await acceptMatch({ lineId, items: [{ journalLineId: owedId, amountMinor: 50_000 }], actor: SYSTEM })

    const days = await rows<{ postedOn: string }>(
      `select distinct posted_on from journal_entries where source_type = 'bank_statement_line' and source_id = :lineId`,
      { lineId }
    )
    assert.deepEqual(
      days.map(({ postedOn }) => postedOn),
      ['2026-05-01']
    )
  })

  test('two companies that settle each other at once do not wait for each other', async ({ assert }) => {
    const [one, other] = [await company(), await company()]
    const first = await lent({ creditor: one, debtor: other, amountMinor: 50_000 })
    const second = await lent({ creditor: other, debtor: one, amountMinor: 70_000 })
    const ownLine = async (groupKey: string, { siteId }: Company) =>
      (
        await oneRow<{ id: number }>(
          `select id from group_lines where group_key = :groupKey and site_id = :siteId`,
          {
            groupKey,
            siteId,
          }
        )
      ).id
    const lineOne = await movement(one, 50_000, 'DEL GRUPO')
    const lineOther = await movement(other, 70_000, 'DEL GRUPO')

    await Promise.all([
      acceptMatch({
        lineId: lineOne,
        items: [{ journalLineId: await ownLine(first.groupKey, one), amountMinor: 50_000 }],
        actor: SYSTEM,
      }),
      acceptMatch({
        lineId: lineOther,
        items: [{ journalLineId: await ownLine(second.groupKey, other), amountMinor: 70_000 }],
        actor: SYSTEM,
      }),
    ])

    assert.deepEqual(await violations(), [])
  })

  test('what is given up of it is not given up in one book alone', async ({ assert }) => {
    const { creditor, owedId } = await owing()
    const { creditor: again, owedId: other } = { creditor, owedId }
    await execute(`update sites set max_writeoff_minor = 100 where id = :siteId`, again)
    const back = await lent({ creditor, debtor: await company(), amountMinor: 10 })
    const small = await oneRow<{ id: number }>(
      `select id from group_lines where group_key = :groupKey and site_id = :siteId`,
      { groupKey: back.groupKey, siteId: creditor.siteId }
    )

    await assert.rejects(
      () =>
        letterByHand({
          siteId: creditor.siteId,
          items: [
            { journalLineId: other, amountMinor: 50_000 },
            { journalLineId: small.id, amountMinor: 10 },
          ],
          difference: 'write_off',
          actor: SYSTEM,
        }),
      /misma cuenta|no suman|empresa del grupo|supera/
    )
  })
})
