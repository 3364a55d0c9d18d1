import { SYSTEM } from '#app/audit/record_event'
import { lockContract } from '#app/contracts/actions/lock_contract'
import { move } from '#app/contracts/actions/move_contract'
import { record } from '#app/contracts/actions/record_contract'
import { type Alert, tellOwner } from '#app/contracts/actions/tell_owner'
import type ProviderContract from '#app/contracts/models/provider_contract'
import { contractWorkflow } from '#app/contracts/workflows/contract_workflow'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { addMonths, type CalendarDate, daysBetween, today } from '#app/kernel/time/calendar_date'

const DAYS_BEFORE = [90, 60, 30] as const

/**
 * What the calendar does to contracts, each morning: those that ran out are renewed or expire, and their owners are told
 * 90, 60 and 30 days before the end and on the last day of notice. Each once for a contract, end and threshold, however
 * often it runs. Gives what it did.
 */
export async function followContractCalendar(
  day: CalendarDate = today()
): Promise<{ renewed: number; expired: number; alerts: number }> {
  const over = await rows<{ id: number }>(
    `select id from provider_contracts where parent_contract_id is null and status in ('active', 'suspended') and ends_on < :day order by id`,
    { day }
  )
  const done = { renewed: 0, expired: 0, alerts: 0 }
  for (const { id } of over) {
    const outcome = await inTransaction((trx) => endOne(id, day, trx))
    if (outcome) done[outcome]++
  }
  const near = await rows<{ id: number }>(
    `select id from provider_contracts where parent_contract_id is null and status in ('active', 'suspended')
        and ends_on between :day::date and :day::date + greatest(90, notice_days) order by id`,
    { day }
  )
  for (const { id } of near) done.alerts += await inTransaction((trx) => warnOne(id, day, trx))
  return done
}

/** Asked again under the lock: somebody may have ended or amended it meanwhile. */
async function endOne(
  id: number,
  day: CalendarDate,
  trx: Transaction
): Promise<'renewed' | 'expired' | null> {
  const contract = await lockContract(id, trx)
  const { endsOn } = contract
  if (endsOn === null || endsOn >= day || !contractWorkflow.can(contract.status, 'expire')) return null
  if (contract.autoRenew && contract.status === 'active') {
    await renew(contract, endsOn, day, trx)
    return 'renewed'
  }
  contract.suspendedOn = null
  await move(
    contract,
    contractWorkflow.next(contract.status, 'expire'),
    { event: 'contract.expire', actor: SYSTEM },
    trx
  )
  await warn(contract, { threshold: 'expired', endsOn, day }, trx)
  return 'expired'
}

/** Into the period that the day lies in, counted from the first end: 31 January and a month is 28 February and then 31 March. */
async function renew(
  contract: ProviderContract,
  endsOn: CalendarDate,
  day: CalendarDate,
  trx: Transaction
): Promise<void> {
  let periods = 1
  while (addMonths(endsOn, periods * contract.renewalMonths) < day) periods++
  const next = addMonths(endsOn, periods * contract.renewalMonths)
  contract.merge({ endsOn: next, lockVersion: contract.lockVersion + 1 })
  await contract.save()
  await record(contract, 'contract.renewed', SYSTEM, trx, { diff: { endsOn: [endsOn, next] } })
  await warn(contract, { threshold: 'renewed', endsOn, day }, trx)
}

/** The thresholds that have been reached; when several came at once, one message tells the nearest. */
async function warnOne(id: number, day: CalendarDate, trx: Transaction): Promise<number> {
  const contract = await lockContract(id, trx)
  const { endsOn, noticeDays } = contract
  if (endsOn === null || endsOn < day) return 0
  const left = daysBetween(day, endsOn)
  const reached: Alert['threshold'][] = DAYS_BEFORE.filter((days) => left <= days).map(
    (days) => String(days) as Alert['threshold']
  )
  if (left <= noticeDays) reached.push('notice')
  const fresh: Alert['threshold'][] = []
  for (const threshold of reached)
    if (await noteOnce({ contract, threshold, endsOn }, trx)) fresh.push(threshold)
  const nearest = fresh.includes('notice') ? 'notice' : fresh.at(-1)
  if (!nearest) return 0
  await tellOwner(contract, { threshold: nearest, endsOn, day }, trx)
  return 1
}

async function warn(contract: ProviderContract, alert: Alert, trx: Transaction): Promise<void> {
  if (await noteOnce({ contract, ...alert }, trx)) await tellOwner(contract, alert, trx)
}

/** Whether it is the first time. */
async function noteOnce(
  { contract, threshold, endsOn }: { contract: ProviderContract } & Omit<Alert, 'day'>,
  trx: Transaction
): Promise<boolean> {
  const noted = await execute(
    `insert into contract_alerts (contract_id, ends_on, threshold) values (:id, :endsOn, :threshold) on conflict do nothing`,
    { id: contract.id, endsOn, threshold },
    trx
  )
  return noted === 1
}
