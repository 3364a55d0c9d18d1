import { type Actor, recordEvent } from '#app/audit/record_event'
import { namePartner, type Partner } from '#app/books/group/name_partner'
import { codeProblem } from '#app/books/plan_file/check_plan_rows'
import { knownPlan } from '#app/books/queries/known_plan'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { openSubaccounts } from '#app/ledger/actions/open_subaccounts'

type Input = {
  siteId: number
  /** The node it is opened under. */
  parent: string
  code: string
  name: string
  reconcilable: boolean | null
  /** With which company its balance is, where the number is of balances with the group. */
  partner: Partner | null
  actor: Actor
}

/** Opens an account under a node of a company's plan. Throws at `code`, `parent` or `partner`. Gives its key. */
export function createSubaccount({
  siteId,
  parent,
  code,
  name,
  reconcilable,
  partner,
  actor,
}: Input): Promise<number> {
  return inTransaction(async (trx) => {
    const plan = await knownPlan(siteId, trx)
    if (!plan.nodes.has(parent))
      throw new DomainError('E_PARENT', `La cuenta ${parent} no está en el plan de la empresa.`, {
        field: 'parent',
      })
    const problem = codeProblem(code, parent, plan)
    if (problem) throw new DomainError('E_CODE', problem, { field: 'code' })
    const [opened] = await openSubaccounts(
      { siteId, accounts: [{ code, name, reconcilable }], origin: 'manual', createdBy: actor.userId },
      trx
    )
    if (!opened)
      throw new DomainError('E_CODE', `La cuenta ${code} ya existe en la empresa.`, { field: 'code' })
    const told = await namePartner({ accountId: opened.id, partner }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'ledger_account',
        objectId: opened.id,
        siteId,
        event: 'ledger_account.created',
        to: 'active',
        diff: {
          code: [null, code],
          name: [null, name],
          ...(told === null ? {} : { partner: [null, told] }),
        },
      },
      trx
    )
    return opened.id
  })
}
