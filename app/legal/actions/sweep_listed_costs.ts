import type { Actor } from '#app/audit/record_event'
import type { Affected } from '#app/blacklist/sweepers'
import { execute, inTransaction, row, rows } from '#app/kernel/database/sql'
import { lastFour, maskIban } from '#app/kernel/identifiers/iban'
import { formatAmount } from '#app/kernel/money/money'
import { lockCost } from '#app/legal/actions/lock_cost'
import { lockProcedure, record } from '#app/legal/actions/lock_procedure'
import { RESERVED } from '#app/legal/legal_labels'
import { type CostStatus, costWorkflow } from '#app/legal/workflows/cost_workflow'

/** Costs that are not paid, in no payment: those of payments are stopped with their payments. */
const WAITING = `c.payee_iban is not null and c.status in ('planned', 'payable')`

/**
 * Costs whose payee has a listed account: none is approved or ordered from now on, and their procedure says why. A cost is
 * told once for each entry. Gives how many.
 */
export async function sweepListedCosts(_entryIds: number[], actor: Actor): Promise<number> {
  const listed = await rows<{ id: number; procedureId: number }>(
    `select c.id, c.procedure_id from legal_procedure_costs c cross join lateral iban_listing(c.payee_iban) l
      where ${WAITING} and l.severity = 'block' and c.listed_entry_id is distinct from l.id order by c.procedure_id, c.id`
  )
  let told = 0
  for (const { id, procedureId } of listed) told += (await tellCost(procedureId, id, actor)) ? 1 : 0
  return told
}

/** Asked again under the locks: it may have been changed, paid or told meanwhile. */
function tellCost(procedureId: number, costId: number, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    const { description, payeeIban } = await lockCost(costId, trx)
    const entry = await row<{ id: number; comment: string }>(
      `select l.id, l.comment from legal_procedure_costs c cross join lateral iban_listing(c.payee_iban) l
        where c.id = :costId and ${WAITING} and l.severity = 'block' and c.listed_entry_id is distinct from l.id`,
      { costId },
      trx
    )
    if (!entry) return false
    await execute(
      `update legal_procedure_costs set listed_entry_id = :entryId where id = :costId`,
      { costId, entryId: entry.id },
      trx
    )
    const reason = `${description}: cuenta acabada en ${lastFour(payeeIban ?? '')}. Motivo: ${entry.comment}`
    await record(procedure, 'legal_cost.blacklisted', actor, trx, { reason })
    return true
  })
}

type Found = {
  procedureId: number
  number: string
  description: string
  payee: string
  iban: string
  totalMinor: number
  status: CostStatus
  confidential: boolean
}

/** Costs of the reader's companies that an entry reaches before there is a payment; of a confidential procedure only that there is one. */
export async function affectedCosts(like: string, scope: number[] | 'all'): Promise<Affected[]> {
  const found = await rows<Found>(
    `select p.id as procedure_id, p.number, c.description, c.payee_name as payee, c.payee_iban as iban, c.total_minor, c.status, p.confidential
       from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id
      where c.payee_iban like :like and ${WAITING} and (:all or p.site_id = any(:ids::bigint[])) order by c.id desc limit 100`,
    { like, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return found.map(({ procedureId, number, description, payee, iban, totalMinor, status, confidential }) => ({
    kind: 'Coste legal',
    label: confidential ? RESERVED : `${number} · ${payee}: ${description}`,
    detail: confidential
      ? maskIban(iban)
      : `${formatAmount(totalMinor, 'EUR')}, ${costWorkflow.label(status).toLowerCase()}, ${maskIban(iban)}`,
    href: confidential ? null : `/legal_procedure/${procedureId}/edit?tab=costs`,
  }))
}
