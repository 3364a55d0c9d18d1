import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { NewApproval } from '#app/sites/actions/grant_approval'

/** Kinds that senior accounting may be given, up to the group's cap (area 02 §1). */
const SENIOR_KINDS = ['invoice', 'expense_note']

/** Throws at the field of the form that makes an approval impossible. */
export async function refuseUnfitApproval(approval: NewApproval, trx: Transaction): Promise<void> {
  refuseBadLimits(approval)
  await refuseUnfitUser(approval, trx)
  await refuseUnfitDelegate(approval, trx)
  await refuseUnknownCategories(approval.categoryIds ?? [], trx)
}

function refuseBadLimits({ kinds, maxAmountMinor, dailyLimitMinor, activeFrom, activeTo }: NewApproval) {
  if (kinds.length === 0)
    throw new DomainError('E_KINDS', 'Seleccione al menos un tipo de documento.', { field: 'kinds' })
  if (maxAmountMinor !== null && maxAmountMinor <= 0)
    throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'max_amount' })
  if (dailyLimitMinor !== null && dailyLimitMinor <= 0)
    throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'daily_limit' })
  if (dailyLimitMinor !== null && maxAmountMinor !== null && dailyLimitMinor < maxAmountMinor)
    throw new DomainError('E_DAILY', 'El límite diario no puede ser menor que el importe máximo.', {
      field: 'daily_limit',
    })
  if (activeTo !== null && activeTo < activeFrom)
    throw new DomainError('E_DAYS', 'La fecha final no puede ser anterior a la inicial.', {
      field: 'active_to',
    })
}

type Person = { role: string; status: string; inScope: boolean }

function findPerson(userId: number, siteId: number, trx: Transaction): Promise<Person | null> {
  return row<Person>(
    `select u.role, u.status, (u.all_sites or u.role = 's1st3ma'
        or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = :siteId)) as in_scope
       from users u where u.id = :userId`,
    { userId, siteId },
    trx
  )
}

const isLead = ({ role }: Person) => role === 's1st3ma' || role === 'aprobador'

async function refuseUnfitUser({ userId, siteId, kinds }: NewApproval, trx: Transaction): Promise<void> {
  const refuse = (message: string) => new DomainError('E_USER', message, { field: 'user_id' })
  const user = await findPerson(userId, siteId, trx)
  if (!user) throw refuse('Seleccione un usuario de la lista.')
  if (user.status !== 'active')
    throw refuse(
      'Solo un usuario activo puede ser aprobador: este está suspendido o aún no ha aceptado su invitación.'
    )
  const isSenior = user.role === 'superC0ntab1l1dad' && kinds.every((kind) => SENIOR_KINDS.includes(kind))
  if (!isLead(user) && !isSenior) throw refuse('El rol de este usuario no permite estas aprobaciones.')
  if (!user.inScope) throw refuse('Este usuario no tiene acceso a la empresa.')
}

async function refuseUnfitDelegate(approval: NewApproval, trx: Transaction): Promise<void> {
  const { delegate, userId, siteId, activeFrom, activeTo } = approval
  if (!delegate) return
  const refuse = (message: string, field = 'delegate_user_id') =>
    new DomainError('E_DELEGATE', message, { field })
  if (delegate.userId === userId) throw refuse('El suplente debe ser otra persona.')
  const person = await findPerson(delegate.userId, siteId, trx)
  if (!person) throw refuse('Seleccione un usuario de la lista.')
  if (person.status !== 'active') throw refuse('Un usuario suspendido no puede ser suplente.')
  if (!isLead(person)) throw refuse('El suplente debe tener el rol de aprobador o de sistema.')
  if (!person.inScope) throw refuse('Este usuario no tiene acceso a la empresa.')
  if (delegate.to < delegate.from)
    throw refuse('La fecha final no puede ser anterior a la inicial.', 'delegate_to')
  if (delegate.from < activeFrom)
    throw refuse('La suplencia empieza antes que la aprobación.', 'delegate_from')
  if (activeTo !== null && delegate.to > activeTo)
    throw refuse('La suplencia termina después que la aprobación.', 'delegate_to')
}

async function refuseUnknownCategories(categoryIds: number[], trx: Transaction): Promise<void> {
  if (categoryIds.length === 0) return
  const { known } = await oneRow<{ known: number }>(
    `select count(*)::int as known from categories where id = any(:categoryIds::bigint[])`,
    { categoryIds },
    trx
  )
  if (known !== new Set(categoryIds).size)
    throw new DomainError('E_CATEGORY', 'Seleccione categorías de la lista.', { field: 'category_ids' })
}
