import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { companiesFilter } from '#app/books/queries/book_scope'
import { nodeRow, type Plan, unclosedRows } from '#app/books/queries/list_plan'
import { type AccountHead, accountRows, PARTNER } from '#app/books/queries/plan_accounts'
import type { PlanRow } from '#app/books/queries/plan_rows'
import { rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { ExportColumn } from '#app/kernel/lists/export_file'

/** The most accounts that one file of the plan carries. */
export const PLAN_EXPORT_MAX = 60_000

/** Every node and every account of a plan in its order, with their sums. Throws E_EXPORT_LONG beyond 60,000 accounts. */
export async function wholePlan(plan: Plan): Promise<PlanRow[]> {
  const { looked, structure, showsPayroll } = plan
  const { where, bindings } = companiesFilter(looked.companies, 'a.site_id')
  const heads = await rows<AccountHead>(
    `select a.id, a.site_id, s.code as site, a.code, a.name, a.active, a.reconcilable, ${PARTNER} from ledger_accounts a join sites s on s.id = a.site_id
      where a.is_postable and a.id <> all(:hidden::bigint[]) and ${where.join(' and ')} ${showsPayroll ? '' : `and not ${IS_PAYROLL_ACCOUNT}`}
      order by a.code, s.code limit ${PLAN_EXPORT_MAX + 1}`,
    { ...bindings, hidden: looked.hidden }
  )
  if (heads.length > PLAN_EXPORT_MAX)
    throw new DomainError('E_EXPORT_LONG', 'El plan tiene más de 60.000 cuentas: expórtelo por empresas.')
  const accounts = await accountRows(heads, looked, 0)
  return mergedByCode(
    structure.codes.flatMap((code) => [nodeRow(plan, code), ...unclosedRows(plan, code)]),
    accounts
  )
}

/** Two lists in the order of their codes as one; a node comes before what it begins. */
function mergedByCode(nodes: PlanRow[], accounts: PlanRow[]): PlanRow[] {
  const merged: PlanRow[] = []
  let at = 0
  for (const node of nodes) {
    while (at < accounts.length && (accounts[at]?.code ?? '') < node.code)
      merged.push(...accounts.slice(at, ++at))
    merged.push(node)
  }
  return [...merged, ...accounts.slice(at)]
}

export const planColumns: ExportColumn<PlanRow>[] = [
  { header: 'Cuenta', value: (row) => row.code },
  { header: 'Nombre', value: (row) => row.name, width: 44 },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Debe', value: (row) => row.debit },
  { header: 'Haber', value: (row) => row.credit },
  { header: 'Saldo', value: (row) => row.balance },
  { header: 'Año anterior', value: (row) => row.previous },
  { header: 'Variación', value: (row) => row.change },
  {
    header: '%',
    value: (row) => (row.changeBasisPoints === null ? null : row.changeBasisPoints / 100),
    kind: 'number',
    width: 10,
  },
  { header: 'Estado', value: (row) => (row.active ? 'Activa' : 'Inactiva'), width: 10 },
]
