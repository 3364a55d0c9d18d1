import { type Actor, recordEvent } from '#app/audit/record_event'
import { type Client, execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'
import { nextNumber } from '#app/loans/actions/next_number'
import { type Cancelled, type NettingPlan, planNetting } from '#app/loans/compensations/netting_plan'
import {
  type FoundDebts,
  fingerprintOf,
  openDebts,
  type WantedNetting,
} from '#app/loans/compensations/open_debts'
import type { Residual } from '#app/loans/loan_labels'
import type { NettingMode } from '#app/loans/netting/net_debts'

export type WantedCompensation = WantedNetting & { mode: NettingMode; residual: Residual }

export type Proposal = {
  plan: NettingPlan
  leftOut: FoundDebts['leftOut']
  fingerprint: string
  siteIds: number[]
}

/** What would be netted: nothing is written. Throws at `site_ids` and `cut_off_on`, E_NOTHING where nothing nets. */
export async function previewCompensation(wanted: WantedCompensation, client?: Client): Promise<Proposal> {
  if (new Set(wanted.siteIds).size < 2)
    throw new DomainError('E_SITES', 'Elija al menos dos empresas.', { field: 'site_ids' })
  if (wanted.cutOffOn > today())
    throw new DomainError('E_DAY', 'La fecha de corte no puede ser posterior a hoy.', { field: 'cut_off_on' })
  const { debts, leftOut } = await openDebts(wanted, client)
  const plan = planNetting(wanted.mode, debts)
  if (plan.totalMinor === 0) throw new DomainError('E_NOTHING', nothingText(leftOut), { field: 'site_ids' })
  const siteIds = companiesIn(plan.cancelled)
  // The rest of the companies that were chosen has no part in it: what they owe may change.
  const between = debts.filter(
    ({ debtorId, creditorId }) => siteIds.includes(debtorId) && siteIds.includes(creditorId)
  )
  return { plan, leftOut, siteIds, fingerprint: fingerprintOf({ ...wanted, siteIds }, between) }
}

function nothingText(leftOut: FoundDebts['leftOut']): string {
  const told = leftOut.map(({ number, reason }) => `${number} ${reason}`).join('; ')
  return `No hay saldos que compensar entre estas empresas.${told ? ` Quedan fuera: ${told}.` : ''}`
}

/** Companies in whose books something is cancelled. */
const companiesIn = (cancelled: readonly Cancelled[]): number[] =>
  [...new Set(cancelled.flatMap(({ debtorId, creditorId }) => [debtorId, creditorId]))].toSorted(
    (a, b) => a - b
  )

/**
 * A netting as it was shown, which all its companies approve before it is posted. Throws E_CHANGED where the balances are not
 * those that were shown, E_OPEN while another proposal of the same loans waits.
 */
export function proposeCompensation(
  wanted: WantedCompensation & { shownFingerprint: string },
  actor: Actor
): Promise<{ id: number; number: string }> {
  return inTransaction(async (trx) => {
    const proposal = await previewCompensation(wanted, trx)
    if (proposal.fingerprint !== wanted.shownFingerprint) throw changedBalances()
    await refuseOpen(proposal.plan.cancelled, trx)
    const number = await nextNumber('CP', trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into loan_compensations (number, cut_off_on, mode, site_ids, includes_interest, residual, currency, total_minor, fingerprint, created_by)
       values (:number, :cutOffOn, :mode, :siteIds::bigint[], :includesInterest, :residual, :currency, :totalMinor, :fingerprint, :userId) returning id`,
      {
        ...wanted,
        number,
        siteIds: proposal.siteIds,
        totalMinor: proposal.plan.totalMinor,
        fingerprint: proposal.fingerprint,
        userId: actor.userId,
      },
      trx
    )
    await insertParts(id, proposal.plan, trx)
    await recordEvent(
      {
        actor,
        objectType: 'loan_compensation',
        objectId: id,
        siteId: proposal.siteIds[0] ?? null,
        event: 'loan_compensation.proposed',
        to: 'proposed',
        reason: formatAmount(proposal.plan.totalMinor, wanted.currency),
      },
      trx
    )
    return { id, number }
  })
}

export const changedBalances = () =>
  new DomainError('E_CHANGED', 'Los saldos han cambiado. Recalcule la propuesta.')

/** Two proposals of one loan would cancel it twice: the second one waits until the first is decided. */
async function refuseOpen(cancelled: readonly Cancelled[], trx: Transaction): Promise<void> {
  const open = await row<{ number: string }>(
    `select c.number from loan_compensations c join loan_compensation_lines l on l.loan_compensation_id = c.id
      where c.status = 'proposed' and l.loan_id = any(:loanIds::bigint[]) order by c.id limit 1`,
    { loanIds: cancelled.flatMap(({ loanId }) => loanId ?? []) },
    trx
  )
  if (open)
    throw new DomainError(
      'E_OPEN',
      `La propuesta ${open.number} incluye los mismos préstamos: apruébela o descártela antes.`
    )
}

/** A debt is a line in the book of each side. */
async function insertParts(
  id: number,
  { cancelled, transfers }: NettingPlan,
  trx: Transaction
): Promise<void> {
  const lines = cancelled.flatMap(({ loanId, debtorId, creditorId, principalMinor, interestMinor }) => {
    const amounts = { loanId, principalMinor, interestMinor }
    return [
      { ...amounts, siteId: creditorId, partnerId: debtorId, side: 'receivable' },
      { ...amounts, siteId: debtorId, partnerId: creditorId, side: 'payable' },
    ]
  })
  await execute(
    `insert into loan_compensation_lines (loan_compensation_id, loan_id, site_id, partner_site_id, side, principal_minor, interest_minor)
     select :id, l."loanId", l."siteId", l."partnerId", l.side, l."principalMinor", l."interestMinor"
       from jsonb_to_recordset(:lines::jsonb) as l("loanId" bigint, "siteId" bigint, "partnerId" bigint, side text, "principalMinor" bigint, "interestMinor" bigint)`,
    { id, lines: JSON.stringify(lines) },
    trx
  )
  await execute(
    `insert into loan_compensation_transfers (loan_compensation_id, from_site_id, to_site_id, amount_minor)
     select :id, t."fromId", t."toId", t."amountMinor" from jsonb_to_recordset(:transfers::jsonb) as t("fromId" bigint, "toId" bigint, "amountMinor" bigint)`,
    { id, transfers: JSON.stringify(transfers) },
    trx
  )
}
