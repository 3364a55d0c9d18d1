import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'
import { assertCounterAccount } from '#app/reconciliation/actions/counter_account'
import { assertCenter, requireInputTax } from '#app/reconciliation/actions/entry_dimensions'
import { type RuleAction, type RuleConditions, testOf } from '#app/reconciliation/rules/bank_rule'

export type RuleInput = {
  name: string
  bankAccountId: number | null
  conditions: RuleConditions
  action: RuleAction
  maxMinor: number | null
  active: boolean
}

type Saved = RuleInput & { id: number; siteId: number; lockVersion: number }

const rulesMax = 200

/** Adds a rule at the end of its company's. Throws at the field that is wrong; nothing is looked at again by it. */
export async function createRule(siteId: number, input: RuleInput, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    await lockRules(siteId, trx)
    await refuseBad(siteId, null, input, trx)
    const { count } = await oneRow<{ count: number }>(
      `select count(*)::int as count from bank_rules where site_id = :siteId`,
      { siteId },
      trx
    )
    if (count >= rulesMax)
      throw new DomainError('E_RULES', `Una empresa admite hasta ${rulesMax} reglas: elimine alguna.`, {
        field: 'form',
      })
    const { id } = await oneRow<{ id: number }>(
      `insert into bank_rules (site_id, bank_account_id, name, priority, conditions, action, max_minor, active, created_by)
       values (:siteId, :bankAccountId, :name, (select coalesce(max(priority), 0) + 1 from bank_rules where site_id = :siteId), :conditions::jsonb, :action::jsonb, :maxMinor, :active, :userId)
       returning id`,
      { siteId, ...stored(input), userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'bank_rule',
        objectId: id,
        siteId,
        event: 'bank_rule.created',
        diff: changedFields({}, flat(input)),
      },
      trx
    )
    return id
  })
}

/** Changes a rule, or switches it on or off. Throws at a field, and E_STALE when somebody else changed it meanwhile. */
export async function updateRule(
  { id, siteId, lockVersion }: { id: number; siteId: number; lockVersion: number },
  input: RuleInput,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const before = await lockRule(id, siteId, trx)
    if (before.lockVersion !== lockVersion)
      throw new DomainError('E_STALE', 'Otro usuario ha modificado esta regla. Recargue la página.', {
        field: 'form',
      })
    await refuseBad(siteId, id, input, trx)
    await execute(
      `update bank_rules set bank_account_id = :bankAccountId, name = :name, conditions = :conditions::jsonb, action = :action::jsonb, max_minor = :maxMinor, active = :active,
          lock_version = lock_version + 1 where id = :id`,
      { id, ...stored(input) },
      trx
    )
    await forgetProposals(id, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_rule',
        objectId: id,
        siteId,
        event: 'bank_rule.updated',
        diff: changedFields(flat(before), flat(input)),
      },
      trx
    )
  })
}

/** Removes a rule; what it booked stays booked. */
export async function removeRule(id: number, siteId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const before = await lockRule(id, siteId, trx)
    await forgetProposals(id, trx)
    await execute(`delete from bank_rules where id = :id`, { id }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_rule',
        objectId: id,
        siteId,
        event: 'bank_rule.removed',
        diff: removed(flat(before)),
      },
      trx
    )
  })
}

/** Puts rules of a company in a new order; those that are not named keep their places after them. */
export async function orderRules(siteId: number, ids: number[], actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    await lockRules(siteId, trx)
    const known = await rows<{ id: number }>(
      `select id from bank_rules where site_id = :siteId order by priority, id`,
      { siteId },
      trx
    )
    const before = known.map((rule) => rule.id)
    // The named ones change places among themselves: the rules of other accounts stay where they are.
    const wanted = ids.filter((id) => before.includes(id))
    const named = new Set(wanted)
    const after = before.map((id) => (named.has(id) ? (wanted.shift() ?? id) : id))
    if (after.join() === before.join()) return
    await execute(
      `update bank_rules r set priority = o.place from unnest(:after::bigint[]) with ordinality as o(id, place) where r.id = o.id`,
      { after },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'bank_rules',
        objectId: siteId,
        siteId,
        event: 'bank_rule.ordered',
        diff: { order: [before, after] },
      },
      trx
    )
  })
}

function lockRules(siteId: number, trx: Transaction) {
  return oneRow(`select id from sites where id = :siteId for no key update`, { siteId }, trx)
}

async function lockRule(id: number, siteId: number, trx: Transaction): Promise<Saved> {
  const found = await row<Saved>(
    `select id, site_id, name, bank_account_id, conditions, action, max_minor, active, lock_version from bank_rules where id = :id and site_id = :siteId for update`,
    { id, siteId },
    trx
  )
  if (!found) throw new DomainError('E_RULE', 'La regla ya no existe: recargue la página.', { field: 'form' })
  return found
}

/** A changed rule proposes nothing until it is applied again. */
async function forgetProposals(id: number, trx: Transaction): Promise<void> {
  await execute(
    `update bank_statement_lines set bank_rule_id = null, status = case when status = 'suggested' and suggestion is null then 'pending' else status end
      where bank_rule_id = :id and status in ('pending', 'suggested')`,
    { id },
    trx
  )
}

const removed = (fields: Record<string, unknown>): Record<string, [unknown, unknown]> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, [value ?? null, null]]))

const stored = ({ conditions, action, ...rule }: RuleInput) => ({
  name: rule.name,
  bankAccountId: rule.bankAccountId,
  maxMinor: rule.maxMinor,
  active: rule.active,
  conditions: JSON.stringify(conditions),
  action: JSON.stringify(action),
})

const flat = ({ name, bankAccountId, conditions, action, maxMinor, active }: RuleInput) => ({
  name,
  bankAccountId,
  ...conditions,
  ...action,
  limitMinor: maxMinor,
  active,
})

async function refuseBad(
  siteId: number,
  ruleId: number | null,
  input: RuleInput,
  trx: Transaction
): Promise<void> {
  const { conditions, action, maxMinor, name } = input
  const at = (field: string, message: string) => new DomainError('E_RULE', message, { field })
  if (Object.values(conditions).every((condition) => condition === null))
    throw at('text', 'Indique al menos una condición.')
  if (
    conditions.minMinor !== null &&
    conditions.maxMinor !== null &&
    conditions.minMinor > conditions.maxMinor
  )
    throw at('max_amount', 'El importe máximo no puede ser menor que el mínimo.')
  testOf(conditions)
  if (action.autoBook && (maxMinor === null || maxMinor <= 0))
    throw at('limit', 'Indique hasta qué importe se contabiliza sin revisión.')
  const taken = await row(
    `select 1 as found from bank_rules where site_id = :siteId and lower(name) = lower(:name) and id is distinct from :ruleId`,
    { siteId, name, ruleId },
    trx
  )
  if (taken) throw at('name', 'Ya hay una regla con este nombre en la empresa.')
  await assertCounterAccount({ siteId, code: action.accountCode, field: 'account_code' }, trx)
  if (action.taxCodeId !== null)
    await requireInputTax({ siteId, id: action.taxCodeId, day: today(), field: 'tax_code_id' }, trx)
  if (action.centerId !== null) await assertCenter({ siteId, id: action.centerId, field: 'center_id' }, trx)
}
