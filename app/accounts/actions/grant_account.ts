import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Rights = { canView: boolean; canPay: boolean; canReconcile: boolean }
type Grant = { account: { id: number; siteId: number }; userId: number; rights: Rights; reason: string }

const ALL: Rights = { canView: true, canPay: true, canReconcile: true }

/**
 * Says what one person may do with an account; all three rights mean that the role decides again, and leave no
 * permission behind. Who may not see it may do nothing else. Throws E_OWN for one's own permission, E_ALWAYS for
 * s1st3ma, which is never narrowed, and E_NO_USER for somebody who does not work with the company.
 */
export async function grantAccount(
  { account, userId, rights: asked, reason }: Grant,
  actor: Actor
): Promise<void> {
  if (userId === actor.userId)
    throw new DomainError('E_OWN', 'No puede cambiar sus propios permisos: debe hacerlo otra persona.', {
      field: 'form',
    })
  const rights = asked.canView ? asked : { canView: false, canPay: false, canReconcile: false }
  await inTransaction(async (trx) => {
    const user = await beneficiary(userId, account.siteId, trx)
    await oneRow(`select id from bank_accounts where id = :id for update`, { id: account.id }, trx)
    const before =
      (await row<Rights>(
        `select can_view, can_pay, can_reconcile from bank_account_permissions where bank_account_id = :id and user_id = :userId`,
        { id: account.id, userId },
        trx
      )) ?? ALL
    const keys = ['canView', 'canPay', 'canReconcile'] as const
    const changed = keys.filter((key) => before[key] !== rights[key])
    if (changed.length === 0) return
    await write({ accountId: account.id, userId, rights }, actor, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: account.id,
        siteId: account.siteId,
        event: 'bank_account.permission_changed',
        reason: `${user.name}: ${reason}`,
        diff: Object.fromEntries(changed.map((key) => [key, [before[key], rights[key]]])),
      },
      trx
    )
  })
}

async function beneficiary(userId: number, siteId: number, trx: Transaction): Promise<{ name: string }> {
  const user = await row<{ name: string; role: string }>(
    `select name, role from users u where id = :userId and status <> 'archived'
        and (all_sites or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = :siteId))`,
    { userId, siteId },
    trx
  )
  if (!user)
    throw new DomainError('E_NO_USER', 'Esa persona no trabaja con la empresa de la cuenta.', {
      field: 'form',
    })
  if (user.role === 's1st3ma')
    throw new DomainError('E_ALWAYS', 'El rol s1st3ma ve siempre todas las cuentas.', { field: 'form' })
  return user
}

async function write(
  { accountId, userId, rights }: { accountId: number; userId: number; rights: Rights },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const key = { accountId, userId }
  if (rights.canView && rights.canPay && rights.canReconcile) {
    await execute(
      `delete from bank_account_permissions where bank_account_id = :accountId and user_id = :userId`,
      key,
      trx
    )
    return
  }
  await execute(
    `insert into bank_account_permissions (bank_account_id, user_id, can_view, can_pay, can_reconcile, granted_by)
     values (:accountId, :userId, :canView, :canPay, :canReconcile, :grantedBy)
     on conflict (bank_account_id, user_id) do update set can_view = excluded.can_view, can_pay = excluded.can_pay,
       can_reconcile = excluded.can_reconcile, granted_by = excluded.granted_by`,
    { ...key, ...rights, grantedBy: actor.userId },
    trx
  )
}
