import { rows, type Transaction } from '#app/kernel/database/sql'
import { allocateByWeight } from '#app/rebilling/allocation/allocate'
import { periodOf } from '#app/rebilling/allocation/period'
import { chargeAmounts } from '#app/rebilling/allocation/share_by_rule'
import { spreadOverCosts } from '#app/rebilling/allocation/spread_over_costs'
import { type NewCharge, newSplit } from '#app/rebilling/charges/write_charges'
import type { CaughtCost } from '#app/rebilling/proposals/find_costs'
import type { Settlement, Treatment } from '#app/rebilling/rebilling_labels'

/** A charge that stands, with what it took of one invoice and what that invoice was. */
type Standing = {
  invoiceId: number
  id: number
  number: string
  settingId: number | null
  originSiteId: number
  targetSiteId: number
  markupBasisPoints: number
  vatBasisPoints: number
  treatment: Treatment
  vatCodeId: number | null
  incomeAccount: string | null
  expenseAccount: string | null
  settlement: Settlement
  takenMinor: number
  costMinor: number
}

/** Charges that were made of invoices and stand, by invoice. */
async function standingCharges(
  invoiceIds: readonly number[],
  trx: Transaction
): Promise<Map<number, Standing[]>> {
  const found = await rows<Standing>(
    `select l.invoice_id, t.id, t.number, t.setting_id, t.origin_site_id, t.target_site_id, t.markup_basis_points, t.treatment, t.vat_code_id, t.income_account, t.expense_account, t.settlement,
        coalesce((select case when v.kind in ('iva', 'igic', 'ipsi') then v.rate_basis_points else 0 end from tax_codes v where v.id = t.vat_code_id), 0) as vat_basis_points,
        sum(x.amount_minor)::bigint as taken_minor,
        (select sum(c.base_minor)::bigint from rebillable_costs c where c.document_type = 'invoice' and c.document_id = l.invoice_id) as cost_minor
       from invoice_lines l join rebilling_sources x on x.source_type = 'invoice_line' and x.source_id = l.id
       join rebilling_transactions t on t.id = x.transaction_id and t.status in ('approved', 'issued', 'settling', 'settled') and t.reverses_id is null and t.corrects_id is null
      where l.invoice_id = any(:invoiceIds::bigint[]) group by l.invoice_id, t.id order by t.id`,
    { invoiceIds: [...invoiceIds] },
    trx
  )
  return Map.groupBy(found, ({ invoiceId }) => invoiceId)
}

export type Corrections = { charges: NewCharge[]; corrected: CaughtCost[]; rest: CaughtCost[] }

/**
 * Credit notes of invoices that were charged on are shared out as those were, whatever rule and key say now: each company gets
 * back what it bore of them (area 32, rule 6). All other costs are left as they came.
 */
export async function planCorrections(costs: readonly CaughtCost[], trx: Transaction): Promise<Corrections> {
  const credited = costs.flatMap(({ rectifiesId }) => (rectifiesId === null ? [] : [rectifiesId]))
  if (credited.length === 0) return { charges: [], corrected: [], rest: [...costs] }
  const standing = await standingCharges([...new Set(credited)], trx)
  const isCorrection = ({ rectifiesId }: CaughtCost) => rectifiesId !== null && standing.has(rectifiesId)
  const corrected = costs.filter(isCorrection)
  const byNote = Map.groupBy(corrected, ({ documentId }) => documentId)
  return {
    charges: [...byNote.values()].flatMap((note) =>
      correct(note, standing.get(note[0]?.rectifiesId ?? 0) ?? [])
    ),
    corrected,
    rest: costs.filter((cost) => !isCorrection(cost)),
  }
}

function correct(note: readonly CaughtCost[], standing: readonly Standing[]): NewCharge[] {
  const [first] = note
  const [any] = standing
  const baseMinor = note.reduce((sum, { restMinor }) => sum + restMinor, 0)
  if (!first || !any || baseMinor === 0) return []
  const taken = standing.map(({ takenMinor }) => BigInt(Math.abs(takenMinor)))
  const kept = BigInt(Math.abs(any.costMinor)) - taken.reduce((sum, part) => sum + part, 0n)
  const parts = allocateByWeight(baseMinor, [
    ...standing.map(({ targetSiteId }, place) => ({ siteId: targetSiteId, weight: taken[place] ?? 0n })),
    { siteId: first.siteId, weight: kept > 0n ? kept : 0n },
  ])
  const shares = (parts ?? []).slice(0, standing.length).map(({ amountMinor }) => amountMinor)
  const spread = spreadOverCosts(
    note.map(({ restMinor }) => restMinor),
    shares
  )
  const splitId = newSplit()
  return standing.flatMap((charge, share) => {
    const amountMinor = shares[share] ?? 0
    if (amountMinor === 0) return []
    const { markupBasisPoints, treatment, vatCodeId, incomeAccount, expenseAccount, settlement } = charge
    return [
      {
        splitId,
        settingId: charge.settingId,
        originSiteId: charge.originSiteId,
        targetSiteId: charge.targetSiteId,
        period: { from: first.postedOn, to: periodOf('monthly', first.postedOn).to },
        concept: `Abono ${first.document}: corrige ${charge.number}`,
        ...chargeAmounts(amountMinor, charge),
        markupBasisPoints,
        treatment,
        vatCodeId,
        incomeAccount,
        expenseAccount,
        settlement,
        status: 'proposed' as const,
        correctsId: charge.id,
        costs: note.map((cost, place) => ({ ...cost, amountMinor: spread[share]?.[place] ?? 0 })),
      },
    ]
  })
}
