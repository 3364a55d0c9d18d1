import { row, rows, steadyRows } from '#app/kernel/database/sql'

export type CategoryOption = { id: number; name: string; accountPrefix: string }

/** Active expense categories, for pickers. */
export function listCategories(): Promise<CategoryOption[]> {
  return steadyRows<CategoryOption>(
    `select id, name::text, ledger_account_prefix as account_prefix from categories where active order by name::text collate "es-x-icu"`
  )
}

/** The account family that a category charges. */
export async function categoryAccount(categoryId: number): Promise<string | null> {
  const found = await row<{ prefix: string }>(
    `select ledger_account_prefix as prefix from categories where id = :categoryId`,
    { categoryId }
  )
  return found?.prefix ?? null
}

export type CategoryNode = {
  id: number
  name: string
  code: string | null
  color: string | null
  parentId: number | null
  accountPrefix: string
  vatCodeId: number | null
  withholdingCodeId: number | null
  deductiblePercent: number
  budgetable: boolean
  active: boolean
  depth: number
}

/** All categories, each behind its parent. */
export async function categoryTree(): Promise<CategoryNode[]> {
  const found = await rows<{
    id: number
    name: string
    code: string | null
    color: string | null
    parentId: number | null
    accountPrefix: string
    vatCodeId: number | null
    withholdingCodeId: number | null
    deductiblePercent: number
    budgetable: boolean
    active: boolean
    depth: number
  }>(
    `with recursive tree as (select c.*, 0 as depth, array[c.name::text collate "es-x-icu"] as path from categories c where parent_id is null
        union all select c.*, tree.depth + 1, tree.path || (c.name::text collate "es-x-icu") from categories c join tree on c.parent_id = tree.id)
     select id, name::text, code, nullif(color, '') as color, parent_id, ledger_account_prefix as account_prefix, default_vat_code_id as vat_code_id, default_withholding_code_id as withholding_code_id,
        deductible_percent, budgetable, active, depth from tree order by path`
  )
  return found.map(
    ({ parentId, accountPrefix, vatCodeId, withholdingCodeId, deductiblePercent, ...node }) => ({
      ...node,
      parentId,
      accountPrefix,
      vatCodeId,
      withholdingCodeId,
      deductiblePercent,
    })
  )
}
