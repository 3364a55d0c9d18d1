import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { readFund } from '#app/providers/queries/reserve_fund'

/** Amounts in cents of euro. */
export type ReserveSettings = {
  isEnabled: boolean
  targetMinor: number
  monthlyMinor: number
  /** Of the month; the last one where it is shorter. */
  day: number
  bankAccountId: number
}

type Found = {
  name: string
  status: string
  isEnabled: boolean
  targetMinor: number | null
  monthlyMinor: number | null
  day: number | null
  virtualAccountId: number | null
}

/**
 * What is set aside for a supplier each month, and in which account of the group's own; the fund gets a virtual account of
 * its own there. Throws E_ACCOUNT at `bank_account_id` while another account holds money of the fund, E_AMOUNT and E_TARGET at `target` and `monthly`.
 */
export function saveReserve(providerId: number, wanted: ReserveSettings, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const before = await oneRow<Found>(
      `select legal_name as name, status, reserve_fund_enabled as is_enabled, reserve_target_minor as target_minor, reserve_monthly_minor as monthly_minor, reserve_day as day,
          reserve_virtual_account_id as virtual_account_id from providers where id = :providerId for update`,
      { providerId },
      trx
    )
    if (before.status === 'merged')
      throw new DomainError('E_MERGED', 'El proveedor se fusionó en otro: su fondo se lleva allí.')
    for (const [field, minor] of [
      ['target', wanted.targetMinor],
      ['monthly', wanted.monthlyMinor],
    ] as const)
      if (minor <= 0) throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field })
    if (wanted.monthlyMinor > wanted.targetMinor)
      throw new DomainError('E_TARGET', 'La aportación mensual no puede superar el objetivo.', {
        field: 'monthly',
      })
    const fund = before.virtualAccountId === null ? null : await readFund(before.virtualAccountId, trx)
    const stays = fund?.bankAccountId === wanted.bankAccountId
    if (fund && !stays && fund.balanceMinor !== 0)
      throw new DomainError(
        'E_ACCOUNT',
        `El fondo está en «${fund.account}» y tiene saldo: libérelo antes de cambiar de cuenta.`,
        { field: 'bank_account_id' }
      )
    const virtualAccountId =
      fund && stays ? fund.virtualAccountId : await openFund(providerId, before.name, wanted, actor, trx)
    const { isEnabled, targetMinor, monthlyMinor, day } = wanted
    await execute(
      `update providers set reserve_fund_enabled = :isEnabled, reserve_target_minor = :targetMinor, reserve_monthly_minor = :monthlyMinor, reserve_day = :day,
          reserve_virtual_account_id = :virtualAccountId, updated_by = :userId where id = :providerId`,
      { providerId, isEnabled, targetMinor, monthlyMinor, day, virtualAccountId, userId: actor.userId },
      trx
    )
    const diff = changedFields(
      {
        reserveEnabled: before.isEnabled,
        reserveTarget: before.targetMinor,
        reserveMonthly: before.monthlyMinor,
        reserveDay: before.day,
        reserveAccount: fund?.bankAccountId ?? null,
      },
      {
        reserveEnabled: isEnabled,
        reserveTarget: targetMinor,
        reserveMonthly: monthlyMinor,
        reserveDay: day,
        reserveAccount: wanted.bankAccountId,
      }
    )
    if (diff)
      await recordEvent(
        { actor, objectType: 'provider', objectId: providerId, event: 'provider.reserve_changed', diff },
        trx
      )
  })
}

/** The fund's virtual account in an account, the one it had there before if it had one. */
async function openFund(
  providerId: number,
  provider: string,
  { bankAccountId }: ReserveSettings,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const account = await row<{ siteId: number; currency: string }>(
    `select site_id, currency from bank_accounts where id = :bankAccountId and status = 'active' and kind = 'bank' and currency = 'EUR' for share`,
    { bankAccountId },
    trx
  )
  if (!account)
    throw new DomainError('E_ACCOUNT', 'Elija una cuenta bancaria activa en euros.', {
      field: 'bank_account_id',
    })
  const name = `Fondo de reserva ${providerId}`
  const known = await row<{ id: number }>(
    `select id from virtual_accounts where bank_account_id = :bankAccountId and lower(name) = lower(:name)`,
    { bankAccountId, name },
    trx
  )
  if (known) return known.id
  const { id, code } = await oneRow<{ id: number; code: string }>(
    `select n as id, 'VA-' || lpad(n::text, 6, '0') as code from nextval(pg_get_serial_sequence('virtual_accounts', 'id')) n`,
    {},
    trx
  )
  const ledger = await ensureAccount(
    {
      siteId: account.siteId,
      prefix: '572',
      subledger: 'virtual',
      subledgerId: id,
      name: `Fondo de reserva ${provider}`,
      currency: account.currency,
      allowNegative: false,
    },
    trx
  )
  await execute(
    `insert into virtual_accounts (id, code, bank_account_id, site_id, name, ledger_account_id, kind, created_by)
     overriding system value values (:id, :code, :bankAccountId, :siteId, :name, :ledgerAccountId, 'provider_reserve', :userId)`,
    {
      id,
      code,
      bankAccountId,
      siteId: account.siteId,
      name,
      ledgerAccountId: ledger.id,
      userId: actor.userId,
    },
    trx
  )
  return id
}
