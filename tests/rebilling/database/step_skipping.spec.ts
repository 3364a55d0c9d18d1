import { test } from '@japa/runner'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { orderRebilling } from '#app/payments/kinds/rebilling/order_rebilling'
import { discardCharge } from '#app/rebilling/charges/discard_charge'
import { editAmounts } from '#app/rebilling/charges/edit_amounts'
import { settleCharge } from '#app/rebilling/charges/follow_payments'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { recoverCharge } from '#app/rebilling/charges/recover_charge'
import { rectifyCharge } from '#app/rebilling/charges/rectify_charge'
import type { RebillingStatus } from '#app/rebilling/workflows/rebilling_workflow'
import { makeBankAccount } from '#tests/factories/books'
import {
  approveAs,
  chargesOf,
  computeAll,
  findCharge,
  ISSUED_ON,
  makeApprovedCharge,
  makeBill,
  makeIssuedCharge,
  makeRebillingStage,
  makeRule,
  type RebillingStage,
} from '#tests/factories/rebilling'

const REASON = 'Porque lo pide la prueba'
type Act = (chargeId: number, stage: RebillingStage) => Promise<unknown>

const versionOf = async (chargeId: number): Promise<number> =>
  (
    await oneRow<{ version: number }>(
      `select lock_version as version from rebilling_transactions where id = :chargeId`,
      { chargeId }
    )
  ).version

/** What people do with a charge, and the states from which they may. */
const ACTS: Record<string, { from: readonly RebillingStatus[]; act: Act }> = {
  edit: {
    from: ['draft', 'proposed'],
    act: async (chargeId, { author }) =>
      editAmounts(
        {
          chargeId,
          parts: [{ chargeId, baseMinor: 9_000 }],
          dueOn: null,
          lockVersion: await versionOf(chargeId),
        },
        author.actor
      ),
  },
  approve: { from: ['draft', 'proposed'], act: (id, { approver }) => approveAs(id, approver) },
  issue: {
    from: ['approved'],
    act: (chargeId, { author }) => issueCharge({ chargeId, issuedOn: ISSUED_ON }, author.actor),
  },
  settle: { from: ['issued'], act: (id, { author }) => orderRebilling(id, {}, author.actor) },
  rectify: { from: ['issued', 'settled'], act: (id, { author }) => rectifyCharge(id, REASON, author.actor) },
  discard: {
    from: ['draft', 'proposed', 'approved'],
    act: (id, { author }) => discardCharge(id, REASON, author.actor),
  },
  recover: { from: ['discarded'], act: (id, { author }) => recoverCharge(id, author.actor) },
}

/** A charge that is settled by a payment, in each of its states. */
const STATES: Record<RebillingStatus, (stage: RebillingStage) => Promise<number>> = {
  draft: async (stage) => {
    const { chargeId } = await makeApprovedCharge(stage, { settlement: 'payment' })
    await discardCharge(chargeId, REASON, stage.author.actor)
    await recoverCharge(chargeId, stage.author.actor)
    return chargeId
  },
  proposed: async (stage) => {
    await makeBill(stage)
    await computeAll(stage, today())
    const open = (await chargesOf(stage)).filter(({ status }) => status === 'proposed')
    return open.at(-1)?.id ?? 0
  },
  approved: async (stage) => (await makeApprovedCharge(stage, { settlement: 'payment' })).chargeId,
  issued: async (stage) => (await makeIssuedCharge(stage, { settlement: 'payment' })).chargeId,
  settling: async (stage) => {
    const { chargeId } = await makeIssuedCharge(stage, { settlement: 'payment' })
    await orderRebilling(chargeId, {}, stage.author.actor)
    return chargeId
  },
  settled: async (stage) => {
    const { chargeId } = await makeIssuedCharge(stage, { settlement: 'payment' })
    await inTransaction((trx) => settleCharge(chargeId, 10_000, stage.author.actor, trx))
    return chargeId
  },
  rectified: async (stage) => {
    const { chargeId } = await makeIssuedCharge(stage, { settlement: 'payment' })
    const { id } = await rectifyCharge(chargeId, REASON, stage.author.actor)
    await approveAs(id, stage.approver)
    await issueCharge({ chargeId: id, issuedOn: ISSUED_ON }, stage.author.actor)
    return chargeId
  },
  discarded: async (stage) => {
    const { chargeId } = await makeApprovedCharge(stage, { settlement: 'payment' })
    await discardCharge(chargeId, REASON, stage.author.actor)
    return chargeId
  },
}

/** Everything that hangs on a charge, as one text. */
async function snapshotOf(chargeId: number): Promise<string> {
  const { text } = await oneRow<{ text: string }>(
    `select concat_ws(' | ', (to_jsonb(t) - 'updated_at')::text,
        (select jsonb_agg(to_jsonb(x) order by x.id) from rebilling_sources x where x.transaction_id = t.id)::text,
        (select count(*) from rebilling_transactions r where r.reverses_id = t.id or r.corrects_id = t.id),
        (select jsonb_agg(to_jsonb(d) order by d.id) from approval_decisions d where d.document_type = 'rebilling_transaction' and d.document_id = t.id)::text,
        (select count(*) from journal_entries e where e.source_type = 'rebilling_transaction' and e.source_id = t.id),
        (select count(*) from payment_orders o where o.source_type = 'rebilling_transaction' and o.source_id = t.id),
        (select count(*) from issued_invoices i where i.source_type = 'rebilling_transaction' and i.source_id = t.id)) as text
       from rebilling_transactions t where t.id = :chargeId`,
    { chargeId }
  )
  return text
}

test.group('Steps of charges that are skipped', () => {
  for (const state of Object.keys(STATES) as RebillingStatus[])
    test(`${state}: what is not its next step is refused and leaves everything as it was`, async ({
      assert,
    }) => {
      const stage = await makeRebillingStage(1)
      await makeBankAccount(stage.originId)
      await makeBankAccount(stage.targetIds[0] ?? 0)
      if (state === 'proposed') await makeRule(stage)
      const chargeId = await STATES[state](stage)
      assert.equal((await findCharge(chargeId)).status, state)
      for (const [name, { from, act }] of Object.entries(ACTS)) {
        if (from.includes(state)) continue
        const before = await snapshotOf(chargeId)
        const isRefused = await act(chargeId, stage).then(
          () => false,
          () => true
        )
        assert.isTrue(isRefused, `${name} from ${state}`)
        assert.equal(await snapshotOf(chargeId), before, `${name} from ${state}`)
      }
      for (const [name, { act }] of Object.entries(ACTS).filter(([, { from }]) => from.includes(state))) {
        const own = await STATES[state](stage)
        const before = await snapshotOf(own)
        await act(own, stage)
        assert.notEqual(await snapshotOf(own), before, `${name} from ${state}`)
      }
    })
})
