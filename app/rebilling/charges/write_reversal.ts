import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import type { Charge } from '#app/rebilling/charges/charge'
import { newSplit, writeCharges } from '#app/rebilling/charges/write_charges'

type Wanted = { status: 'draft' | 'proposed'; createdBy: number | null; actor: Actor; reason: string }

/** The charge that takes another one back: the same with every sign turned, so that both add up to zero. Gives its key. */
export async function writeReversal(
  charge: Charge,
  { status, createdBy, actor, reason }: Wanted,
  trx: Transaction
): Promise<number> {
  const [id] = await writeCharges(
    [
      {
        splitId: newSplit(),
        settingId: charge.settingId,
        originSiteId: charge.originSiteId,
        targetSiteId: charge.targetSiteId,
        period: { from: charge.periodFrom, to: charge.periodTo },
        concept: `Rectifica ${charge.invoiceNumber ?? charge.number}: ${reason}`,
        baseMinor: -charge.baseMinor,
        markupMinor: -charge.markupMinor,
        vatMinor: -charge.vatMinor,
        totalMinor: -charge.totalMinor,
        markupBasisPoints: charge.markupBasisPoints,
        treatment: charge.treatment,
        vatCodeId: charge.vatCodeId,
        incomeAccount: charge.incomeAccount,
        expenseAccount: charge.expenseAccount,
        settlement: charge.settlement,
        status,
        reversesId: charge.id,
        isChain: charge.isChain,
        costs: charge.costs.map((cost) => ({ ...cost, amountMinor: -cost.amountMinor })),
      },
    ],
    { createdBy, actor },
    trx
  )
  if (id === undefined) throw new Error(`No reversal was written of charge ${charge.id}`)
  return id
}
