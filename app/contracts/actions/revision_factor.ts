import type ProviderContract from '#app/contracts/models/provider_contract'
import type { Factor } from '#app/contracts/pricing/revised_price'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type Revision = {
  /** The first day of the new prices. */
  effectiveOn: CalendarDate
  /** First day of the month whose index counts; only with the consumer price index. */
  indexMonth: CalendarDate | null
  /** Percent with two decimals, as text; only where it is agreed each time. */
  percent: string | null
  reason: string | null
}

const HUNDRED_PERCENT = 10_000

/** By what the prices are multiplied. Throws at `index_month`, `percent` and `reason`. */
export async function factorOf(
  contract: ProviderContract,
  revision: Revision,
  trx: Transaction
): Promise<Factor> {
  switch (contract.indexation) {
    case 'ipc':
      return ipcFactor(contract, revision.indexMonth, trx)
    case 'fixed_percent':
      return { numerator: HUNDRED_PERCENT + basisPoints(contract.indexPercent), denominator: HUNDRED_PERCENT }
    case 'manual':
      if (!revision.percent)
        throw new DomainError('E_PERCENT', 'Indique el porcentaje.', { field: 'percent' })
      if ((revision.reason ?? '').trim().length < 5)
        throw new DomainError('E_REASON', 'Indique el motivo (mínimo 5 caracteres).', { field: 'reason' })
      return { numerator: HUNDRED_PERCENT + basisPoints(revision.percent), denominator: HUNDRED_PERCENT }
    case 'none':
      throw new DomainError('E_INDEX', 'El contrato no prevé revisión de precios.')
    default:
      return contract.indexation satisfies never
  }
}

/** From the month of the last revision, or the base month, to the one that is asked: over the years they make IPC(m)/IPC(base). */
async function ipcFactor(
  contract: ProviderContract,
  month: CalendarDate | null,
  trx: Transaction
): Promise<Factor> {
  if (month === null) throw new DomainError('E_INDEX', 'Indique el mes del IPC.', { field: 'index_month' })
  const last = await row<{ month: CalendarDate }>(
    `select index_month as month from contract_indexations where contract_id = :id and kind = 'ipc' order by effective_on desc limit 1`,
    { id: contract.id },
    trx
  )
  const base = last?.month ?? contract.indexBaseMonth
  if (base === null || month <= base)
    throw new DomainError('E_INDEX', 'El mes debe ser posterior al del último índice aplicado.', {
      field: 'index_month',
    })
  return { numerator: await ipcOf(month, trx), denominator: await ipcOf(base, trx) }
}

/** The index in thousandths. */
async function ipcOf(month: CalendarDate, trx: Transaction): Promise<number> {
  const found = await row<{ value: number }>(
    `select (value * 1000)::bigint as value from ipc_values where month = :month`,
    { month },
    trx
  )
  if (!found)
    throw new DomainError(
      'E_NO_IPC',
      `Falta el IPC de ${month.slice(5, 7)}/${month.slice(0, 4)}: regístrelo antes.`,
      {
        field: 'index_month',
      }
    )
  return found.value
}

/** "2.50" is 250. */
function basisPoints(percent: string | null): number {
  return Math.round(Number(percent ?? '0') * 100)
}
