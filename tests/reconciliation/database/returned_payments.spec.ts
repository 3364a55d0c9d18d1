import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { balance, camt, ntry } from '#tests/accounts/statements/camt_message'
import {
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type Stage = TestTreasury & {
  iban: string
  invoiceId: number
  order: Awaited<ReturnType<typeof makeSentOrder>>
}

/** A payment of 121,00 that the bank has. */
async function makeStage(): Promise<Stage> {
  const treasury = await makeTreasury()
  const invoice = await makeBookedInvoice(treasury, `DEV-${treasury.siteId}`)
  const order = await makeSentOrder(treasury, invoice.id)
  const { iban } = await oneRow<{ iban: string }>(`select iban from bank_accounts where id = :id`, {
    id: treasury.accountId,
  })
  return { ...treasury, iban, invoiceId: invoice.id, order }
}

const dated = (on: string) => `<BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt>`

/** What comes back of it, as a bank of camt tells it; `references` names the payment, or does not. */
const returned = (references: string, { reason = 'AC04', parties = '' } = {}) =>
  ntry('121.00', {
    booked: dated('2026-04-13'),
    inside: `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>
      <NtryDtls><TxDtls><Refs>${references}</Refs><RltdPties>${parties}</RltdPties><RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`,
  })

const statement = ({ iban }: Stage, entries: string) =>
  Buffer.from(
    camt({
      account: `<Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy>`,
      balances:
        balance('OPBD', '1000.00', { on: '2026-04-09' }) + balance('CLBD', '1000.00', { on: '2026-04-13' }),
      entries,
    })
  )

const charge = ({ order }: Stage) =>
  ntry('121.00', {
    sign: 'DBIT',
    booked: dated('2026-04-09'),
    inside: `<NtryDtls><TxDtls><Refs><EndToEndId>${order.endToEndId}</EndToEndId></Refs></TxDtls></NtryDtls>`,
  })

const stateOf = ({ order, invoiceId }: Stage) =>
  oneRow<{ status: string; code: string | null; owed: number }>(
    `select o.status, o.failure_code as code, i.outstanding_minor as owed from payment_orders o join invoices i on i.id = :invoiceId where o.id = :id`,
    { id: order.id, invoiceId }
  )

const bankBalance = async ({ accountId }: Stage) =>
  (
    await oneRow<{ balance: number }>(
      `select balance_minor as balance from bank_account_positions where bank_account_id = :accountId`,
      { accountId }
    )
  ).balance

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

async function imported(stage: Stage, references: string, parties = '') {
  await importBytes(stage.accountId, statement(stage, charge(stage) + returned(references, { parties })))
  const [charged, back] = await linesOf(stage.accountId)
  return { chargedId: charged?.id ?? 0, backId: back?.id ?? 0 }
}

async function accept(stage: Stage, lineId: number) {
  const [best] = (await findCandidates(lineId)) ?? []
  await acceptMatch({
    lineId,
    items: (best?.items ?? []).map(({ journalLineId, amountMinor }) => ({
      journalLineId: journalLineId ?? 0,
      amountMinor,
    })),
    actor: stage.person.actor,
  })
}

test.group('Payments that the bank gives back', () => {
  test('the return of the payment that the bank names is proposed, and undoes it', async ({ assert }) => {
    const stage = await makeStage()
    const { chargedId, backId } = await imported(stage, `<EndToEndId>${stage.order.endToEndId}</EndToEndId>`)
    await accept(stage, chargedId)
    assert.equal((await stateOf(stage)).status, 'reconciled')
    const before = await bankBalance(stage)

    const [best] = (await findCandidates(backId)) ?? []
    assert.equal(best?.items[0]?.kind, 'returned_payment')
    assert.isFalse(best?.isAutomatic)
    assert.isAtLeast(best?.score ?? 0, 90)
    assert.include(best?.items[0]?.label, `Devolución del pago ${stage.order.number}`)
    await accept(stage, backId)

    assert.deepEqual(await stateOf(stage), { status: 'returned', code: 'AC04', owed: 12_100 })
    assert.equal(await bankBalance(stage), before + 12_100)
    assert.deepEqual(
      (await linesOf(stage.accountId)).map(({ status }) => status),
      ['matched', 'matched']
    )
    await assertSound(assert)

    await undoMatch({ lineId: backId, actor: stage.person.actor })
    assert.equal((await stateOf(stage)).status, 'returned')
    const [again] = (await findCandidates(backId)) ?? []
    assert.equal(again?.items[0]?.kind, 'posted')
    await accept(stage, backId)
    await assertSound(assert)
  })

  test('it is found by our order, message or transaction too: {title}')
    .with([
      { title: 'InstrId', of: ({ order }: Stage) => `<InstrId>${order.number}</InstrId>` },
      { title: 'TxId', of: ({ order }: Stage) => `<TxId>${order.endToEndId}</TxId>` },
      { title: 'MsgId', of: ({ order }: Stage) => `<MsgId>${order.number}</MsgId>` },
    ])
    .run(async ({ assert }, { of }) => {
      const stage = await makeStage()
      const { chargedId, backId } = await imported(stage, of(stage))
      await accept(stage, chargedId)

      const [best] = (await findCandidates(backId)) ?? []

      assert.equal(best?.items[0]?.kind, 'returned_payment')
    })

  test('without a reference it is found by the account it went to, where the bank calls it a return', async ({
    assert,
  }) => {
    const stage = await makeStage()
    const { iban } = await oneRow<{ iban: string }>(
      `select creditor_iban as iban from payment_orders where id = :id`,
      { id: stage.order.id }
    )
    const parties = `<Cdtr><Nm>Otro nombre</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`
    const { chargedId, backId } = await imported(stage, '<EndToEndId>NOTPROVIDED</EndToEndId>', parties)
    await accept(stage, chargedId)
    const [best] = (await findCandidates(backId)) ?? []
    assert.equal(best?.items[0]?.kind, 'returned_payment')

    // Money of the same supplier that the bank does not call a return is none.
    await importBytes(
      stage.accountId,
      csvStatement([{ on: '2026-04-14', cents: 12_100, text: 'Abono de proveedor', iban }])
    )
    const refund = (await linesOf(stage.accountId)).at(-1)?.id ?? 0
    const kinds = ((await findCandidates(refund)) ?? []).flatMap(({ items }) => items.map(({ kind }) => kind))
    assert.notInclude(kinds, 'returned_payment')
  })

  test('a text that names the payment is enough where the bank gives no codes', async ({ assert }) => {
    const stage = await makeStage()
    await importBytes(
      stage.accountId,
      csvStatement([
        { on: '2026-04-09', cents: -12_100, text: `TRANSF ${stage.order.number}`, balance: 0 },
        { on: '2026-04-13', cents: 12_100, text: `DEVOLUCION TRANSF ${stage.order.number}`, balance: 12_100 },
      ])
    )
    const [charged, back] = await linesOf(stage.accountId)
    await accept(stage, charged?.id ?? 0)
    await accept(stage, back?.id ?? 0)

    assert.deepEqual(await stateOf(stage), { status: 'returned', code: 'NARR', owed: 12_100 })
  })

  test('nobody takes a payment back by machine, nor before its charge', async ({ assert }) => {
    const stage = await makeStage()
    const { backId } = await imported(stage, `<EndToEndId>${stage.order.endToEndId}</EndToEndId>`)

    await assert.rejects(() => accept(stage, backId), /aún no consta cargado: concilie antes su cargo/)
    await suggestMatches(stage.accountId)

    const states = (await linesOf(stage.accountId)).map(({ status }) => status)
    assert.deepEqual(states, ['matched', 'suggested'])
    assert.equal((await stateOf(stage)).status, 'reconciled')
  })
})
