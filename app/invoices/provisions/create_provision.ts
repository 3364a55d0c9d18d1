import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { roleCode } from '#app/ledger/queries/role_account'

export type ProvisionDraft = {
  siteId: number
  providerId: number
  concept: string
  /** Cents of EUR. */
  amountMinor: number
  expectedOn: CalendarDate
  /** Account of group 6; without one nothing is accrued, and it only is a payment that has no invoice yet. */
  expenseAccountId: number | null
  /** Account whose money is kept for it. */
  reserveAccountId: number | null
  uploadId?: string | null
}

/**
 * What a supplier will be owed before its invoice comes (area 28 §9): accrues it (`provision.book`, 6xx against 4009) and
 * keeps the money where somebody asks for it. Throws at the fields.
 */
export async function createProvision(
  draft: ProvisionDraft,
  actor: Actor,
  outer?: Transaction
): Promise<number> {
  return inTransaction(async (trx) => {
    await refuseForeign(draft, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into supplier_provisions (site_id, provider_id, concept, amount_minor, expected_on, expense_account_id, reserve_account_id, upload_id, created_by, updated_by)
       values (:siteId, :providerId, :concept, :amountMinor, :expectedOn, :expenseAccountId, :reserveAccountId, :uploadId::uuid, :userId, :userId) returning id`,
      { ...draft, uploadId: draft.uploadId ?? null, userId: actor.userId },
      trx
    )
    if (draft.reserveAccountId !== null)
      await execute(
        `insert into account_holds (bank_account_id, document_type, document_id, amount_minor, kind) values (:accountId, 'supplier_provision', :id, :amountMinor, 'hard')`,
        { accountId: draft.reserveAccountId, id, amountMinor: draft.amountMinor },
        trx
      )
    await recordEvent(
      {
        actor,
        objectType: 'supplier_provision',
        objectId: id,
        siteId: draft.siteId,
        event: 'supplier_provision.created',
        to: 'open',
      },
      trx
    )
    if (draft.expenseAccountId !== null) await accrue(id, draft.expenseAccountId, draft, actor, trx)
    return id
  }, outer)
}

async function refuseForeign(
  { siteId, providerId, expenseAccountId, reserveAccountId }: ProvisionDraft,
  trx: Transaction
): Promise<void> {
  const found = await oneRow<{ isActive: boolean | null; hasExpense: boolean; hasReserve: boolean }>(
    `select (select p.active and p.status = 'active' from providers p where p.id = :providerId) as is_active,
        exists (select 1 from ledger_accounts a where a.id = :expenseAccountId::bigint and a.site_id = :siteId and a.is_postable and a.code like '6%') as has_expense,
        exists (select 1 from bank_accounts b where b.id = :reserveAccountId::bigint and b.site_id = :siteId and b.status = 'active' and b.currency = 'EUR') as has_reserve`,
    { siteId, providerId, expenseAccountId, reserveAccountId },
    trx
  )
  if (!found.isActive)
    throw new DomainError('E_PROVIDER', 'El proveedor está inactivo o por revisar.', { field: 'provider_id' })
  if (expenseAccountId !== null && !found.hasExpense)
    throw new DomainError('E_ACCOUNT', 'Elija una cuenta de gasto de la empresa.', {
      field: 'expense_account_id',
    })
  if (reserveAccountId !== null && !found.hasReserve)
    throw new DomainError('E_ACCOUNT', 'La cuenta de origen no pertenece a la empresa.', {
      field: 'reserve_account_id',
    })
}

async function accrue(
  id: number,
  expenseAccountId: number,
  { siteId, providerId, concept, amountMinor }: ProvisionDraft,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const pending = await ensureAccount(
    {
      siteId,
      prefix: await roleCode(siteId, 'accrued_purchases', trx),
    },
    trx
  )
  const document = { documentType: 'supplier_provision', documentId: id }
  const { entryId } = await postEntry(
    {
      siteId,
      postedOn: today(),
      journal: 'diversos',
      kind: 'provision.book',
      idempotencyKey: `supplier_provision:${id}:booked:1`,
      description: `Provisión: ${concept}`.slice(0, 250),
      sourceType: 'supplier_provision',
      sourceId: id,
      createdBy: actor.userId,
      lines: [
        { accountId: expenseAccountId, amountMinor, ...document },
        {
          accountId: pending.id,
          amountMinor: -amountMinor,
          counterpartyType: 'provider',
          counterpartyId: providerId,
          ...document,
        },
      ],
    },
    trx
  )
  await execute(
    `update supplier_provisions set journal_entry_id = :entryId where id = :id`,
    { id, entryId },
    trx
  )
}

/** The prepayment account of a supplier in a company: 407. */
export async function prepaymentAccount(
  { siteId, providerId }: { siteId: number; providerId: number },
  trx: Transaction
): Promise<number> {
  const provider = await row<{ name: string }>(
    `select legal_name as name from providers where id = :providerId`,
    { providerId },
    trx
  )
  const account = await ensureAccount(
    {
      siteId,
      prefix: await roleCode(siteId, 'prepayment', trx),
      subledger: 'provider',
      subledgerId: providerId,
      name: provider?.name ?? 'Anticipos a proveedores',
    },
    trx
  )
  return account.id
}
